import { TerraceError } from "../../runtime/errors.ts";
import { headerOf } from "../files/header-of.ts";
import type { FileReading, Importer, ImportRow } from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";
import { RejectTally } from "../run/reject-tally.ts";
import { dateOfText } from "../series/period.ts";
import type { SourceFacts } from "../source-licence.ts";

export const ASX_LIST_SOURCE: SourceFacts = {
  id: "asx-companies",
  publisher: "ASX Limited",
  title: "ASX listed companies",
  licence: "all-rights-reserved",
  licenceClass: "unstated",
  attribution: "Source: ASX Limited",
  url: "https://www.asx.com.au/markets/trade-our-cash-market/directory",
  precedence: 50,
};

export const COMPANY_ADDRESS_SOURCE: SourceFacts = {
  id: "asx-company-addresses",
  publisher: "shorted.com.au, from public company pages",
  title: "Registered offices of ASX listed companies",
  licence: "unstated",
  licenceClass: "unstated",
  attribution: "Source: shorted.com.au",
  precedence: 45,
};

export interface CompanyPart {
  readonly sourceId: string;
  readonly rows: readonly ImportRow[];
}

/** A file that does not say when it was made is older than any that does. */
const UNDATED = "1970-01-01";

/** How each kind of list names its columns: publisher's column to the companies table. */
const KINDS = [
  {
    source: ASX_LIST_SOURCE,
    what: "ASX listed companies",
    columns: {
      "asx code": "stock_code",
      "company name": "company_name",
      "gics industry group": "industry",
      "market cap": "market_cap",
    },
  },
  {
    source: COMPANY_ADDRESS_SOURCE,
    what: "registered offices of ASX companies",
    columns: { stock_code: "stock_code", company_name: "company_name", address: "address" },
  },
] as const;

/** Lists of listed companies with market capitalisation, or with the registered office. */
export const COMPANY_LISTS: Importer<CompanyPart> = {
  id: "asx-companies",
  title: "Lists of ASX companies",
  version: 1,
  endsAnyhow: true,
  stage: "facts",
  sources: [ASX_LIST_SOURCE, COMPANY_ADDRESS_SOURCE],
  recognise(file) {
    const kind = kindOf(file);
    return kind === undefined ? undefined : { confidence: 80, what: kind.what };
  },
  read: readCompanies,
  explain: (file) => {
    const kind = kindOf(file)!;
    return [
      ...Object.entries(kind.columns).map(([column, target]) => `${column} to companies.${target}`),
      "a company without modelled exposure counts where its office stands: …, VIC, AUSTRALIA, 3205",
    ];
  },
  combine: (parts) => ({
    fragments: parts.map(({ part, vintage }) => ({
      table: "companies",
      sourceId: part.sourceId,
      vintage,
      rows: part.rows,
    })),
    rejects: [],
    notes: [],
  }),
};

/** The kind all but one of whose columns are there: a renamed column is then named by the reader. */
function kindOf(file: ImportFile): (typeof KINDS)[number] | undefined {
  const header = headerOf(file);
  return KINDS.find(({ columns }) => {
    const names = Object.keys(columns);
    return names.filter((name) => header.includes(name)).length >= Math.max(3, names.length - 1);
  });
}

function readCompanies(file: ImportFile): FileReading<CompanyPart> {
  const { source, columns } = kindOf(file)!;
  const [header, ...rows] = file.csv();
  const at = new Map(header.map((cell, i) => [cell.trim().toLowerCase(), i]));
  for (const name of Object.keys(columns)) {
    if (!at.has(name)) throw new TerraceError("bad_dataset", `${file.path}: no column "${name}"`);
  }
  const tally = new RejectTally();
  const companies = new Map<string, ImportRow>();
  let read = 0;
  let newest = UNDATED;
  rows.forEach((cells, r) => {
    if (cells.length === 1 && cells[0].trim() === "") return;
    read++;
    const row: Record<string, string | null> = {};
    for (const [name, target] of Object.entries(columns))
      row[target] = (cells[at.get(name)!] ?? "").trim() || null;
    const code = row.stock_code ?? "";
    const reject = (rule: string, reason: string) => tally.reject(rule, r + 2, reason);
    if (cells.length !== header.length)
      reject("wrong number of cells", `${cells.length}, the header has ${header.length}`);
    else if (!/^[A-Z0-9]{3,6}$/.test(code)) reject("no code", `code "${code}"`);
    else if (companies.has(code)) reject("code twice", `${code} stands twice`);
    else companies.set(code, row);
    const listed = dateOfText(cells[at.get("listing date") ?? -1] ?? "");
    if (listed !== undefined && listed > newest) newest = listed;
  });
  if (companies.size === 0) throw new TerraceError("bad_dataset", `${file.path}: no company in ${read} rows`);
  return {
    part: { sourceId: source.id, rows: [...companies.values()] },
    report: {
      rowsRead: read,
      rowsUsed: companies.size,
      rejects: tally.rules(),
      vintage: dateInName(file) ?? newest,
      notes: dateInName(file) === undefined ? ["the file does not say when it was made"] : [],
    },
  };
}

/** `ASX_Listed_Companies_07-04-2024_11-03-45_AEST.csv` is of 7 April 2024. */
function dateInName(file: ImportFile): string | undefined {
  const match = /(?:^|\D)(\d{2})-(\d{2})-(\d{4})(?:\D|$)/.exec(file.name);
  return match === null ? undefined : dateOfText(`${match[1]}/${match[2]}/${match[3]}`);
}
