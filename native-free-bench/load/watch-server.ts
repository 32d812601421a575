const WATCHED = {
  residentMb: /^process_resident_memory_bytes (\S+)/m,
  heapMb: /^terrace_heap_used_bytes (\S+)/m,
  loopDelayP99Ms: /^terrace_event_loop_delay_seconds\{quantile="0.99"\} (\S+)/m,
  unreadMb: /^terrace_unread_answer_bytes (\S+)/m,
} as const;
const FACTORS: Readonly<Record<keyof typeof WATCHED, number>> = {
  residentMb: 1 / 1e6,
  heapMb: 1 / 1e6,
  loopDelayP99Ms: 1000,
  unreadMb: 1 / 1e6,
};

export type Watched = { readonly [Name in keyof typeof WATCHED]: number | null };

/** Reads a server's /metrics every second until stopped; returns the first reading and all maximums. */
export function watchServer(
  url: string,
  token: string,
): { stop(): Promise<{ first: Watched; greatest: Watched }> } {
  const seen: Watched[] = [];
  let isStopped = false;
  const watching = (async () => {
    while (!isStopped) {
      const figures = await readServer(url, token);
      if (figures !== undefined) seen.push(figures);
      await new Promise((wake) => setTimeout(wake, 1000));
    }
  })();
  return {
    stop: async () => {
      isStopped = true;
      await watching;
      const last = await readServer(url, token);
      if (last !== undefined) seen.push(last);
      return { first: seen[0] ?? NOTHING, greatest: greatestOf(seen) };
    },
  };
}

const NOTHING: Watched = { residentMb: null, heapMb: null, loopDelayP99Ms: null, unreadMb: null };

/** Reads a server's /metrics; undefined when it does not answer. Delays count from the previous reading. */
export async function readServer(url: string, token: string): Promise<Watched | undefined> {
  try {
    const response = await fetch(`${url}/metrics`, {
      headers: { "user-agent": "terrace-load/1", authorization: `Bearer ${token}` },
    });
    if (!response.ok) return undefined;
    const text = await response.text();
    const figure = (name: keyof typeof WATCHED) => {
      const found = WATCHED[name].exec(text)?.[1];
      return found === undefined ? null : Number(found) * FACTORS[name];
    };
    return {
      residentMb: figure("residentMb"),
      heapMb: figure("heapMb"),
      loopDelayP99Ms: figure("loopDelayP99Ms"),
      unreadMb: figure("unreadMb"),
    };
  } catch {
    return undefined;
  }
}

function greatestOf(seen: readonly Watched[]): Watched {
  const greatest = (name: keyof Watched) => {
    const values = seen.map((one) => one[name]).filter((value) => value !== null);
    return values.length === 0 ? null : Math.max(...values);
  };
  return {
    residentMb: greatest("residentMb"),
    heapMb: greatest("heapMb"),
    loopDelayP99Ms: greatest("loopDelayP99Ms"),
    unreadMb: greatest("unreadMb"),
  };
}
