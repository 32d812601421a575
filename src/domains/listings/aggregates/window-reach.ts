/**
 * Finds, of rows offered in rank order, those that some window shows among its first rows: windows 1..`windowCount` show at
 * most `limit` rows each. A full window is skipped from then on (each points to the next window with room), so the whole
 * sweep costs windows × limit plus one look a row.
 */
export function createWindowReach(windowCount: number, limit: number) {
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
    /** True when the row, shown in windows `minWindow <= w < maxWindow`, is among the first rows of one of them. */
    offer(minWindow: number, maxWindow: number): boolean {
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
    /** True once every window has its rows, so that no further row can be reached. */
    isFull: () => firstWithRoom(1) > windowCount,
  };
}
