import type { MessageShape } from "@bufbuild/protobuf";
import {
  DeclaredInterestSchema,
  PoliticianSchema,
  type RegisterHolder,
} from "../../../gen/shorts/v1alpha1/politicians_pb.ts";
import { DAY_MS } from "../../../runtime/time/calendar-date.ts";
import type { QueryResults } from "../../../snapshot/pages/query-results.ts";
import { type Row, rowMessages } from "../../../snapshot/pages/row-message.ts";
import { itemLabel } from "../items.ts";

/** A person and its message. */
export interface Person {
  readonly id: number;
  readonly message: MessageShape<typeof PoliticianSchema>;
}

/** A declaration as far as counts look at it; days are numbers since 1970-01-01. */
export interface CountedInterest
  extends Readonly<Record<"stock_code" | "company_name" | "industry", string | null>>,
    Readonly<Record<"from_day" | "to_day", number | null>> {
  readonly item_no: number;
  readonly holder: RegisterHolder;
  readonly currently_declared: boolean;
}

/** A declaration: its message, and the columns that counts look at. */
export interface Interest extends CountedInterest {
  readonly id: number;
  readonly politicianId: number;
  readonly message: MessageShape<typeof DeclaredInterestSchema>;
}

/** The listed companies that rows name, by code, each with its rows. */
export function byCompany<One extends CountedInterest>(rows: readonly One[]) {
  const named = rows.filter((row) => row.stock_code !== null);
  return [...Map.groupBy(named, (row) => row.stock_code!)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, own]) => ({
      code,
      name: own[0].company_name ?? "",
      industry: own[0].industry ?? "",
      rows: own,
    }));
}

/** Queries that several sets read, by name. */
export const PEOPLE = {
  people: "SELECT * EXCLUDE (name_place) FROM serve.register_people ORDER BY name_place",
};
export const STAMP = { stamp: "SELECT * FROM derived.register_stamp" };

const politician = rowMessages(PoliticianSchema, { keyColumns: ["politician_id"] });
const declared = rowMessages(DeclaredInterestSchema, {
  without: ["item_label"],
  keyColumns: ["id", "politician_id"],
});

/** Everyone in order of name. */
export async function readPeople(results: QueryResults): Promise<Person[]> {
  const rows = await results.rows<Row>("people");
  return rows.map((row) => ({ id: row.politician_id as number, message: politician(row) }));
}

/** Everyone by number. */
export async function peopleById(results: QueryResults): Promise<ReadonlyMap<number, Person>> {
  return new Map((await readPeople(results)).map((person) => [person.id, person]));
}

/** Declared interests, by member or by a key that they have, and a condition. */
export function interestsOf(key?: "stock_code" | "sal_code", condition = "true"): { interests: string } {
  const [where, order] =
    key === undefined
      ? [condition, "name_place, item_no"]
      : [`interest.${key} IS NOT NULL AND ${condition}`, `interest.${key}, name_place`];
  const interests = `
SELECT
  interest.* REPLACE (
    epoch_ms(interest.declared_from::TIMESTAMP) AS declared_from, epoch_ms(interest.declared_to::TIMESTAMP) AS declared_to
  )
FROM derived.declared_interest AS interest
JOIN serve.register_people USING (politician_id)
WHERE ${where}
ORDER BY ${order}, currently_declared DESC, interest.declared_from DESC NULLS LAST, interest.id`;
  return { interests };
}

/** Declarations in stretches: of a person by item; with a key, by that key and the name of the person. */
export async function* readInterests(results: QueryResults): AsyncGenerator<Interest[], void, void> {
  for await (const rows of results.stretches<Row>("interests")) {
    yield rows.map((row) => {
      const made = declared(row);
      made.itemLabel = itemLabel(made.itemNo);
      return {
        ...(row as unknown as CountedInterest),
        id: row.id as number,
        politicianId: row.politician_id as number,
        from_day: dayOf(row.declared_from),
        to_day: dayOf(row.declared_to),
        message: made,
      };
    });
  }
}

function dayOf(epochMs: unknown): number | null {
  return epochMs === null ? null : (epochMs as number) / DAY_MS;
}

/** When the register was last refreshed: a day, and the instant in epoch milliseconds. Undefined without a register. */
export interface RegisterStamp {
  readonly as_of_day: number;
  readonly as_at: number;
}

export async function readStamp(results: QueryResults): Promise<RegisterStamp | undefined> {
  return (await results.rows<RegisterStamp>("stamp"))[0];
}
