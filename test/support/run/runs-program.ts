import { execFileSync, spawnSync } from "node:child_process";

/** Whether a program is on this machine and does what a test needs; it must end by itself. */
export function runsProgram(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: "ignore", timeout: 60_000 });
    return true;
  } catch {
    return false;
  }
}

/** A Python with pandas: the system's own first, as one that a person installed may lack what the system's packages bring. */
export const PANDAS_PYTHON = ["/usr/bin/python3", "python3"].find((python) =>
  runsProgram(python, "-c", "import pandas"),
);

/** True where the shell finds a program of this name. */
export function hasProgram(name: string): boolean {
  return spawnSync("sh", ["-c", `command -v ${name}`]).status === 0;
}
