/** An observation as a test writes it: `YYYY-MM-DD` and a value. */
export type DatedValue = readonly [period: string, value: number];

/**
 * Values by `YYYY-MM`, by the words of the proto comments and nothing shared with the engine: maps of text keys, one rule a
 * step. Observations may come in any order.
 */
export function plainMonths(observations: readonly DatedValue[], frequency: string): Map<string, number> {
  const byMonth = new Map<string, number>();
  for (const [period, value] of observations.toSorted((a, b) => (a[0] < b[0] ? -1 : 1))) {
    byMonth.set(period.slice(0, 7), value);
  }
  if (frequency !== "quarterly") return byMonth;
  const carried = new Map<string, number>();
  for (const [month, value] of byMonth) {
    // Months run forward, so a later observation of the same quarter overwrites what was carried over it.
    for (const later of restOfQuarter(month)) carried.set(later, value);
  }
  return carried;
}

function restOfQuarter(month: string): string[] {
  const quarterMonths = [
    ["01", "02", "03"],
    ["04", "05", "06"],
    ["07", "08", "09"],
    ["10", "11", "12"],
  ];
  const names = quarterMonths.find((quarter) => quarter.includes(month.slice(5)))!;
  return names.filter((name) => name >= month.slice(5)).map((name) => `${month.slice(0, 5)}${name}`);
}

/** The month `count` months later. */
export function laterMonth(month: string, count: number): string {
  const months = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + count;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, "0")}`;
}

export interface PlainCorrelation {
  readonly r: number | undefined;
  readonly n: number;
  /** `YYYY-MM-01` of the newest pair's base month. */
  readonly lastPeriod: string | undefined;
}

/** The correlation of the newest pairs (base in a month, overlay `lag` months later), r undefined below 12 pairs. */
export function plainCorrelation(
  base: ReadonlyMap<string, number>,
  overlay: ReadonlyMap<string, number>,
  windowMonths: number,
  lag = 0,
): PlainCorrelation {
  const months = [...base.keys()].filter((month) => overlay.has(laterMonth(month, lag))).sort();
  const used = months.slice(-windowMonths);
  const xs = used.map((month) => base.get(month)!);
  const ys = used.map((month) => overlay.get(laterMonth(month, lag))!);
  const lastPeriod = used.length === 0 ? undefined : `${used.at(-1)}-01`;
  return { r: used.length < 12 ? undefined : plainPearson(xs, ys), n: used.length, lastPeriod };
}

function plainPearson(xs: readonly number[], ys: readonly number[]): number | undefined {
  if (new Set(xs).size < 2 || new Set(ys).size < 2) return undefined;
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const [mx, my] = [mean(xs), mean(ys)];
  const sum = (term: (i: number) => number) => xs.reduce((total, _, i) => total + term(i), 0);
  const r =
    sum((i) => (xs[i] - mx) * (ys[i] - my)) /
    Math.sqrt(sum((i) => (xs[i] - mx) ** 2) * sum((i) => (ys[i] - my) ** 2));
  return Math.max(-1, Math.min(1, r));
}
