import { create } from "@bufbuild/protobuf";
import {
  ListStockPoliticiansResponseSchema,
  PoliticianDeclarationSchema,
} from "../../../../gen/shorts/v1alpha1/politicians_pb.ts";
import { ALWAYS } from "../../../../snapshot/pages/page-format.ts";
import { encodeElement, pageSet } from "../../../../snapshot/pages/page-set.ts";
import { REGISTER_LICENCE_TEXT } from "../../notes.ts";
import {
  type Interest,
  interestsOf,
  PEOPLE,
  type Person,
  readInterests,
  readPeople,
} from "../register-rows.ts";
import { partyCounts } from "./party-counts.ts";

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
    const people = new Map((await readPeople(results)).map((person) => [person.id, person]));
    for await (const [code, rows] of byKey(readInterests(results), (row) => row.stock_code!)) {
      const heads = [rows, rows.filter((row) => row.currently_declared)].map((shown, i) => ({
        ...encodeElement(ListStockPoliticiansResponseSchema, headMessage(code, rows, shown, people)),
        from: i,
        until: i + 1,
      }));
      const elements = rows.map((row) => ({
        ...encodeElement(PoliticianDeclarationSchema, declaration(row, people)),
        from: EVER,
        until: row.currently_declared ? ALWAYS : CURRENT,
      }));
      yield { key: code, elements: [...heads, ...elements] };
    }
  },
});

function headMessage(
  code: string,
  rows: readonly Interest[],
  shown: readonly Interest[],
  people: ReadonlyMap<number, Person>,
) {
  const declaring = new Set(shown.map((row) => row.politicianId));
  return create(ListStockPoliticiansResponseSchema, {
    stockCode: code,
    companyName: rows[0].message.companyName,
    politicianCount: declaring.size,
    partyCounts: partyCounts(Array.from(declaring, (id) => people.get(id)!)),
    sourceLicence: REGISTER_LICENCE_TEXT,
  });
}

/** A declaration with its member. */
export function declaration(row: Interest, people: ReadonlyMap<number, Person>) {
  return create(PoliticianDeclarationSchema, {
    politician: people.get(row.politicianId)!.message,
    interest: row.message,
  });
}

/** Rows of one key after the other; they come in order of the key. */
export async function* byKey(
  stretches: AsyncGenerator<Interest[], void, void>,
  keyOf: (row: Interest) => string,
): AsyncGenerator<[string, Interest[]], void, void> {
  let key: string | undefined;
  let group: Interest[] = [];
  for await (const rows of stretches) {
    for (const row of rows) {
      const next = keyOf(row);
      if (next !== key) {
        if (key !== undefined) yield [key, group];
        key = next;
        group = [];
      }
      group.push(row);
    }
  }
  if (key !== undefined) yield [key, group];
}
