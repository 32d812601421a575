import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { badConfig, TerraceError } from "../../../runtime/errors.ts";

const KEY_BYTES = 32;
/** Shorter keys can be guessed from one digest. */
const MIN_CONFIGURED_LENGTH = 16;

export interface CallerKeyOptions {
  /** TERRACE_CALLER_KEY; "" for none. */
  readonly configured: string;
  /** Key file of this installation; created if missing. */
  readonly path: string;
  /** Called if the key cannot be stored; digests then change with every restart. */
  readonly onProblem: (error: unknown) => void;
}

/** The HMAC key for digests of addresses: without it, nobody can reverse one by trying all addresses. */
export function openCallerKey({ configured, path, onProblem }: CallerKeyOptions): Uint8Array {
  if (configured !== "") {
    if (configured.length >= MIN_CONFIGURED_LENGTH) return new TextEncoder().encode(configured);
    throw badConfig(
      `TERRACE_CALLER_KEY has ${configured.length} characters; at least ${MIN_CONFIGURED_LENGTH} are required`,
    );
  }
  try {
    return readKey(path) ?? makeKey(path);
  } catch (error) {
    if (error instanceof TerraceError) throw error;
    onProblem(error);
    return randomBytes(KEY_BYTES);
  }
}

function readKey(path: string): Uint8Array | undefined {
  let text: string;
  try {
    text = readFileSync(path, "latin1").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  if (new RegExp(`^[0-9a-f]{${2 * KEY_BYTES}}$`).test(text)) return Buffer.from(text, "hex");
  throw badConfig(`${path} holds no caller key of ${2 * KEY_BYTES} hexadecimal digits`);
}

/** Race-free across servers that start together: the first link wins and the others read its file. */
function makeKey(path: string): Uint8Array {
  const key = randomBytes(KEY_BYTES);
  const draft = join(dirname(path), `.caller-key-${process.pid}-${randomBytes(4).toString("hex")}`);
  try {
    writeFileSync(draft, `${key.toString("hex")}\n`, { mode: 0o600, flag: "wx" });
    linkSync(draft, path);
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    const kept = readKey(path);
    if (kept === undefined) throw error;
    return kept;
  } finally {
    rmSync(draft, { force: true });
  }
}
