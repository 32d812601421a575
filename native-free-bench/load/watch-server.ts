/** Watched figures of /metrics: the pattern that finds each, and the factor to the unit in its name. */
const WATCHED = {
  residentMb: { pattern: /^process_resident_memory_bytes (\S+)/m, factor: 1e-6 },
  heapMb: { pattern: /^terrace_heap_used_bytes (\S+)/m, factor: 1e-6 },
  loopDelayP99Ms: {
    pattern: /^terrace_event_loop_delay_seconds\{quantile="0.99"\} (\S+)/m,
    factor: 1000,
  },
  unreadMb: { pattern: /^terrace_unread_answer_bytes (\S+)/m, factor: 1e-6 },
} as const;

type Name = keyof typeof WATCHED;

export type Watched = Readonly<Record<Name, number | null>>;

function watched(of: (name: Name) => number | null): Watched {
  const names = Object.keys(WATCHED) as Name[];
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Watched;
}

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
      return { first: seen[0] ?? watched(() => null), greatest: greatestOf(seen) };
    },
  };
}

/** Reads a server's /metrics; undefined when it does not answer. Delays count from the previous reading. */
export async function readServer(url: string, token: string): Promise<Watched | undefined> {
  try {
    const response = await fetch(`${url}/metrics`, {
      headers: { "user-agent": "terrace-load/1", authorization: `Bearer ${token}` },
    });
    if (!response.ok) return undefined;
    const text = await response.text();
    return watched((name) => {
      const { pattern, factor } = WATCHED[name];
      const found = pattern.exec(text)?.[1];
      return found === undefined ? null : Number(found) * factor;
    });
  } catch {
    return undefined;
  }
}

function greatestOf(seen: readonly Watched[]): Watched {
  return watched((name) => {
    const values = seen.map((one) => one[name]).filter((value) => value !== null);
    return values.length === 0 ? null : Math.max(...values);
  });
}
