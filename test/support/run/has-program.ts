import { spawnSync } from "node:child_process";

/** True where the shell finds a program of this name. */
export function hasProgram(name: string): boolean {
  return spawnSync("sh", ["-c", `command -v ${name}`]).status === 0;
}
