import { execFileSync, spawnSync } from "node:child_process";

/** Whether a program is installed and exits with 0 for these arguments. */
export function runsProgram(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: "ignore", timeout: 60_000 });
    return true;
  } catch {
    return false;
  }
}

/** A Python with pandas: the system's first, since a user-installed one may lack the system's packages. */
export const PANDAS_PYTHON = ["/usr/bin/python3", "python3"].find((python) =>
  runsProgram(python, "-c", "import pandas"),
);

export function hasProgram(name: string): boolean {
  return spawnSync("sh", ["-c", `command -v ${name}`]).status === 0;
}
