/** Retries while a lock's holder is descheduled, on a busy machine for longer than the lock's timeout. */
export function untilUnlocked<T>(take: () => T): T {
  for (;;) {
    try {
      return take();
    } catch (error) {
      if (!(error as Error).message.includes("holds lock")) throw error;
    }
  }
}
