/** Computations of this thread that wait to go on, first come first. */
const waiting: (() => void)[] = [];

/**
 * Resolves when the caller may compute for another few milliseconds. Of all that wait, one goes on in each turn of the
 * event loop: a short call beside them waits for one stretch of one of them, however many they are.
 */
export function sharedTurn(): Promise<void> {
  return new Promise((goOn) => {
    waiting.push(goOn);
    if (waiting.length === 1) setImmediate(nextGoesOn);
  });
}

function nextGoesOn(): void {
  waiting.shift()!();
  // Asked for during a turn, this comes in the next one, after what has arrived meanwhile.
  if (waiting.length > 0) setImmediate(nextGoesOn);
}
