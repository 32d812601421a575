import { STATE_CODES } from "../../../dataset/states.ts";
import {
  ListStatePoliticianHoldingsResponseSchema,
  ListStockPoliticiansResponseSchema,
  ListSuburbPoliticiansResponseSchema,
  PoliticianDeclarationSchema,
  PoliticianStockRollupSchema,
  RegisterChangeEventSchema,
  ShortInterestOverlapSchema,
} from "../../../gen/shorts/v1alpha1/politicians_pb.ts";
import { DAY_MS } from "../../../runtime/time/calendar-date.ts";
import { rowEncoder } from "../../../snapshot/pages/encode-message.ts";
import { ALWAYS, type PageElement } from "../../../snapshot/pages/page-format.ts";
import {
  columnElements,
  encodeElement,
  jsonElement,
  messagePage,
  pageSet,
} from "../../../snapshot/pages/page-set.ts";
import { keyedRows } from "../../../snapshot/pages/row-groups.ts";
import type { Row } from "../../../snapshot/pages/row-message.ts";
import { itemLabel, REAL_ESTATE } from "../items.ts";
import { REGISTER_LICENCE_TEXT } from "../notes.ts";
import { CHANGE_BLOCK, CHANGE_COLUMNS_KEY, DECLARATION_COLUMNS_KEY } from "../page-keys.ts";
import {
  COVERAGE,
  type CompanyRows,
  type Interest,
  interestsOf,
  PEOPLE,
  type Person,
  peopleById,
  peopleOf,
  REGISTER,
  type RegisterRow,
  readCompanies,
  readCoverage,
  readInterests,
  readRegister,
  SHORTS,
} from "./register-rows.ts";

/** The largest limit of ListStatePoliticianHoldings; the pages keep no more rows. */
const MAX_OF_A_STATE = 100;

/**
 * Declared companies: `ever` and `current` as roll-ups, most people first; `overlap`: current ones with short
 * interest, highest first; and by state, after element 0 with the rest of the response.
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
      const shown = rollups(keep).slice(0, MAX_OF_A_STATE);
      yield { key: `state ${stateCode}`, elements: [head, ...shown] };
    }
  },
});

/** The companies declared in the rows that `keep` accepts: most people first, then code. */
function rollUp(
  companies: readonly CompanyRows[],
  keep: (row: RegisterRow) => boolean,
  people: ReadonlyMap<number, Person>,
) {
  return companies
    .map(({ rows, ...company }) => {
      const declaring = peopleOf(rows.filter(keep));
      const counts = { politicianCount: declaring.size, partyCounts: partyCounts(declaring, people) };
      return { ...company, ...counts };
    })
    .filter(({ politicianCount }) => politicianCount > 0)
    .sort((a, b) => b.politicianCount - a.politicianCount || (a.stockCode < b.stockCode ? -1 : 1));
}

/** Every row is shown for EVER, only current rows for CURRENT. */
const EVER = 0;
const CURRENT = 1;

/**
 * Who declares each listed company. Elements 0 and 1 are the response without rows, shown for EVER and for
 * CURRENT; the rows follow, those that are not current shown for EVER only.
 */
