import type { MessageShape } from "@bufbuild/protobuf";
import {
  DeclaredInterestSchema,
  PoliticianSchema,
  RegisterHolder,
} from "../../../gen/shorts/v1alpha1/politicians_pb.ts";
import { DAY_MS } from "../../../runtime/time/calendar-date.ts";
import type { QueryResults } from "../../../snapshot/pages/query-results.ts";
import { type Row, rowMessages } from "../../../snapshot/pages/row-message.ts";
import { GIFTS, ITEM_LABELS, itemLabel, LIABILITIES, REAL_ESTATE, TRAVEL } from "../items.ts";

export interface Person {
  readonly id: number;
  readonly message: MessageShape<typeof PoliticianSchema>;
}

/** The columns of a declaration that counts use; days are numbers since 1970-01-01. */
export interface RegisterRow
  extends Readonly<Record<"stock_code" | "company_name" | "industry" | "sal_code", string | null>>,
    Readonly<Record<"from_day" | "to_day", number | null>> {
  readonly politician_id: number;
  readonly item_no: number;
  readonly holder: RegisterHolder;
  readonly currently_declared: boolean;
}

export interface Interest extends RegisterRow {
  readonly message: MessageShape<typeof DeclaredInterestSchema>;
}

/** Rows by listed company, in code order. */
function byCompany(rows: readonly RegisterRow[]) {
  const named = rows.filter((row) => row.stock_code !== null);
  return [...Map.groupBy(named, (row) => row.stock_code!)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([stockCode, rows]) => ({
      stockCode,
      companyName: rows[0].company_name ?? "",
      industry: rows[0].industry ?? "",
      rows,
    }));
}

export const PEOPLE = {
  people: "SELECT * EXCLUDE (name_place) FROM serve.register_people ORDER BY name_place",
};
export const STAMP = { stamp: "SELECT * FROM derived.register_stamp" };

const politician = rowMessages(PoliticianSchema, { keyColumns: ["politician_id"] });
const declared = rowMessages(DeclaredInterestSchema, {
  without: ["item_label"],
  keyColumns: ["id", "politician_id"],
});

/** All people in name order. */
export async function readPeople(results: QueryResults): Promise<Person[]> {
  const rows = await results.rows<Row>("people");
  return rows.map((row) => ({ id: row.politician_id as number, message: politician(row) }));
}

export async function peopleById(results: QueryResults): Promise<ReadonlyMap<number, Person>> {
  return new Map((await readPeople(results)).map((person) => [person.id, person]));
}

/** SQL: declared interests that meet a condition, by member, or by a key that is not null. */
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

/** Batches of declarations: by member and item, or by the key and member name. */
export async function* readInterests(results: QueryResults): AsyncGenerator<Interest[], void, void> {
  for await (const rows of results.stretches<Row>("interests")) {
    yield rows.map((row) => {
      const made = declared(row);
      made.itemLabel = itemLabel(made.itemNo);
      const days = { from_day: dayOf(row.declared_from), to_day: dayOf(row.declared_to) };
      return { ...(row as unknown as RegisterRow), ...days, message: made };
    });
  }
}

function dayOf(epochMs: unknown): number | null {
  return epochMs === null ? null : (epochMs as number) / DAY_MS;
}

/** Day number and epoch milliseconds of the last refresh; undefined without a register. */
export async function readStamp(results: QueryResults) {
  return (await results.rows<{ as_of_day: number; as_at: number }>("stamp")).at(0);
}

/** Which parliaments have been read, each list ascending, under the names of message fields. */
export type Coverage = Readonly<
  Record<"extractedParliaments" | "partialParliaments" | "pendingParliaments", number[]>
>;

/** Minimum share of a chamber's documents for it to count as read. */
const READ_SHARE = 0.95;

const listed = (state: string) =>
  `coalesce(list(parliament ORDER BY parliament) FILTER (state = '${state}'), []) AS "${state}Parliaments"`;

/** A parliament is extracted if each chamber is read, pending if nothing of either is, else partial. */
export const COVERAGE = {
  coverage: `
WITH chamber AS (
  SELECT parliament, count(*) AS documents, count(*) FILTER (extract_status = 'read') AS documents_read
  FROM main.register_documents
  GROUP BY parliament, chamber
),
read AS (
  SELECT
    parliament,
    CASE WHEN bool_and(documents_read >= ${READ_SHARE}::DOUBLE * documents) THEN 'extracted'
      WHEN bool_and(documents_read = 0) THEN 'pending' ELSE 'partial' END AS state
  FROM chamber
  GROUP BY parliament
)
SELECT ${["extracted", "partial", "pending"].map(listed).join(", ")}
FROM read`,
};

export async function readCoverage(results: QueryResults): Promise<Coverage> {
  return (await results.rows<Coverage>("coverage"))[0];
}

