/** A few places to work at, given to the most urgent of those that wait. */
export interface Lanes<Lane> {
  /** Runs the work as soon as a lane is free; the greater the urgency, the sooner. */
  use<T>(urgency: number, work: (lane: Lane) => Promise<T>): Promise<T>;
}

export function createLanes<Lane>(all: readonly Lane[]): Lanes<Lane> {
  const free = [...all].reverse();
  const waiting: { readonly urgency: number; readonly start: (lane: Lane) => void }[] = [];
  const give = (lane: Lane) => {
    const next = waiting.reduce((best, one, i) => (one.urgency > waiting[best].urgency ? i : best), 0);
    if (waiting.length === 0) free.push(lane);
    else waiting.splice(next, 1)[0].start(lane);
  };
  return {
    use: async (urgency, work) => {
      const lane = free.pop() ?? (await new Promise<Lane>((start) => waiting.push({ urgency, start })));
      try {
        return await work(lane);
      } finally {
        give(lane);
      }
    },
  };
}
