/** What to add to this thread's clock: each thread's `performance.now()` starts with the thread. */
const OFFSET_MS = Number(process.hrtime.bigint() / 1000n) / 1000 - performance.now();

/** Whole milliseconds of a clock that never runs backwards and that all threads of a process share to within one. */
export function sharedClockMs(): number {
  return Math.floor(performance.now() + OFFSET_MS);
}
