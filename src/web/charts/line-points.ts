export interface LinePoint {
  /** When, in milliseconds. */
  readonly at: number;
  readonly label: string;
  readonly value: number;
}

/** Points of a drawing: more than two a pixel of a phone show nothing. */
const MOST_POINTS = 400;
const MOST_YEARS = 6;

/** Three to six round values that enclose a range. */
export function roundMarks(low: number, high: number): number[] {
  const span = high - low || Math.abs(high) || 1;
  const power = 10 ** Math.floor(Math.log10(span / 3));
  const step = [1, 2, 5, 10].map((of) => of * power).find((of) => span / of <= 4) ?? 10 * power;
  const [from, to] = [Math.floor(low / step), Math.max(Math.ceil(high / step), Math.floor(low / step) + 1)];
  // A product of a round step and a whole number may have digits that neither has.
  return Array.from({ length: to - from + 1 }, (_, i) => Number(((from + i) * step).toPrecision(12)));
}

/** Round years of which the first of January is between two dates. */
export function yearMarks(from: number, to: number): number[] {
  const [first, last] = [new Date(from - 1).getUTCFullYear() + 1, new Date(to).getUTCFullYear()];
  const step = [1, 2, 5, 10, 20, 50].find((of) => (last - first) / of < MOST_YEARS) ?? 100;
  const years = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
  return years.filter((year) => year % step === 0);
}

/** Of a long list the lowest and the highest of each stretch, and both ends. */
export function thinned(points: readonly LinePoint[]): readonly LinePoint[] {
  if (points.length <= MOST_POINTS) return points;
  const kept = new Set([0, points.length - 1]);
  const stretch = Math.ceil((2 * points.length) / MOST_POINTS);
  for (let from = 0; from < points.length; from += stretch) {
    let [lowest, highest] = [from, from];
    for (let i = from; i < Math.min(from + stretch, points.length); i++) {
      if (points[i].value < points[lowest].value) lowest = i;
      if (points[i].value > points[highest].value) highest = i;
    }
    kept.add(lowest).add(highest);
  }
  return [...kept].sort((a, b) => a - b).map((i) => points[i]);
}
