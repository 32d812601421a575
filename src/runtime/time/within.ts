/** The longest timer in Node, almost 25 days; a longer one fires at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** True when the work settles within the time; otherwise false, and the work continues. */
export async function endsWithin(work: Promise<unknown>, timeMs: number): Promise<boolean> {
  const { promise: isLate, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, Math.max(0, timeMs), false);
  try {
    return await Promise.race([
      work.then(
        () => true,
        () => true,
      ),
      isLate,
    ]);
  } finally {
    clearTimeout(timer);
  }
}
