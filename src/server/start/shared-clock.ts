/** `performance.now()` starts at 0 in each thread; hrtime is the same for all. */
const OFFSET_MS = Number(process.hrtime.bigint() / 1000n) / 1000 - performance.now();

/** Monotonic clock in whole milliseconds; threads of a process agree to within one. */
export function sharedClockMs(): number {
  return Math.floor(performance.now() + OFFSET_MS);
}
