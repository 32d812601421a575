import { readFileSync } from "node:fs";

/** Returns a function: the share of CPU time that a virtual machine's host took since its last call. */
export function stolenTime(stat: () => string = () => readFileSync("/proc/stat", "utf8")): () => number {
  let last = counts(stat);
  return () => {
    const now = counts(stat);
    const all = now.all - last.all;
    const share = all === 0 ? 0 : (now.stolen - last.stolen) / all;
    last = now;
    return share;
  };
}

/** CPU ticks since boot, and those of steal (the eighth number of /proc/stat); zeros where it is missing. */
function counts(stat: () => string): { all: number; stolen: number } {
  try {
    const ticks = stat().split("\n", 1)[0].split(/\s+/).slice(1, 9).map(Number);
    return { all: ticks.reduce((sum, count) => sum + count, 0), stolen: ticks[7] };
  } catch {
    return { all: 0, stolen: 0 };
  }
}
