import { SlidingWindow, WINDOW_MS } from "../../../src/server/admission/limits/sliding-window.ts";

/** Reference implementation of a sliding window: a log of every counted unit of one caller. */
export class PlainWindow {
  readonly times: number[] = [];

  take(cost: number, limit: number, nowMs: number) {
    const inside = this.times.filter((time) => nowMs - time < WINDOW_MS);
    const isAdmitted = inside.length + cost <= limit;
    if (isAdmitted) for (let unit = 0; unit < cost; unit++) this.times.push(nowMs);
    const counted = isAdmitted ? [...inside, ...new Array<number>(cost).fill(nowMs)] : inside;
    return {
      isAdmitted,
      remaining: Math.max(0, limit - counted.length),
      resetInMs: counted.length === 0 ? 0 : counted[0] + WINDOW_MS - nowMs,
    };
  }

  giveBack(cost: number): void {
    this.times.length = Math.max(0, this.times.length - cost);
  }

  /** Most units in any 60-second span. */
  most(): number {
    let most = 0;
    for (let first = 0, last = 0; last < this.times.length; last++) {
      while (this.times[last] - this.times[first] >= WINDOW_MS) first++;
      most = Math.max(most, last - first + 1);
    }
    return most;
  }
}

/** A window for a few callers with small limits. */
export function smallWindow(callers = 64, maxLimit = 300): SlidingWindow {
  return new SlidingWindow({ user: { callers, maxLimit }, stranger: { callers, maxLimit } });
}
