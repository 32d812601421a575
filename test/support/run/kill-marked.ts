/** When stdin ends, kills every process with a mark in its environment; does nothing without /proc. */
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

const mark = process.argv[2];

function markedProcesses(): number[] {
  const numbers = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return numbers.map(Number).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, "latin1").split("\0").includes(mark);
    } catch {
      // It has exited, or belongs to another user.
      return false;
    }
  });
}

for await (const _ of process.stdin);
// A process may start another before it is killed.
for (let looks = 0; looks < 20; looks++) {
  const pids = process.platform === "linux" ? markedProcesses() : [];
  if (pids.length === 0) break;
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has exited meanwhile.
    }
  }
  await setTimeout(50);
}
