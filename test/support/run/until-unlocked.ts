/** Asks again while a thread that holds a lock is itself held up, which a full machine may do for longer than is waited. */
export function untilUnlocked<T>(take: () => T): T {
  for (;;) {
    try {
      return take();
    } catch (error) {
      if (!(error as Error).message.includes("holds lock")) throw error;
    }
  }
}
