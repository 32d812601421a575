import {
  ListStockPoliticiansResponseSchema,
  ListSuburbPoliticiansResponseSchema,
  PoliticianDeclarationSchema,
} from "../../../../gen/shorts/v1alpha1/politicians_pb.ts";
import { ALWAYS } from "../../../../snapshot/pages/page-format.ts";
import { encodeElement, messagePage, pageSet } from "../../../../snapshot/pages/page-set.ts";
import { keyedRows } from "../../../../snapshot/pages/row-groups.ts";
import { REAL_ESTATE } from "../../items.ts";
import { REGISTER_LICENCE_TEXT } from "../../notes.ts";
import {
  type Interest,
  interestsOf,
  PEOPLE,
  type Person,
  peopleById,
  readInterests,
} from "../register-rows.ts";

/** Number that every row is shown for, and the number that only current rows are. */
export const EVER = 0;
export const CURRENT = 1;

/**
 * Who declares each listed company. The first two elements are the answer without its rows, of all and of current
 * declarations; the rows behind them say by their range which of the two they belong to.
 */
export const STOCK_POLITICIAN_PAGES = pageSet({
  name: "stock_politicians",
  queries: { ...PEOPLE, ...interestsOf("stock_code") },
  documents: async function* (results) {
    const people = await peopleById(results);
    for await (const [code, rows] of keyedRows(readInterests(results), (row) => row.stock_code!)) {
      const heads = [rows, rows.filter((row) => row.currently_declared)].map((shown, i) => {
        const declaring = new Set(shown.map((row) => row.politicianId));
        const head = {
          stockCode: code,
          companyName: rows[0].message.companyName,
          politicianCount: declaring.size,
          partyCounts: partyCounts(Array.from(declaring, (id) => people.get(id)!)),
          sourceLicence: REGISTER_LICENCE_TEXT,
        };
        return { ...encodeElement(ListStockPoliticiansResponseSchema, head), from: i, until: i + 1 };
      });
      const elements = rows.map((row) => ({
        ...encodeElement(PoliticianDeclarationSchema, declaration(row, people)),
        from: EVER,
        until: row.currently_declared ? ALWAYS : CURRENT,
      }));
      yield { key: code, elements: [...heads, ...elements] };
    }
  },
});

/** Who declares real estate in each suburb that is declared. */
export const SUBURB_POLITICIAN_PAGES = pageSet({
  name: "suburb_politicians",
  queries: { ...PEOPLE, ...interestsOf("sal_code", `item_no = ${REAL_ESTATE}`) },
  documents: async function* (results) {
    const people = await peopleById(results);
    const properties = readInterests(results);
    for await (const [salCode, rows] of keyedRows(properties, (row) => row.message.salCode)) {
      yield messagePage(salCode, ListSuburbPoliticiansResponseSchema, {
        salCode,
        suburbName: rows[0].message.suburbName,
        stateCode: rows[0].message.propertyState,
        declaringMemberCount: new Set(rows.map((row) => row.politicianId)).size,
        properties: rows.map((row) => declaration(row, people)),
        sourceLicence: REGISTER_LICENCE_TEXT,
      });
    }
  },
});

/** A declaration with its member. */
function declaration(row: Interest, people: ReadonlyMap<number, Person>) {
  return { politician: people.get(row.politicianId)!.message, interest: row.message };
}

/** People by party: most first, then abbreviation. Each person is counted once, however often it is given. */
export function partyCounts(people: Iterable<Person>) {
  const parties = new Map<string, { party: string; ids: Set<number> }>();
  for (const { id, message } of people) {
    const found = parties.get(message.partyAb) ?? { party: message.party, ids: new Set<number>() };
    found.ids.add(id);
    parties.set(message.partyAb, found);
  }
  return Array.from(parties, ([partyAb, { party, ids }]) => ({
    partyAb,
    party,
    politicianCount: ids.size,
  })).sort((a, b) => b.politicianCount - a.politicianCount || (a.partyAb < b.partyAb ? -1 : 1));
}
