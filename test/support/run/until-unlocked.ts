/**
 * Retries while the thread that holds a lock is descheduled, which on a busy machine may exceed the lock's
 * timeout.
 */
export function untilUnlocked<T>(take: () => T): T {
  for (;;) {
    try {
      return take();
    } catch (error) {
      if (!(error as Error).message.includes("holds lock")) throw error;
    }
  }
}
