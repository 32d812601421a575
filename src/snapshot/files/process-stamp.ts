import { execFileSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** One run of a process: a pid alone may be reused. */
export interface ProcessStamp {
  readonly pid: number;
  /** 12 hex digits for the scope of the pid: one boot of one host, one pid namespace. */
  readonly place: string;
  /** Start of the process in the system's own format; "" if unavailable. */
  readonly started: string;
}

/** Looks up processes; replaceable in tests. */
export interface ProcessTable {
  own(): ProcessStamp;
  /** True if a process of this place runs; undefined for another place, whose processes cannot be seen. */
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
 * The place of this process. A host name alone is not enough: containers share it, and a pod keeps it on
 * another machine. Without boot id or namespace the place is unique, so that no other process is judged.
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

/** Start time of a process, which differs for processes that share a pid; undefined if unavailable. */
function startOf(pid: number): string | undefined {
  try {
    if (process.platform === "linux") {
      const status = readFileSync(`/proc/${pid}/stat`, "utf8");
      // Field 2 is the command in brackets and may contain spaces; field 22 is the start in clock ticks.
      const afterCommand = status.slice(status.lastIndexOf(")") + 2).split(" ");
      return afterCommand[19];
    }
    if (process.platform === "win32") return undefined;
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return undefined;
  }
}
