/** Finds, of rows offered in rank order, those that some window shows among its first rows. */
export interface WindowReach {
  /** True when the row, shown in windows `minWindow <= w < maxWindow`, is among the first rows of one of them. */
  offer(minWindow: number, maxWindow: number): boolean;
  /** True once every window has its rows, so that no further row can be reached. */
  isFull(): boolean;
}

/**
 * A reach over windows 1..`windowCount` that show at most `limit` rows each. A full window is skipped from then on
 * (each points to the next window with room), so the whole sweep costs windows × limit plus one look a row.
 */
export function createWindowReach(windowCount: number, limit: number): WindowReach {
  const shown = new Uint32Array(windowCount + 2);
  const next = Uint32Array.from({ length: windowCount + 2 }, (_, window) => window);

  function firstWithRoom(from: number): number {
    let window = from;
    while (next[window] !== window) {
      next[window] = next[next[window]];
      window = next[window];
    }
    return window;
  }

  return {
    offer(minWindow, maxWindow) {
      const end = Math.min(maxWindow, windowCount + 1);
      let window = firstWithRoom(minWindow);
      const isReached = window < end;
      while (window < end) {
        shown[window]++;
        if (shown[window] === limit) next[window] = window + 1;
        window = firstWithRoom(window + 1);
      }
      return isReached;
    },
    isFull: () => firstWithRoom(1) > windowCount,
  };
}
