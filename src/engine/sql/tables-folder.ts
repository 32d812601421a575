import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { SYSTEM_PROCESSES } from "../../snapshot/files/process-stamp.ts";

const PREFIX = "terrace-tables-";
const FOLDER_NAME = /^terrace-tables-([A-Za-z0-9_-]+)-[A-Za-z0-9]{6}$/;

/** Host as a few letters, process id and start of the process that made a folder: its name says whose it is. */
type Owner = readonly [host: string, pid: number, started: string];

/**
 * A new folder of this process for the copy of a snapshot's tables. Folders that processes of this host left behind
 * when they were killed are removed first; one whose process runs is never touched.
 */
export async function makeTablesFolder(): Promise<string> {
  const place = tmpdir();
  await removeLeftovers(place);
  const { pid, started } = SYSTEM_PROCESSES.own();
  const owner: Owner = [shortHost(), pid, started];
  const name = Buffer.from(JSON.stringify(owner)).toString("base64url");
  return mkdtemp(join(place, `${PREFIX}${name}-`));
}

/** Removes what it can: leftovers only cost room, so none of them stops a server. */
async function removeLeftovers(place: string): Promise<void> {
  for (const name of await readdir(place).catch(() => [])) {
    const owner = ownerOf(name);
    if (owner === undefined || owner[0] !== shortHost()) continue;
    const [, pid, started] = owner;
    if (SYSTEM_PROCESSES.isRunning({ pid, started, host: "" })) continue;
    await rm(join(place, name), { recursive: true, force: true }).catch(() => {});
  }
}

function ownerOf(name: string): Owner | undefined {
  const encoded = FOLDER_NAME.exec(name)?.[1];
  if (encoded === undefined) return undefined;
  try {
    const owner: unknown = JSON.parse(Buffer.from(encoded, "base64url").toString());
    if (!Array.isArray(owner) || owner.length !== 3) return undefined;
    return Number.isInteger(owner[1]) ? (owner as unknown as Owner) : undefined;
  } catch {
    return undefined;
  }
}

function shortHost(): string {
  return createHash("sha256").update(hostname()).digest("hex").slice(0, 12);
}
