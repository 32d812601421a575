import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";

/** One run of one process: a process id alone may be given to another process later. */
export interface ProcessStamp {
  readonly pid: number;
  readonly host: string;
  /** When the process began, in words of its system; "" where the system does not tell. */
  readonly started: string;
}

/** What can be asked about processes; a test may answer in its place. */
export interface ProcessTable {
  own(): ProcessStamp;
  /** False only when the process is known to be gone. Processes of another host count as running. */
  isRunning(stamp: ProcessStamp): boolean;
}

export const SYSTEM_PROCESSES: ProcessTable = {
  own: () => ({ pid: process.pid, host: hostname(), started: startOf(process.pid) ?? "" }),
  isRunning: (stamp) => {
    if (stamp.host !== "" && stamp.host !== hostname()) return true;
    if (!exists(stamp.pid)) return false;
    if (stamp.started === "") return true;
    const started = startOf(stamp.pid);
    return started === undefined || started === stamp.started;
  },
};

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Start of a process, different for two processes that shared an id; undefined where it cannot be told. */
function startOf(pid: number): string | undefined {
  try {
    if (process.platform === "linux") {
      const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
      const status = readFileSync(`/proc/${pid}/stat`, "utf8");
      // The second field is the command in brackets and may hold spaces; field 22 is the start in clock ticks.
      const afterCommand = status.slice(status.lastIndexOf(")") + 2).split(" ");
      return `${boot}:${afterCommand[19]}`;
    }
    if (process.platform === "win32") return undefined;
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return undefined;
  }
}
