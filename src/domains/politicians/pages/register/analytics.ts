import type { Person } from "../register-rows.ts";
import { peopleOf, type RegisterRow } from "./counts.ts";

const companiesOf = (rows: readonly RegisterRow[]) => new Set(rows.map((row) => row.stock_code)).size;
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** People and companies by party, industry and state, of rows that name a company whose industry is known. */
export function analyticsFields(all: readonly RegisterRow[], everyone: readonly Person[]) {
  const people = new Map(everyone.map(({ id, message }) => [id, message]));
  const rows = all.filter((row) => row.stock_code !== null && row.industry !== null && row.industry !== "");
  const partyOf = (row: RegisterRow) => people.get(row.politician_id)!.partyAb;
  const byIndustry = Map.groupBy(rows, (row) => row.industry!);
  const industries = Array.from(byIndustry, ([industry, own]) => ({
    industry,
    people: peopleOf(own).size,
    companies: companiesOf(own),
  })).sort((a, b) => b.people - a.people || b.companies - a.companies || byText(a.industry, b.industry));
  const cells = industries.flatMap(({ industry }) =>
    [...Map.groupBy(byIndustry.get(industry)!, partyOf)]
      .sort(([a], [b]) => byText(a, b))
      .map(([partyAb, own]) => ({
        partyAb,
        industry,
        people: peopleOf(own).size,
        companies: companiesOf(own),
      })),
  );
  const parties = Array.from(Map.groupBy(rows, partyOf), ([partyAb, own]) => ({
    partyAb,
    people: peopleOf(own).size,
  })).sort((a, b) => b.people - a.people || byText(a.partyAb, b.partyAb));
  const states = [...Map.groupBy(rows, (row) => people.get(row.politician_id)!.stateCode)]
    .filter(([stateCode]) => stateCode !== "")
    .sort(([a], [b]) => byText(a, b))
    .map(([stateCode, own]) => ({ stateCode, people: peopleOf(own).size, companies: companiesOf(own) }));
  return { cells, industries, parties, states };
}