/** Coverage of the parliaments that a member sat in: by terms, else from first to last, else all. */
export function coverageOf(coverage: Coverage, terms: readonly number[], first: number, last: number) {
  const sat = (parliament: number) => {
    if (terms.length > 0) return terms.includes(parliament);
    return first === 0 || last === 0 || (parliament >= first && parliament <= last);
  };
  const cut = Object.entries(coverage).map(([name, parliaments]) => [name, parliaments.filter(sat)]);
  return Object.fromEntries(cut) as Coverage;
}

export type CompanyRows = Awaited<ReturnType<typeof readCompanies>>[number];

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

/** The listed companies of the rows, by code, with their short interest. */
export async function readCompanies(results: QueryResults, rows: readonly RegisterRow[]) {
  const shorts = await results.rows<{ stock_code: string; short_percent: number }>("shorts");
  const shortOf = new Map(shorts.map((one) => [one.stock_code, one.short_percent]));
  return byCompany(rows).map((company) => ({
    ...company,
    shortPercent: shortOf.get(company.stockCode) ?? 0,
  }));
}

export function peopleOf(rows: readonly RegisterRow[]): Set<number> {
  return new Set(rows.map((row) => row.politician_id));
}

const HOLDER_ORDER: readonly RegisterHolder[] = [
  RegisterHolder.SELF,
  RegisterHolder.SPOUSE_PARTNER,
  RegisterHolder.DEPENDENT_CHILDREN,
  RegisterHolder.UNSPECIFIED,
];

const CHANGE_DAYS = 90;
const TREND_MONTHS = 12;
export type MemberCounts = ReturnType<typeof memberCounts>;
export type DeclaredCompany = MemberCounts["companies"][number];

/** Message fields for the declarations of a member, or of all; companies are those ever declared, by code. */
export function declarationCounts(rows: readonly RegisterRow[]) {
  const current = rows.filter((row) => row.currently_declared);
  const inItem = (from: readonly RegisterRow[], ...items: number[]) =>
    from.filter((row) => items.includes(row.item_no)).length;
  const companies = byCompany(rows).map(({ rows: own, ...company }) => ({
    ...company,
    holders: [...new Set(own.map((row) => row.holder))].sort((a, b) => a - b),
    isCurrent: own.some((row) => row.currently_declared),
  }));
  return {
    itemCounts: ITEM_LABELS.map((itemLabel, i) => ({
      itemNo: i + 1,
      itemLabel,
      currentCount: inItem(current, i + 1),
      allTimeCount: inItem(rows, i + 1),
    })),
    holderCounts: HOLDER_ORDER.map((holder) => ({
      holder,
      currentCount: current.filter((row) => row.holder === holder).length,
    })),
    currentDeclaredCount: current.length,
    distinctCompanyCount: companies.filter(({ isCurrent }) => isCurrent).length,
    propertyCount: inItem(current, REAL_ESTATE),
    giftsTravelCount: inItem(current, GIFTS, TRAVEL),
    liabilityCount: inItem(current, LIABILITIES),
    undatedCount: current.filter((row) => row.from_day === null).length,
    companies,
  };
}

/** As declarationCounts, for one member, with changes in the 90 days up to the last refresh and the trend. */
export function memberCounts(rows: readonly RegisterRow[], asOfDay: number) {
  const firstDay = asOfDay - CHANGE_DAYS;
  const isRecent = (day: number | null) => day !== null && day >= firstDay;
  return {
    ...declarationCounts(rows),
    changes90d: rows.reduce((sum, row) => sum + +isRecent(row.from_day) + +isRecent(row.to_day), 0),
    trend: lastMonths(asOfDay).map(({ month, lastDay }) => ({
      month,
      declaredCount: rows.filter((row) => isDeclaredOn(row, lastDay)).length,
    })),
  };
}

/** True if a row with a known start was declared at the end of a day. */
export function isDeclaredOn({ from_day, to_day }: RegisterRow, day: number): boolean {
  return from_day !== null && from_day <= day && (to_day === null || to_day > day);
}

/** The twelve months up to that of `asOfDay`, oldest first, each with its last day. */
function lastMonths(asOfDay: number): { month: string; lastDay: number }[] {
  const asOf = new Date(asOfDay * DAY_MS);
  return Array.from({ length: TREND_MONTHS }, (_, i) => {
    const place = asOf.getUTCMonth() - (TREND_MONTHS - 1) + i;
    const first = new Date(Date.UTC(asOf.getUTCFullYear(), place, 1));
    return {
      month: first.toISOString().slice(0, 7),
      lastDay: Date.UTC(asOf.getUTCFullYear(), place + 1, 0) / DAY_MS,
    };
  });
}
