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
}

/** A line on an axis that others share: undefined where only others have a point, null where the line breaks. */
export type LineValues = readonly (number | null | undefined)[];

/**
 * Lines on one axis of time. A line goes on over the points of others, and breaks the day after a point when its next one
 * is too far away: what was not reported is not drawn.
 */
export function alignLines(lines: readonly LinePoints[]): { times: number[]; values: LineValues[] } {
  const broken = lines.map(({ points, mostGapDays }) => {
    const own = [...points.keys()].sort((a, b) => a - b);
    const breaks = own.filter((time, i) => i + 1 < own.length && own[i + 1] - time > mostGapDays * DAY);
    return new Map<number, number | null>([...breaks.map((time) => [time + DAY, null] as const), ...points]);
  });
  const times = [...new Set(broken.flatMap((line) => [...line.keys()]))].sort((a, b) => a - b);
  return { times, values: broken.map((line) => times.map((time) => line.get(time))) };
}
