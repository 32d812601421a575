const DAY = 86_400;

/** Days between two points of a series by its frequency, with room for months of 31 days. */
const REACH_DAYS: Readonly<Record<string, number>> = {
  monthly: 32,
  quarterly: 93,
  biannual: 185,
  annual: 367,
  fy: 367,
};

/** Days between two points of a series; those of a week where it says nothing else. */
export const reachDays = (frequency = "") => REACH_DAYS[frequency] ?? 8;

/** The points of a line by Unix seconds, and how far apart two of them may be with a line between them. */
export interface LinePoints {
  readonly points: ReadonlyMap<number, number>;
  readonly mostGapDays: number;
  /** Of some years only the ends of quarters are held, or every other point: two are also joined where those around are as far. */
  readonly isUneven?: boolean;
}

/** How many times as far as those around. */
const UNEVEN = 2.5;

/** A line on an axis that others share: undefined where only others have a point, null where the line breaks. */
export type LineValues = readonly (number | null | undefined)[];

/**
 * Lines on one axis of time. A line goes on over the points of others, and breaks the day after a point when its next one
 * is too far away: what was not reported is not drawn.
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
