import { type Market, marketOf } from "../../../engine/columns/market/market.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import { perSnapshot } from "../../per-snapshot.ts";

/** Companies by industry, largest first, unknown sizes last, then by code. */
const companiesByIndustry = perSnapshot("stocks peers", (view): ReadonlyMap<string, readonly number[]> => {
  const { securities } = marketOf(view);
  const size = (code: number) => marketCapOf(marketOf(view), code);
  const companies = securities.codes
    .map((_, code) => code)
    .filter((code) => securities.all[code].isCompany && securities.all[code].industry !== "");
  const groups = Map.groupBy(companies, (code) => securities.all[code].industry);
  // Code numbers are in code order.
  for (const group of groups.values()) group.sort((a, b) => size(b) - size(a) || a - b);
  return groups;
});

/** Market capitalisation of the company list; 0 if unknown. */
export function marketCapOf({ securities }: Market, code: number): number {
  return securities.frame.numbers("market_cap").at(code) || 0;
}

/** The largest companies of a code's industry, without itself. */
export function peersOf(view: SnapshotView, code: number, limit: number): readonly number[] {
  const { industry } = marketOf(view).securities.all[code];
  const group = industry === "" ? [] : (companiesByIndustry(view).get(industry) ?? []);
  return group.filter((other) => other !== code).slice(0, limit);
}
