import type { QueryResults } from "../../../../snapshot/pages/query-results.ts";
import type { CountedInterest } from "../register-rows.ts";

/** A declaration as far as counts over the whole register look at it. */
export interface RegisterRow extends CountedInterest {
  readonly politician_id: number;
  readonly sal_code: string | null;
}

/** A listed company that somebody declares. */
export interface CompanyRows {
  readonly code: string;
  readonly name: string;
  readonly industry: string;
  readonly shortPercent: number;
  readonly rows: readonly RegisterRow[];
}

/** Queries of the register and of what its companies are shorted. */
export const REGISTER = {
  register: `
SELECT
  politician_id, item_no, holder, stock_code, company_name, industry, sal_code,
  declared_from - DATE '1970-01-01' AS from_day, declared_to - DATE '1970-01-01' AS to_day, currently_declared
FROM derived.declared_interest
ORDER BY id`,
};
export const SHORTS = { shorts: "SELECT stock_code, short_percent FROM derived.current_short" };

/** Every declaration: some tens of thousands of small rows. */
export function readRegister(results: QueryResults): Promise<RegisterRow[]> {
  return results.rows<RegisterRow>("register");
}

/** The rows that name a listed company, by code. */
export async function readCompanies(
  results: QueryResults,
  rows: readonly RegisterRow[],
): Promise<CompanyRows[]> {
  const shorts = await results.rows<{ stock_code: string; short_percent: number }>("shorts");
  const shortOf = new Map(shorts.map((one) => [one.stock_code, one.short_percent]));
  const named = Map.groupBy(
    rows.filter((row) => row.stock_code !== null),
    (row) => row.stock_code!,
  );
  return [...named]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, own]) => ({
      code,
      name: own[0].company_name ?? "",
      industry: own[0].industry ?? "",
      shortPercent: shortOf.get(code) ?? 0,
      rows: own,
    }));
}

/** Different people among rows. */
export function peopleOf(rows: readonly RegisterRow[]): Set<number> {
  return new Set(rows.map((row) => row.politician_id));
}
