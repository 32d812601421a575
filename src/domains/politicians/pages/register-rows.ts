import type { MessageShape } from "@bufbuild/protobuf";
import { DeclaredInterestSchema, PoliticianSchema } from "../../../gen/shorts/v1alpha1/politicians_pb.ts";
import type { BuildDatabase } from "../../../snapshot/build/write-tables.ts";
import { type Row, rowMessages } from "../../../snapshot/pages/row-message.ts";
import { itemLabel } from "../items.ts";
import type { CountedInterest } from "./members/member-counts.ts";

const MS_A_DAY = 86_400_000;

/** A person and its message. */
export interface Person {
  readonly id: number;
  readonly message: MessageShape<typeof PoliticianSchema>;
}

/** A declaration: its message, and the columns that counts look at. */
export interface Interest extends CountedInterest {
  readonly id: number;
  readonly politicianId: number;
  readonly message: MessageShape<typeof DeclaredInterestSchema>;
}

const PEOPLE = "SELECT * EXCLUDE (name_place) FROM serve.register_people ORDER BY name_place";

/** Everyone in order of name. */
export async function readPeople(db: BuildDatabase): Promise<Person[]> {
  const people: Person[] = [];
  for await (const rows of db.stretches<Row>(PEOPLE)) {
    const message = rowMessages(PoliticianSchema, Object.keys(rows[0]), { keyColumns: ["politician_id"] });
    people.push(...rows.map((row) => ({ id: row.politician_id as number, message: message(row) })));
  }
  return people;
}

const KEY_COLUMNS = ["id", "politician_id"];

/** SQL for declarations, one person's behind the other's in order of name, within one in the order of an answer. */
const interestsSql = (condition: string, order: string) => `
SELECT
  interest.* REPLACE (
    epoch_ms(interest.declared_from::TIMESTAMP) AS declared_from, epoch_ms(interest.declared_to::TIMESTAMP) AS declared_to
  )
FROM derived.declared_interest AS interest
JOIN serve.register_people USING (politician_id)
WHERE ${condition}
ORDER BY ${order}, currently_declared DESC, interest.declared_from DESC NULLS LAST, interest.id`;

/** Declarations in stretches: of a person by item; with a key, by that key and the name of the person. */
export async function* readInterests(
  db: BuildDatabase,
  key?: "stock_code" | "sal_code",
  condition = "true",
): AsyncGenerator<Interest[], void, void> {
  const sql =
    key === undefined
      ? interestsSql(condition, "name_place, item_no")
      : interestsSql(`interest.${key} IS NOT NULL AND ${condition}`, `interest.${key}, name_place`);
  for await (const rows of db.stretches<Row>(sql)) {
    const message = rowMessages(DeclaredInterestSchema, Object.keys(rows[0]), {
      without: ["item_label"],
      keyColumns: KEY_COLUMNS,
    });
    yield rows.map((row) => {
      const made = message(row);
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
  return epochMs === null ? null : (epochMs as number) / MS_A_DAY;
}

/** When the register was last refreshed: a day, and the instant in epoch milliseconds. Undefined without a register. */
export interface RegisterStamp {
  readonly as_of_day: number;
  readonly as_at: number;
}

export async function readStamp(db: BuildDatabase): Promise<RegisterStamp | undefined> {
  for await (const [stamp] of db.stretches<RegisterStamp>("SELECT * FROM derived.register_stamp"))
    return stamp;
  return undefined;
}

/** All rows of a small result. */
export async function readAll<T extends object>(db: BuildDatabase, sql: string): Promise<T[]> {
  const found: T[] = [];
  for await (const rows of db.stretches<T>(sql)) found.push(...rows);
  return found;
}
