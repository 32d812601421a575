import type { Market } from "../../../engine/columns/market/market.ts";
import { addMonths } from "../../../runtime/time/calendar-months.ts";
import { periodBefore } from "../periods.ts";
import type { TreeMapQuery } from "../rules.ts";

/** Months after which a security that is no longer reported is left out. */
const FRESH_MONTHS = 6;

export interface TreeMapStock {
  readonly code: number;
  /** Newest row in the window. */
  readonly row: number;
  readonly percent: number;
  /** What the view mode shows. */
  readonly value: number;
}

export type TreeMap = readonly (readonly [industry: string, stocks: readonly TreeMapStock[]])[];

/** Every stock by industry, names ascending; values descending, then code. */
export function treeMap(market: Market, query: Pick<TreeMapQuery, "period" | "viewMode">): TreeMap {
  const { positions, securities } = market;
  const newest = positions.newestDay;
  const industries = new Map<string, TreeMapStock[]>();
  if (newest === undefined) return [];
  // The longest look back is ten years here, and the window includes its first day.
  const since = periodBefore(newest, query.period === "MAX" ? "10Y" : query.period);
  const fresh = addMonths(newest, -FRESH_MONTHS);
  securities.all.forEach(({ isCompany, industry }, code) => {
    if (!isCompany || industry === "") return;
    const stock = stockOf(market, code, since, fresh, query.viewMode);
    if (stock === undefined) return;
    const members = industries.get(industry);
    if (members === undefined) industries.set(industry, [stock]);
    else members.push(stock);
  });
  const names = [...industries.keys()].sort();
  return names.map((name) => [
    name,
    industries.get(name)!.sort((a, b) => b.value - a.value || a.code - b.code),
  ]);
}

/** The first stocks of each industry. */
export function cutTreeMap(map: TreeMap, limit: number): TreeMap {
  return map.map(([name, stocks]) => [name, stocks.slice(0, limit)]);
}

function stockOf(
  { positions }: Market,
  code: number,
  since: number,
  fresh: number,
  mode: TreeMapQuery["viewMode"],
): TreeMapStock | undefined {
  const [, to] = positions.placesOf(code);
  const first = positions.firstAfter(code, since - 1);
  const percentAt = (place: number) => positions.percent.at(positions.rowAt(place));
  const isOrdinary = (place: number) => positions.typeOf(positions.rowAt(place)) === "ordinary";
  let last = to - 1;
  while (last >= first && Number.isNaN(percentAt(last))) last--;
  // The newest row says what the security is: an ordinary line of the past that was renamed is no longer one.
  if (last < first || positions.dayAt(last) < fresh || !isOrdinary(last)) return undefined;
  const row = positions.rowAt(last);
  const percent = percentAt(last);
  if (!(percent > 0)) return undefined;
  if (mode === "CURRENT_CHANGE") return { code, row, percent, value: percent };
  let oldest = first;
  while (Number.isNaN(percentAt(oldest)) || !isOrdinary(oldest)) oldest++;
  const earliest = percentAt(oldest);
  if (earliest === 0) return undefined;
  return { code, row, percent, value: ((percent - earliest) / earliest) * 100 };
}
