import { readFileSync } from "node:fs";

/** The host's share of the processors since the last call: what a virtual machine wanted to use and did not get. */
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

/** Ticks since the machine started, of which the eighth of the first line were the host's; none where no system tells. */
function counts(stat: () => string): { all: number; stolen: number } {
  try {
    const ticks = stat().split("\n", 1)[0].split(/\s+/).slice(1, 9).map(Number);
    return { all: ticks.reduce((sum, count) => sum + count, 0), stolen: ticks[7] };
  } catch {
    return { all: 0, stolen: 0 };
  }
}
