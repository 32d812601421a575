import type { Watched } from "./watch-server.ts";

/** Figures of the server since the previous reading. */
export interface Reading extends Watched {
  readonly minute: number;
  /** Share of CPU time stolen by the machine's host, which delays the event loop by as much. */
  readonly stolen: number;
}

export interface DrivenLoad {
  readonly rate: number;
  readonly sent: number;
  readonly answered: number;
  readonly errors: Readonly<Record<string, number>>;
  readonly latencyMs: {
    readonly p50: number | null;
    readonly p99: number | null;
    readonly p999: number | null;
    readonly max: number | null;
  };
}

export interface Soak {
  readonly report: DrivenLoad;
  readonly readings: readonly Reading[];
  readonly published: number;
  readonly exitCode: number | null;
}

/** First share of a run that is ignored for memory, as heaps and caches fill. */
const WARM_UP_SHARE = 0.2;
const GROWTH_MB_A_MINUTE = 1;
const LOOP_DELAY_P99_MS = 20;

/** A reading with at least this share of stolen CPU time is not the server's fault. */
const STOLEN_SHARE = 0.05;

/** Summarizes the run and lists the broken promises. */
export function soakResult({ report, readings, published, exitCode }: Soak) {
  const settled = readings.slice(Math.floor(readings.length * WARM_UP_SHARE));
  const growth = slope(settled.map(({ minute, residentMb }) => [minute, residentMb ?? 0]));
  const resident = settled.map(({ residentMb }) => residentMb ?? 0);
  const delays = readings.map(({ loopDelayP99Ms }) => loopDelayP99Ms ?? Number.POSITIVE_INFINITY);
  const late = readings.filter((_, i) => delays[i] >= LOOP_DELAY_P99_MS);
  const lateMinutes = late.length;
  const ownLate = late.filter(({ stolen }) => stolen < STOLEN_SHARE).length;
  const broken = [
    ...(report.answered < report.sent ? [`${report.sent - report.answered} calls were not answered`] : []),
    ...(growth >= GROWTH_MB_A_MINUTE ? [`memory grew by ${growth.toFixed(2)} MB a minute`] : []),
    ...(lateMinutes > 0
      ? [`the loop's p99 was ${LOOP_DELAY_P99_MS} ms or more in ${lateMinutes} readings`]
      : []),
    ...(readings.length === 0 ? ["the server told nothing"] : []),
    ...(exitCode === 0 ? [] : [`the server ended with ${exitCode}`]),
  ];
  const { p50, p99, p999, max } = report.latencyMs;
  const errors = Object.entries(report.errors).map(([name, count]) => `${count} × ${name}`);
  return {
    broken,
    growthMbAMinute: growth,
    lines: [
      `${report.answered} of ${report.sent} calls answered at ${report.rate}/s, ${published} publications`,
      `latency from the due instant: p50 ${p50} ms, p99 ${p99} ms, p99.9 ${p999} ms, most ${max} ms`,
      `errors: ${errors.join(", ") || "none"}`,
      `resident after the warm-up: ${leastMiddleMost(resident, 0)} MB (least, middle, most), ${growth.toFixed(2)} MB a minute`,
      `event loop's p99 by reading: ${leastMiddleMost(delays, 1)} ms (least, middle, most), ${lateMinutes} of ${readings.length} at or above ${LOOP_DELAY_P99_MS}, ${ownLate} of them while the host took less than ${100 * STOLEN_SHARE} %`,
      `taken from this machine by its host: ${leastMiddleMost(
        readings.map(({ stolen }) => 100 * stolen),
        0,
      )} % of the processors (least, middle, most)`,
      broken.length === 0 ? "every promise held" : `broken: ${broken.join("; ")}`,
    ],
  };
}

/** Slope of the least-squares line; 0 for fewer than two points. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  if (points.length < 2) return 0;
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [middleX, middleY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const spread = points.reduce((sum, [x]) => sum + (x - middleX) ** 2, 0);
  const together = points.reduce((sum, [x, y]) => sum + (x - middleX) * (y - middleY), 0);
  return spread === 0 ? 0 : together / spread;
}

function leastMiddleMost(values: readonly number[], digits: number): string {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]?.toFixed(digits) ?? "unknown";
  return `${at(0)}, ${at(0.5)}, ${at(1)}`;
}
