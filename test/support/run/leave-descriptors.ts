import { execFileSync } from "node:child_process";
import { readdir } from "node:fs/promises";

/** Limits a process to `spare` more file descriptors; the returned function removes the limit. */
export async function leaveDescriptors(pid: number, spare: number): Promise<() => void> {
  const prlimit = (...args: string[]) => execFileSync("prlimit", ["--pid", String(pid), ...args]).toString();
  const [soft, hard] = prlimit("--nofile", "--raw", "-o", "SOFT,HARD", "--noheadings").trim().split(/\s+/);
  const used = new Set((await readdir(`/proc/${pid}/fd`)).map(Number));
  let limit = 0;
  for (let free = 0; free < spare || used.has(limit); limit++) free += used.has(limit) ? 0 : 1;
  prlimit(`--nofile=${limit}:${hard}`);
  return () => void prlimit(`--nofile=${soft}:${hard}`);
}
