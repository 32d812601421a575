import { STATE_CODES } from "../../../../dataset/states.ts";
import {
  ListStatePoliticianHoldingsResponseSchema,
  PoliticianStockRollupSchema,
  ShortInterestOverlapSchema,
} from "../../../../gen/shorts/v1alpha1/politicians_pb.ts";
import { encodeElement, pageSet } from "../../../../snapshot/pages/page-set.ts";
import { REGISTER_LICENCE_TEXT } from "../../notes.ts";
import { PEOPLE, type Person, peopleById } from "../register-rows.ts";
import {
  type CompanyRows,
  peopleOf,
  REGISTER,
  type RegisterRow,
  readCompanies,
  readRegister,
  SHORTS,
} from "./counts.ts";
import { partyCounts } from "./declarers.ts";

/** How many rows of a state an answer may hold at most; the pages keep no more. */
const MOST_OF_A_STATE = 100;

/**
 * Declared companies: `ever` and `current` as roll-ups, most people first; `overlap`, those declared now with short interest,
 * most of it first; and by state, behind an element with the rest of the answer.
 */
export const DECLARED_COMPANY_PAGES = pageSet({
  name: "declared_companies",
  queries: { ...PEOPLE, ...REGISTER, ...SHORTS },
  documents: async function* (results) {
    const people = await peopleById(results);
    const companies = await readCompanies(results, await readRegister(results));
    const isCurrent = (row: RegisterRow) => row.currently_declared;
    const rollups = (keep: (row: RegisterRow) => boolean) =>
      rollUp(companies, keep, people).map((rollup) => encodeElement(PoliticianStockRollupSchema, rollup));

    yield { key: "ever", elements: rollups(() => true) };
    yield { key: "current", elements: rollups(isCurrent) };
    const shorted = rollUp(companies, isCurrent, people).filter(({ shortPercent }) => shortPercent > 0);
    shorted.sort((a, b) => b.shortPercent - a.shortPercent || (a.stockCode < b.stockCode ? -1 : 1));
    yield {
      key: "overlap",
      elements: shorted.map((overlap) => encodeElement(ShortInterestOverlapSchema, overlap)),
    };
    for (const stateCode of STATE_CODES) {
      const isOfState = (row: RegisterRow) => people.get(row.politician_id)!.message.stateCode === stateCode;
      const keep = (row: RegisterRow) => row.currently_declared && isOfState(row);
      const head = encodeElement(ListStatePoliticianHoldingsResponseSchema, {
        stateCode,
        politicianCount: peopleOf(companies.flatMap(({ rows }) => rows.filter(keep))).size,
        sourceLicence: REGISTER_LICENCE_TEXT,
      });
      const shown = rollups(keep).slice(0, MOST_OF_A_STATE);
      yield { key: `state ${stateCode}`, elements: [head, ...shown] };
    }
  },
});

/** The companies that somebody declares by the rows kept: most people first, then code. */
function rollUp(
  companies: readonly CompanyRows[],
  keep: (row: RegisterRow) => boolean,
  people: ReadonlyMap<number, Person>,
) {
  return companies
    .map(({ code, name, industry, shortPercent, rows }) => {
      const declaring = peopleOf(rows.filter(keep));
      return {
        stockCode: code,
        companyName: name,
        industry,
        politicianCount: declaring.size,
        partyCounts: partyCounts(Array.from(declaring, (id) => people.get(id)!)),
        shortPercent,
      };
    })
    .filter(({ politicianCount }) => politicianCount > 0)
    .sort((a, b) => b.politicianCount - a.politicianCount || (a.stockCode < b.stockCode ? -1 : 1));
}
