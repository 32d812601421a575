import { type Market, marketOf } from "../../../engine/columns/market/market.ts";
import type { SnapshotView } from "../../../engine/view.ts";

/** Companies of each industry, largest first: unknown sizes last, then by code. */
function companiesByIndustry(view: SnapshotView): ReadonlyMap<string, readonly number[]> {
  return view.derived("stocks peers", () => {
    const { securities } = marketOf(view);
    const size = (code: number) => marketCapOf(marketOf(view), code);
    const groups = new Map<string, number[]>();
    securities.all.forEach(({ isCompany, industry }, code) => {
      if (!isCompany || industry === "") return;
      groups.set(industry, [...(groups.get(industry) ?? []), code]);
    });
    // Numbers of codes are in the order of the codes.
    for (const group of groups.values()) group.sort((a, b) => size(b) - size(a) || a - b);
    return groups;
  });
}

/** Market capitalisation as the company list has it; 0 unknown. */
export function marketCapOf({ securities }: Market, code: number): number {
  return securities.frame.numbers("market_cap").at(code) || 0;
}

/** The largest companies of a code's industry, without itself. */
export function peersOf(view: SnapshotView, code: number, limit: number): readonly number[] {
  const { industry } = marketOf(view).securities.all[code];
  const group = industry === "" ? [] : (companiesByIndustry(view).get(industry) ?? []);
  return group.filter((other) => other !== code).slice(0, limit);
}