export const STOCK_POLITICIAN_PAGES = pageSet({
  name: "stock_politicians",
  queries: { ...PEOPLE, ...interestsOf("stock_code") },
  documents: async function* (results) {
    const people = await peopleById(results);
    for await (const [code, rows] of keyedRows(readInterests(results), (row) => row.stock_code!)) {
      const heads = [rows, rows.filter((row) => row.currently_declared)].map((shown, i) => {
        const declaring = peopleOf(shown);
        const head = {
          stockCode: code,
          companyName: rows[0].message.companyName,
          politicianCount: declaring.size,
          partyCounts: partyCounts(declaring, people),
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
        declaringMemberCount: peopleOf(rows).size,
        properties: rows.map((row) => declaration(row, people)),
        sourceLicence: REGISTER_LICENCE_TEXT,
      });
    }
  },
});

function declaration(row: Interest, people: ReadonlyMap<number, Person>) {
  return { politician: people.get(row.politician_id)!.message, interest: row.message };
}

/** People by party: most first, then abbreviation. */
function partyCounts(ids: ReadonlySet<number>, people: ReadonlyMap<number, Person>) {
  const parties = Map.groupBy(
    Array.from(ids, (id) => people.get(id)!.message),
    ({ partyAb }) => partyAb,
  );
  return Array.from(parties, ([partyAb, own]) => ({
    partyAb,
    party: own[0].party,
    politicianCount: own.length,
  })).sort((a, b) => b.politicianCount - a.politicianCount || (a.partyAb < b.partyAb ? -1 : 1));
}

const CHANGE_ORDER = "change.changed_on DESC, people.slug, interest.item_no, change.kind, interest.id";
const changes = (member: string, condition: string) => `
SELECT
  change.kind, interest.item_no, interest.holder, interest.declared_text, interest.stock_code, interest.company_name,
  epoch_ms(change.changed_on::TIMESTAMP) AS changed_on, interest.source_url, interest.entity_kind, ${member}
FROM derived.register_change AS change
JOIN derived.declared_interest AS interest USING (id)
JOIN serve.register_people AS people ON people.politician_id = change.politician_id
${condition}
ORDER BY ${CHANGE_ORDER}`;

/** Newest first; `member` is the index in name order. */
const CHANGES = changes("people.name_place - 1 AS member", "");

/** The newest `most` changes of each member. */
export const recentChanges = (most: number) =>
  changes(
    "people.politician_id",
    `QUALIFY row_number() OVER (PARTITION BY people.politician_id ORDER BY ${CHANGE_ORDER}) <= ${most}`,
  );

const encode = rowEncoder(RegisterChangeEventSchema, { without: ["politician"], keyColumns: ["member"] });

/** Dated changes without their members, CHANGE_BLOCK per page, and the columns that requests filter by. */
export const REGISTER_CHANGE_PAGES = pageSet({
  name: "register_changes",
  queries: { changes: CHANGES },
  documents: async function* (results) {
    const columns = Array.from({ length: 5 }, () => [] as number[]);
    const stocks = new Map<string, number>();
    let block: PageElement[] = [];
    let blocks = 0;
    for await (const rows of results.stretches<Row>("changes")) {
      for (const row of rows) {
        const { changed_on, kind, item_no, member, stock_code } = row as unknown as Change;
        block.push({ binary: encode({ ...row, item_label: itemLabel(item_no) }) });
        const stock = stock_code ? placeOf(stocks, stock_code) : -1;
        const facts = [changed_on / DAY_MS, kind, item_no, member, stock];
        for (const [c, value] of facts.entries()) columns[c].push(value);
        if (block.length === CHANGE_BLOCK) {
          yield { key: String(blocks++), elements: block };
          block = [];
        }
      }
    }
    if (block.length > 0) yield { key: String(blocks), elements: block };
    const numbers = columns.map((column) => Int32Array.from(column));
    const elements = [...columnElements(numbers), jsonElement([...stocks.keys()])];
    yield { key: CHANGE_COLUMNS_KEY, elements };
  },
});

type Change = Record<"changed_on" | "kind" | "item_no" | "member", number> & { stock_code: string | null };

function placeOf(places: Map<string, number>, name: string): number {
  const place = places.get(name) ?? places.size;
  places.set(name, place);
  return place;
}

const DECLARED = `
SELECT
  name_place - 1 AS member, item_no, holder, interest.id, interest.stock_code, company_name, industry, interest.sal_code,
  suburb_name, currently_declared
FROM derived.declared_interest AS interest
JOIN serve.register_people USING (politician_id)`;

/** SQL: rank from 1 in the order of a column; 0 for null. */
const placeIn = (column: string) =>
  `CASE WHEN ${column} IS NULL THEN 0 ELSE dense_rank() OVER (ORDER BY ${column}) END::INTEGER`;

const DECLARATIONS = `
SELECT
  member, item_no, holder, ${placeIn("stock_code")} AS company, ${placeIn("sal_code")} AS suburb,
  currently_declared::INTEGER AS is_current
FROM (${DECLARED})
ORDER BY member, id`;

const COMPANIES = `
SELECT stock_code AS code, coalesce(any_value(company_name), '') AS name, coalesce(any_value(industry), '') AS industry
FROM (${DECLARED})
WHERE stock_code IS NOT NULL
GROUP BY stock_code
ORDER BY code`;

const SUBURBS = `
SELECT sal_code AS code, coalesce(any_value(suburb_name), '') AS name
FROM (${DECLARED})
WHERE sal_code IS NOT NULL
GROUP BY sal_code
ORDER BY code`;

/** Companies and suburbs by code, which the columns index, and which parliaments have been read. */
export interface DeclarationHead
  extends Readonly<Record<"extracted" | "partial" | "pending", readonly number[]>> {
  readonly companies: readonly Readonly<Record<"code" | "name" | "industry", string>>[];
  readonly suburbs: readonly Readonly<Record<"code" | "name", string>>[];
}

/**
 * Declarations by column, in member order: the head, then member, item, holder, company, suburb and
 * is_current. Companies and suburbs are indices in the head's lists from 1; 0 is none.
 */
export const DECLARATION_COLUMN_PAGES = pageSet({
  name: "declaration_columns",
  queries: { declarations: DECLARATIONS, companies: COMPANIES, suburbs: SUBURBS, ...COVERAGE },
  documents: async function* (results) {
    const coverage = await readCoverage(results);
    const head: DeclarationHead = {
      companies: await results.rows("companies"),
      suburbs: await results.rows("suburbs"),
      extracted: coverage.extractedParliaments,
      partial: coverage.partialParliaments,
      pending: coverage.pendingParliaments,
    };
    const names = ["member", "item_no", "holder", "company", "suburb", "is_current"] as const;
    const rows = await results.numbers("declarations", names);
    const columns = [
      Uint16Array.from(rows.member),
      Uint8Array.from(rows.item_no),
      Uint8Array.from(rows.holder),
      Uint16Array.from(rows.company),
      Uint16Array.from(rows.suburb),
      Uint8Array.from(rows.is_current),
    ];
    yield { key: DECLARATION_COLUMNS_KEY, elements: [jsonElement(head), ...columnElements(columns)] };
  },
});
