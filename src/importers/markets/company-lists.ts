import { INDUSTRY_GROUPS } from "../../dataset/industry-groups.ts";
import { PlainTable } from "../files/plain-table.ts";
import { importerOfKinds, UNDATED } from "../importer.ts";
import { lookupOf } from "../lookup.ts";
import type { ImportFile } from "../run/import-file.ts";
import { dateOfText, dayIn, lastDayOf } from "../series/period.ts";
import { type SourceFacts, sourceFacts } from "../source-licence.ts";

const ASX_LIST_SOURCE = sourceFacts({
  id: "asx-companies",
  publisher: "ASX Limited",
  title: "ASX listed companies",
  licence: "all-rights-reserved",
  licenceClass: "unstated",
  url: "https://www.asx.com.au/markets/trade-our-cash-market/directory",
});

const MARKET_CAP_SOURCE = sourceFacts({
  id: "asx-market-caps",
  publisher: "third parties, from ASX market data",
  title: "ASX listed companies by market value",
  licence: "unstated",
  licenceClass: "unstated",
  attribution: "Source: third-party lists of ASX companies",
  precedence: 40,
});

type CompanyPart = ReturnType<typeof readCompanies>["part"];

interface Kind {
  readonly source: SourceFacts;
  readonly what: string;
  /** Column of the companies table by publisher's column. */
  readonly columns: Readonly<Record<string, string>>;
  readonly columnCount?: number;
}

const KINDS: readonly Kind[] = [
  {
    source: ASX_LIST_SOURCE,
    what: "ASX listed companies",
    columns: {
      "asx code": "stock_code",
      "company name": "company_name",
      "gics industry group": "industry",
      "listing date": "listing_date",
      "market cap": "market_cap",
    },
  },
  {
    source: ASX_LIST_SOURCE,
    what: "ASX listed companies",
    columns: { "company name": "company_name", "asx code": "stock_code", "gics industry group": "industry" },
    // A list with more columns is the first kind with one missing.
    columnCount: 3,
  },
  {
    source: MARKET_CAP_SOURCE,
    what: "ASX companies by market value",
    columns: { code: "stock_code", company: "company_name", "market cap": "market_cap", sector: "sector" },
  },
];

/** Titles and blank lines that may precede the header. */
const MAX_LINES_BEFORE = 4;

/** Cleans a cell by column; null when it has no value. */
const CLEANED = lookupOf<(cell: string) => string | null>({
  stock_code: (cell) => cell.replace(/^ASX:/, ""),
  company_name: (cell) => cell.replace(/\(ASX:\w+\)$/, "").trimEnd() || null,
  // Labels such as "Not Applic" and "Class Pend" are not industries.
  industry: (cell) => (INDUSTRY_GROUPS.includes(cell) ? cell : null),
  market_cap: (cell) => (/^[\d,.]+$/.test(cell) ? cell.replaceAll(",", "") : cell) || null,
  listing_date: (cell) => dateOfText(cell) ?? null,
});

export const COMPANY_LISTS = importerOfKinds<Kind, CompanyPart>({
  id: "asx-companies",
  title: "Lists of ASX companies",
  version: 3,
  mayLackLineEnd: true,
  sources: [ASX_LIST_SOURCE, MARKET_CAP_SOURCE],
  kindOf,
  recognised: ({ what }) => ({ confidence: 80, what }),
  read: readCompanies,
  explain: (_, { columns }) => [
    ...Object.entries(columns).map(([column, target]) => `${column} to companies.${target}`),
    "market values are those of the newest list of a source: a company that it lacks has none",
  ],
  combine(parts) {
    const newest = new Map(parts.map(({ part, vintage }) => [part.sourceId, vintage]));
    const fragments = parts.map(({ part: { sourceId, rows }, vintage }) => ({
      table: "companies",
      sourceId,
      vintage,
      // The table has a single date for all market values, so older ones are dropped.
      rows: newest.get(sourceId) === vintage ? rows : rows.map(({ market_cap: _, ...row }) => row),
    }));
    return { fragments };
  },
});

