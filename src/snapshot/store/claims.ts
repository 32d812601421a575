import { join } from "node:path";
import { errorCode, type FileOperations } from "../files/file-operations.ts";
import type { ProcessStamp, ProcessTable } from "../files/process-stamp.ts";

/** A small file by which a process says, to every other process, that it uses something. */
export interface Claim {
  /** File name without `.json`: `<pid>-<n>-<subject>`. */
  readonly name: string;
  readonly path: string;
  readonly pid: number;
  readonly subject: string;
  /** False when the claiming process is gone, so that the claim counts no more. */
  readonly alive: boolean;
}

/** Counts the claims of this process: a name is never used again, so no one can mistake a new claim for an old one. */
let claimsMade = 0;

const CLAIM_NAME = /^([0-9]+)-([0-9]+)-(.+)\.json$/;

/** A new claim of this process on a subject. The file name alone carries the claim, so a torn file still counts. */
export async function createClaim(
  files: FileOperations,
  processes: ProcessTable,
  directory: string,
  subject: string,
): Promise<Claim> {
  await files.makeDirectory(directory);
  const own = processes.own();
  for (;;) {
    claimsMade++;
    const name = `${own.pid}-${claimsMade}-${subject}`;
    const path = join(directory, `${name}.json`);
    try {
      await files.createText(path, `${JSON.stringify(own)}\n`);
      return { name, path, pid: own.pid, subject, alive: true };
    } catch (error) {
      // A leftover of a dead process, or another thread of this one, has the name.
      if (errorCode(error) === "EEXIST") continue;
      // The file may exist in part; what is left of it would count as a claim of this process.
      await files.remove(path).catch(() => {});
      throw error;
    }
  }
}

/** Every claim in a directory, dead ones included. Other files are passed over. */
export async function listClaims(
  files: FileOperations,
  processes: ProcessTable,
  directory: string,
): Promise<Claim[]> {
  const claims: Claim[] = [];
  for (const file of await files.list(directory)) {
    const match = CLAIM_NAME.exec(file);
    if (match === null) continue;
    const path = join(directory, file);
    const pid = Number(match[1]);
    const stamp = await readStamp(files, path, pid);
    const alive = stamp !== undefined && processes.isRunning(stamp);
    claims.push({ name: file.slice(0, -".json".length), path, pid, subject: match[3], alive });
  }
  return claims;
}

/** The claim's stamp; only its process id when the text is torn; undefined when the claim has just been released. */
async function readStamp(
  files: FileOperations,
  path: string,
  pid: number,
): Promise<ProcessStamp | undefined> {
  try {
    const stamp: unknown = JSON.parse(await files.readText(path));
    const { host, started } = stamp as Partial<ProcessStamp>;
    if (typeof host === "string" && typeof started === "string") return { pid, host, started };
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    if (!(error instanceof SyntaxError)) throw error;
  }
  return { pid, host: "", started: "" };
}
