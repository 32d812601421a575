import { SharedCounts } from "../../runtime/shared/shared-counts.ts";
import { type CallObserver, CODE_NAMES, type FinishedCall } from "./call-record.ts";
import { counter, gauge, histogram, type MetricFamily, type Sample, samplesBy } from "./metrics-text.ts";

/** Upper bounds in seconds: from a filter in memory to the longest deadline. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Tiers as labels; any other name counts as `other`. */
const TIER_LABELS = ["unknown", "anonymous", "free", "premium", "pro", "enterprise", "other"];

/** Layout of a route's numbers. Buckets are not cumulative; the last one is above all bounds. */
const IN_FLIGHT = 0;
const COUNT = 1;
const SECONDS = 2;
const BYTES = 3;
const FIRST_BUCKET = 4;
const FIRST_OUTCOME = FIRST_BUCKET + BUCKETS.length + 1;

/** Shared memory for the counts: more routes than a server has. */
export const CALL_COUNTS = { names: 256, width: FIRST_OUTCOME + CODE_NAMES.length * TIER_LABELS.length };

/** Counts requests by route, code and tier: closed sets, so that the metrics cannot grow with traffic. */
export class CallMetrics implements CallObserver {
  readonly #counts: SharedCounts;

  constructor(counts = new SharedCounts({ threads: 1, ...CALL_COUNTS })) {
    this.#counts = counts;
  }

  started(route: string): void {
    this.#counts.of(route)[IN_FLIGHT]++;
  }

  ended({ route, code, tier, durationMs, bytes }: FinishedCall): void {
    const numbers = this.#counts.of(route);
    const seconds = durationMs / 1000;
    let bucket = 0;
    while (bucket < BUCKETS.length && seconds > BUCKETS[bucket]) bucket++;
    numbers[IN_FLIGHT]--;
    numbers[COUNT]++;
    numbers[SECONDS] += seconds;
    numbers[BYTES] += bytes;
    numbers[FIRST_BUCKET + bucket]++;
    numbers[outcomeOf(code, tier)]++;
  }

  /** Resets in-flight calls of a thread that has ended. */
  endThread(thread: number): void {
    this.#counts.clear(thread, IN_FLIGHT);
  }

  families(): MetricFamily[] {
    const routes = [...this.#counts.sums()]
      .filter(([, numbers]) => numbers[COUNT] > 0 || numbers[IN_FLIGHT] > 0)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    const byMethod = (place: number) =>
      samplesBy(
        "method",
        routes.map(([method, numbers]) => [method, numbers[place]] as const),
      );
    return [
      counter(
        "terrace_requests_total",
        "Requests that have ended, by method, code and tier.",
        routes.flatMap(([method, numbers]) => outcomeSamples(method, numbers)),
      ),
      histogram(
        "terrace_request_duration_seconds",
        "Time from the request's head to the end of its answer, by method.",
        routes.flatMap(([method, numbers]) => histogramSamples(method, numbers)),
      ),
      counter("terrace_response_bytes_total", "Bytes of response bodies, by method.", byMethod(BYTES)),
      gauge("terrace_requests_in_flight", "Requests that have not ended, by method.", byMethod(IN_FLIGHT)),
    ];
  }
}

function outcomeOf(code: string, tier: string): number {
  const codeIndex = CODE_NAMES.indexOf(code);
  const tierIndex = TIER_LABELS.indexOf(tier);
  return (
    FIRST_OUTCOME +
    (codeIndex < 0 ? CODE_NAMES.indexOf("unknown") : codeIndex) * TIER_LABELS.length +
    (tierIndex < 0 ? TIER_LABELS.length - 1 : tierIndex)
  );
}

function outcomeSamples(method: string, numbers: Float64Array): Sample[] {
  return CODE_NAMES.flatMap((code) =>
    TIER_LABELS.map((tier) => ({ labels: { method, code, tier }, value: numbers[outcomeOf(code, tier)] })),
  ).filter(({ value }) => value > 0);
}

function histogramSamples(method: string, numbers: Float64Array): Sample[] {
  let total = 0;
  const samples: Sample[] = [...BUCKETS, Number.POSITIVE_INFINITY].map((bound, i) => {
    total += numbers[FIRST_BUCKET + i];
    const le = Number.isFinite(bound) ? String(bound) : "+Inf";
    return { suffix: "_bucket", labels: { method, le }, value: total };
  });
  samples.push({ suffix: "_sum", labels: { method }, value: numbers[SECONDS] });
  samples.push({ suffix: "_count", labels: { method }, value: numbers[COUNT] });
  return samples;
}