/** The kind with all but at most one of its columns in an early line; the reader reports a renamed one. */
function kindOf(file: ImportFile): Kind | undefined {
  if (file.isWorkbook || file.isHtml) return undefined;
  const lines = file.head.split(/\r?\n/).slice(0, MAX_LINES_BEFORE + 1);
  for (const text of lines) {
    const header = text.split(",").map((cell) => cell.trim().replaceAll('"', "").toLowerCase());
    const kind = KINDS.find(({ columns, columnCount }) => {
      const names = Object.keys(columns);
      const held = names.filter((name) => header.includes(name)).length;
      if (columnCount !== undefined) return held === columnCount && header.length === columnCount;
      return held >= Math.max(3, names.length - 1);
    });
    if (kind !== undefined) return kind;
  }
  return undefined;
}

function readCompanies(file: ImportFile, kind: Kind) {
  const all = file.csv();
  const line = all.findIndex((row) => row.some((cell) => cell.trim().toLowerCase() in kind.columns));
  const columns = Object.entries(kind.columns);
  const table = new PlainTable(file, Object.keys(kind.columns), { titleRow: line });
  let newest = UNDATED;
  const rows = table.take("no company", ({ text, reject, before }) => {
    const row: Record<string, string | null> = {};
    for (const [name, target] of columns) {
      const cell = text(name);
      row[target] = CLEANED[target]?.(cell) ?? (target in CLEANED ? null : cell || null);
    }
    const code = row.stock_code ?? "";
    if (row.listing_date != null && row.listing_date > newest) newest = row.listing_date;
    if (!/^[A-Z0-9]{3,6}$/.test(code)) return reject("no code", `code "${code}"`);
    return before(code) === undefined ? row : reject("code twice", `${code} occurs twice`);
  });
  const dated = dateInTitle(all.slice(0, line)) ?? dateInName(file);
  const isOfSomeDay = dated !== undefined || newest !== UNDATED;
  if (!isOfSomeDay && table.at.has("market cap")) {
    file.refuse(
      `the date of its market values is unknown; put it in the file name, as in companies.2025-11-30.csv`,
    );
  }
  return table.reading({
    part: { sourceId: kind.source.id, rows },
    vintage: dated ?? newest,
    list: kind.what,
    notes:
      dated === undefined
        ? [
            `the file does not say when it was made, and ${isOfSomeDay ? "is dated by its newest listing" : "counts as older than any dated file"}; put the date in its name`,
          ]
        : [],
  });
}

/** Day in `ASX listed companies as at Wed Apr 01 11:24:19 AEDT 2026`, `… Companies (1 May 2020)`. */
function dateInTitle(lines: readonly (readonly string[])[]): string | undefined {
  const title = lines.flat().join(" ");
  const american = /\b([A-Z][a-z]{2}) (\d{2}) [\d:]{8} \w+ (\d{4})/.exec(title);
  if (american !== null) return dateOfText(`${american[2]}-${american[1]}-${american[3]}`);
  return dayIn(/\((\d{1,2} [A-Z][a-z]+ \d{4})\)/.exec(title)?.[1] ?? "");
}

/** Day in `…_07-04-2024_11-03-45_AEST.csv` (7 April) or `…-20251105.csv`; month end for `….2025-11.csv`. */
function dateInName(file: ImportFile): string | undefined {
  const match = /(?:^|\D)(\d{2})-(\d{2})-(\d{4})(?:\D|$)/.exec(file.name);
  if (match !== null) return dateOfText(`${match[1]}/${match[2]}/${match[3]}`);
  const [, year, month, day] = /(?:^|\D)(20\d{2})-?(\d{2})(?:-?(\d{2}))?(?:\D|$)/.exec(file.name) ?? [];
  if (year === undefined) return undefined;
  return day === undefined ? monthEnd(year, month) : dateOfText(`${year}-${month}-${day}`);
}

function monthEnd(year: string, month: string): string | undefined {
  const first = dateOfText(`${year}-${month}-01`);
  return first && lastDayOf(first);
}
