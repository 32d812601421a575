import type { CsvRow } from "../data/read-csv.ts";

interface Period {
  readonly type: string;
  readonly end: string;
  readonly month: number;
  readonly currency: string;
  readonly cell: (name: string) => number | undefined;
}

const asPeriod = (cells: CsvRow): Period => ({
  type: cells.period_type,
  end: cells.period_end,
  month: 12 * Number(cells.period_end.slice(0, 4)) + Number(cells.period_end.slice(5, 7)),
  currency: cells.currency,
  cell: (name) => (cells[name] === "" ? undefined : Number(cells[name])),
});

/** Growth by walking back through one company's rows, newest first. Null members are omitted. */
export function plainGrowth(rows: readonly CsvRow[]): Record<string, unknown> {
  const all = rows.map(asPeriod).sort((a, b) => (a.end < b.end ? 1 : -1));
  const ofType = (type: string) => all.filter((period) => period.type === type);
  const before = (list: readonly Period[], period: Period | undefined) =>
    period === undefined
      ? undefined
      : list.find((one) => period.month - one.month >= 10 && period.month - one.month <= 14);
  const rate = (later: Period | undefined, earlier: Period | undefined, name: string) => {
    const [to, from] = [later?.cell(name), earlier?.cell(name)];
    if (to === undefined || from === undefined || !(from > 0)) return undefined;
    return later!.currency === earlier!.currency ? ((to - from) / from) * 100 : undefined;
  };
  const chain = (list: readonly Period[]) => {
    const first = list.at(0);
    const second = before(list, first);
    return [first, second, before(list, second)] as const;
  };
  const withEps = (type: string) => ofType(type).filter((period) => period.cell("eps_diluted") !== undefined);
  const halfEps = (later: Period | undefined, earlier: Period | undefined) => {
    const both = [later, earlier].every((period) => period?.cell("eps_diluted") !== undefined);
    return rate(later, earlier, both ? "eps_diluted" : "eps_basic");
  };

  const [annual, annualBefore, annualEarlier] = chain(ofType("annual"));
  const [half, halfBefore, halfEarlier] = chain(ofType("half"));
  const annualEps = chain(withEps("annual"));
  const ttmEps = chain(withEps("ttm"));
  const ttm = ofType("ttm").at(0);

  const halfRevenue = rate(half, halfBefore, "revenue");
  const isHalfRevenue = halfRevenue !== undefined && (annual === undefined || half!.end > annual.end);
  const isTtm = ttmEps[1] !== undefined && (annualEps[0] === undefined || ttmEps[0]!.end >= annualEps[0].end);
  const long = isTtm ? ttmEps : annualEps;
  const isHalfEps =
    halfEps(half, halfBefore) !== undefined && (long[0] === undefined || half!.end > long[0].end);
  const latest = isHalfEps ? half : isTtm ? ttmEps[0] : (annualEps[0] ?? annual ?? ttm ?? half);

  const growth: Record<string, unknown> = {
    basisPeriodType: isHalfEps ? "half" : isTtm ? "ttm" : "annual",
    revenueBasisPeriodType: isHalfRevenue ? "half" : "annual",
    periodsAvailable: rows.length,
    ...(latest === undefined ? {} : { latestPeriodEnd: latest.end }),
    ...(half === undefined ? {} : { halfLatestPeriodEnd: half.end }),
    ...((annual?.cell("net_income") ?? 0) > 0 ? { netIncomePositive: true } : {}),
  };
  /** Sets a figure and its presence flag: `hasRevenueYoy` for `revenueYoyPct`. */
  const put = (name: string, value: number | undefined) => {
    if (value === undefined) return;
    growth[`has${name[0].toUpperCase()}${name.slice(1).replace("Pct", "")}`] = true;
    if (value !== 0) growth[name] = value;
  };
  const [revenue, revenueBefore] = isHalfRevenue
    ? [halfRevenue, rate(halfBefore, halfEarlier, "revenue")]
    : [rate(annual, annualBefore, "revenue"), rate(annualBefore, annualEarlier, "revenue")];
  const [eps, epsBefore] = isHalfEps
    ? [halfEps(half, halfBefore), halfEps(halfBefore, halfEarlier)]
    : [rate(long[0], long[1], "eps_diluted"), rate(long[1], long[2], "eps_diluted")];
  put("revenueYoyPct", revenue);
  put("revenueYoyPriorPct", revenueBefore);
  put("epsYoyPct", eps);
  put("epsYoyPriorPct", epsBefore);
  put("revenueHalfYoyPct", halfRevenue);
  put("epsHalfYoyPct", halfEps(half, halfBefore));
  put("revenueTtm", ttm?.cell("revenue"));
  put("netIncomeTtm", ttm?.cell("net_income"));
  put("epsTtm", ttm?.cell("eps_diluted"));
  return growth;
}
