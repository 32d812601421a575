/** Seconds. */
export const DAY = 86_400;

/** Largest gap in days between neighbouring points, by frequency; allows for months of 31 days. */
const REACH_DAYS: Readonly<Record<string, number>> = {
  monthly: 32,
  quarterly: 93,
  biannual: 185,
  annual: 367,
  fy: 367,
};

/** Largest gap in days between neighbouring points; 8 (weekly data) without a known frequency. */
export const reachDays = (frequency = "") => REACH_DAYS[frequency] ?? 8;

/** Points of a line by Unix seconds, and the largest gap in days that is still joined by a line. */
export interface LinePoints {
  readonly points: ReadonlyMap<number, number>;
  readonly mostGapDays: number;
  /** Also joins gaps as large as their neighbours: some years have only every other point or quarter ends. */
  readonly isUneven?: boolean;
}

/** A gap of an uneven line is joined up to this many times the larger of its neighbouring gaps. */
const UNEVEN = 2.5;

/** Values on a shared time axis: undefined where only other lines have points, null where the line breaks. */
export type LineValues = readonly (number | null | undefined)[];

/**
 * Puts lines on one ascending time axis. A line continues over the points of others, and breaks one day after
 * a point whose next point is too far away: what was not reported is not drawn.
 */
export function alignLines(lines: readonly LinePoints[]): { times: number[]; values: LineValues[] } {
  const broken = lines.map(({ points, mostGapDays, isUneven = false }) => {
    const own = [...points.keys()].sort((a, b) => a - b);
    const gapAfter = (i: number) => own[i + 1] - own[i] || 0;
    const around = (i: number) => (isUneven ? UNEVEN * Math.max(gapAfter(i - 1), gapAfter(i + 1)) : 0);
    const breaks = own.filter((_, i) => gapAfter(i) > Math.max(mostGapDays * DAY, around(i)));
    return new Map<number, number | null>([...breaks.map((time) => [time + DAY, null] as const), ...points]);
  });
  const times = [...new Set(broken.flatMap((line) => [...line.keys()]))].sort((a, b) => a - b);
  return { times, values: broken.map((line) => times.map((time) => line.get(time))) };
}
