import type { QueryResults } from "../../../../snapshot/pages/query-results.ts";
import { byCompany, type CountedInterest } from "../register-rows.ts";

/** A declaration as far as counts over the whole register look at it. */
export interface RegisterRow extends CountedInterest {
  readonly politician_id: number;
  readonly sal_code: string | null;
}

/** A listed company that somebody declares. */
export type CompanyRows = Awaited<ReturnType<typeof readCompanies>>[number];

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

/** The listed companies that rows name, by code, with the short interest in them. */
export async function readCompanies(results: QueryResults, rows: readonly RegisterRow[]) {
  const shorts = await results.rows<{ stock_code: string; short_percent: number }>("shorts");
  const shortOf = new Map(shorts.map((one) => [one.stock_code, one.short_percent]));
  return byCompany(rows).map((company) => ({ ...company, shortPercent: shortOf.get(company.code) ?? 0 }));
}

/** Different people among rows. */
export function peopleOf(rows: readonly RegisterRow[]): Set<number> {
  return new Set(rows.map((row) => row.politician_id));
}
