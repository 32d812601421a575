import { execFileSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** One run of one process: a process id alone may be given to another process later. */
export interface ProcessStamp {
  readonly pid: number;
  /** Twelve letters for the list of processes that the id belongs to: one boot of one host, one pid namespace. */
  readonly place: string;
  /** When the process began, in words of its system; "" where the system does not tell. */
  readonly started: string;
}

/** What can be asked about processes; a test may answer in its place. */
export interface ProcessTable {
  own(): ProcessStamp;
  /** Whether a process of this place runs; undefined for any other place, of which this process can see nothing. */
  isRunning(stamp: ProcessStamp): boolean | undefined;
}

export const SYSTEM_PROCESSES: ProcessTable = {
  own: () => ({ pid: process.pid, place: ownPlace(), started: startOf(process.pid) ?? "" }),
  isRunning: (stamp) => {
    if (stamp.place !== ownPlace()) return undefined;
    if (!exists(stamp.pid)) return false;
    if (stamp.started === "") return true;
    const started = startOf(stamp.pid);
    return started === undefined || started === stamp.started;
  },
};

let unknownPlace: string | undefined;

/**
 * The place of this process. The name of a host alone would not do: containers share it, a pod keeps it on another
 * machine. Where Linux does not tell boot and namespace the place is this process's alone, so that it judges no other.
 */
function ownPlace(): string {
  if (process.platform !== "linux") return shortened(hostname());
  try {
    return shortened(`${bootId()} ${readlinkSync("/proc/self/ns/pid")} ${hostname()}`);
  } catch {
    unknownPlace ??= shortened(randomUUID());
    return unknownPlace;
  }
}

function shortened(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

function bootId(): string {
  return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Start of a process, different for two processes that shared an id; undefined where it is not known. */
function startOf(pid: number): string | undefined {
  try {
    if (process.platform === "linux") {
      const status = readFileSync(`/proc/${pid}/stat`, "utf8");
      // The second field is the command in brackets and may hold spaces; field 22 is the start in clock ticks.
      const afterCommand = status.slice(status.lastIndexOf(")") + 2).split(" ");
      return afterCommand[19];
    }
    if (process.platform === "win32") return undefined;
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return undefined;
  }
}
