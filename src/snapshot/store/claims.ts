import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { errorCode } from "../files/file-operations.ts";
import { beat } from "../files/heartbeat.ts";
import { disk, outsideWorld } from "../files/outside-world.ts";
import type { ProcessStamp } from "../files/process-stamp.ts";

/** A small file by which a process announces to all others that it uses something. */
export interface Claim {
  /** File name without `.json`: `<place>-<pid>-<random>-<subject>`. Always unique. */
  readonly name: string;
  readonly path: string;
  readonly pid: number;
  readonly subject: string;
  /** False if the claiming process is gone: such a claim no longer counts. */
  readonly alive: boolean;
}

/** A claim of this process, renewed until it is released. */
export interface OwnClaim extends Claim {
  release(): Promise<void>;
}

const CLAIM_NAME = /^([0-9a-f]{12})-([0-9]+)-[0-9a-f]+-(.+)\.json$/;

/** Claims a subject for this process. The file name identifies the owner, so a torn file still counts. */
export async function createClaim(directory: string, subject: string): Promise<OwnClaim> {
  const { files, processes, heartbeat } = outsideWorld();
  await disk.makeDirectory(directory);
  const own = processes.own();
  const name = `${own.place}-${own.pid}-${randomBytes(6).toString("hex")}-${subject}`;
  const path = join(directory, `${name}.json`);
  const text = `${JSON.stringify(own)}\n`;
  try {
    await disk.createText(path, text);
  } catch (error) {
    // A partly written file would count as a claim of this process.
    await disk.remove(path).catch(() => {});
    throw error;
  }
  const stopBeating = beat(files, path, text, heartbeat.everyMs);
  const release = async () => {
    await stopBeating();
    // Not `disk`: the release may run outside this world.
    await files.remove(path);
  };
  return { name, path, pid: own.pid, subject, alive: true, release };
}

/** Runs `work`, then releases `held`. Ignores a failed release: the next start removes what is left. */
export async function whileHeld<Held extends { release(): Promise<void> }, T>(
  held: Held,
  work: (held: Held) => Promise<T>,
): Promise<T> {
  try {
    return await work(held);
  } finally {
    await held.release().catch(() => {});
  }
}

/** Every claim in a directory, dead ones included; ignores other files. */
export async function listClaims(directory: string): Promise<Claim[]> {
  const { processes, heartbeat } = outsideWorld();
  const found: (Claim & { modifiedMs: number })[] = [];
  const unseen = new Set<string>();
  for (const file of await disk.list(directory)) {
    const match = CLAIM_NAME.exec(file);
    if (match === null) continue;
    const path = join(directory, file);
    const pid = Number(match[2]);
    const stamp = { place: match[1], pid, started: await readStart(path) };
    const modifiedMs = (await disk.describe(path))?.modifiedMs;
    // Released since the directory was listed.
    if (stamp.started === undefined || modifiedMs === undefined) continue;
    const isRunning = processes.isRunning(stamp as ProcessStamp);
    if (isRunning === undefined) unseen.add(path);
    const name = file.slice(0, -".json".length);
    found.push({ name, path, pid, subject: match[3], alive: isRunning ?? true, modifiedMs });
  }
  if (unseen.size === 0) return found;
  // The newest claim is only the fallback: dated by a clock that is ahead, it would make all others seem old.
  const nowMs = (await fileSystemNow(directory)) ?? Math.max(...found.map(({ modifiedMs }) => modifiedMs));
  return found.map((claim) => ({
    ...claim,
    alive: unseen.has(claim.path) ? nowMs - claim.modifiedMs < heartbeat.deadAfterMs : claim.alive,
  }));
}

/** Current time by the clock that dates the claims, not this host's; undefined if nothing can be written. */
async function fileSystemNow(directory: string): Promise<number | undefined> {
  try {
    const clock = await createClaim(directory, "clock");
    try {
      return (await disk.describe(clock.path))?.modifiedMs;
    } finally {
      await clock.release();
    }
  } catch {
    return undefined;
  }
}

/** Start of the claiming process; "" in a torn file; undefined if the claim was just released. */
async function readStart(path: string): Promise<string | undefined> {
  try {
    const stamp: unknown = JSON.parse(await disk.readText(path));
    const { started } = stamp as Partial<ProcessStamp>;
    return typeof started === "string" ? started : "";
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    if (!(error instanceof SyntaxError)) throw error;
    return "";
  }
}
