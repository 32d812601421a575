import type { CallObserver, FinishedCall } from "./call-record.ts";
import type { MetricFamily, Sample } from "./metrics-text.ts";

/** Upper bounds in seconds: from a filter in memory to the longest deadline. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Tiers as labels; any other name counts as `other`. */
const TIER_LABELS = new Set(["unknown", "anonymous", "free", "premium", "pro", "enterprise"]);

class RouteCounts {
  inFlight = 0;
  count = 0;
  seconds = 0;
  bytes = 0;
  /** Calls by bucket, not yet summed up; the last is for those above every bound. */
  readonly buckets = new Float64Array(BUCKETS.length + 1);
  /** Calls by code, then tier. */
  readonly outcomes = new Map<string, Map<string, number>>();

  add({ code, tier, durationMs, bytes }: FinishedCall): void {
    const seconds = durationMs / 1000;
    let bucket = 0;
    while (bucket < BUCKETS.length && seconds > BUCKETS[bucket]) bucket++;
    this.buckets[bucket]++;
    this.count++;
    this.seconds += seconds;
    this.bytes += bytes;
    let tiers = this.outcomes.get(code);
    if (tiers === undefined) {
      tiers = new Map();
      this.outcomes.set(code, tiers);
    }
    const label = TIER_LABELS.has(tier) ? tier : "other";
    tiers.set(label, (tiers.get(label) ?? 0) + 1);
  }
}

/** Counts requests by route, code and tier. All three come from closed sets, so the page cannot grow with traffic. */
export class CallMetrics implements CallObserver {
  readonly #routes = new Map<string, RouteCounts>();

  started(route: string): void {
    this.#countsOf(route).inFlight++;
  }

  ended(call: FinishedCall): void {
    const counts = this.#countsOf(call.route);
    counts.inFlight--;
    counts.add(call);
  }

  families(): MetricFamily[] {
    const routes = [...this.#routes].sort(([a], [b]) => (a < b ? -1 : 1));
    return [
      {
        name: "terrace_requests_total",
        type: "counter",
        help: "Requests that have ended, by method, code and tier.",
        samples: routes.flatMap(([method, { outcomes }]) =>
          [...outcomes].flatMap(([code, tiers]) =>
            [...tiers].map(([tier, value]) => ({ labels: { method, code, tier }, value })),
          ),
        ),
      },
      {
        name: "terrace_request_duration_seconds",
        type: "histogram",
        help: "Time from the request's head to the end of its answer, by method.",
        samples: routes.flatMap(([method, counts]) => histogramSamples(method, counts)),
      },
      {
        name: "terrace_response_bytes_total",
        type: "counter",
        help: "Bytes of response bodies, by method.",
        samples: routes.map(([method, { bytes }]) => ({ labels: { method }, value: bytes })),
      },
      {
        name: "terrace_requests_in_flight",
        type: "gauge",
        help: "Requests that have not ended, by method.",
        samples: routes.map(([method, { inFlight }]) => ({ labels: { method }, value: inFlight })),
      },
    ];
  }

  #countsOf(route: string): RouteCounts {
    let counts = this.#routes.get(route);
    if (counts === undefined) {
      counts = new RouteCounts();
      this.#routes.set(route, counts);
    }
    return counts;
  }
}

function histogramSamples(method: string, { buckets, count, seconds }: RouteCounts): Sample[] {
  let total = 0;
  const samples: Sample[] = [...BUCKETS, Number.POSITIVE_INFINITY].map((bound, i) => {
    total += buckets[i];
    const le = Number.isFinite(bound) ? String(bound) : "+Inf";
    return { suffix: "_bucket", labels: { method, le }, value: total };
  });
  samples.push({ suffix: "_sum", labels: { method }, value: seconds });
  samples.push({ suffix: "_count", labels: { method }, value: count });
  return samples;
}
