import { cellText, PlainTable } from "../files/plain-table.ts";
import { type ImportRow, importerOfKinds, type StoredPart } from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";
import { dateOfText } from "../series/period.ts";
import { sourceFacts } from "../source-licence.ts";
import { type AecKind, type AecLayout, aecLayout } from "./aec-layouts.ts";

const AEC_SOURCE = sourceFacts({
  id: "aec-transparency-register",
  publisher: "Australian Electoral Commission",
  title: "AEC Transparency Register, annual returns",
  attribution: "© Commonwealth of Australia, Australian Electoral Commission Transparency Register",
  url: "https://transparency.aec.gov.au/Download",
  precedence: 60,
});

/** Table by kind. Rows that agree in the `alike` columns are numbered. */
const TABLES: Readonly<Partial<Record<AecKind, { table: string; alike: readonly string[] }>>> = {
  "party returns": { table: "aec_party_returns", alike: ["financial_year", "party_name"] },
  receipts: {
    table: "aec_receipts",
    alike: ["financial_year", "recipient_name", "payer_name", "receipt_type", "amount_cents"],
  },
  "donations made": {
    table: "aec_donations_made",
    alike: ["financial_year", "donor_name", "party_name", "amount_cents"],
  },
  "member returns": { table: "aec_mp_returns", alike: [] },
};

export const AEC_RETURNS = importerOfKinds<AecLayout, AecPart>({
  id: "aec-annual-returns",
  title: "Annual returns of the AEC Transparency Register",
  mayLackLineEnd: true,
  sources: [AEC_SOURCE],
  kindOf: aecLayout,
  recognised: ({ isExport, what }) => ({ confidence: isExport ? 80 : 85, what }),
  read: readAecFile,
  explain: (_, { kind, columns }) => {
    const table = TABLES[kind]?.table;
    if (table === undefined) return [NOT_TAKEN];
    return [
      ...Object.entries(columns).map(([target, names]) => `${names.join(" or ")} to ${table}.${target}`),
      "amounts are read digit by digit into cents; two identical rows are two payments",
    ];
  },
  combine,
});

/** Takes the newest file of each kind, as each is complete; on equal dates the register's own export. */
function combine(parts: readonly StoredPart<AecPart>[]) {
  const notes: string[] = [];
  const fragments = Object.entries(TABLES).flatMap(([kind, { table, alike }]) => {
    const own = parts.filter(({ part }) => part.kind === kind).toSorted(newestFirst);
    if (own.length === 0) return [];
    if (own.length > 1)
      notes.push(
        `${own.length - 1} other files of ${kind} were ignored: ${own[0].path} is newer, or the original export`,
      );
    const [{ part, vintage }] = own;
    const rows = numbered(part.rows, alike).map((row) => ({ ...row, snapshot_at: `${vintage}T00:00:00Z` }));
    return [{ table, sourceId: AEC_SOURCE.id, vintage, rows }];
  });
  return { fragments, notes };
}

function newestFirst(a: StoredPart<AecPart>, b: StoredPart<AecPart>): number {
  if (a.vintage !== b.vintage) return a.vintage < b.vintage ? 1 : -1;
  if (a.part.isExport !== b.part.isExport) return a.part.isExport ? -1 : 1;
  return a.sha256 < b.sha256 ? -1 : 1;
}

/** Adds `occurrence`, counting rows that agree in the `alike` columns. */
function numbered(rows: readonly ImportRow[], alike: readonly string[]): ImportRow[] {
  if (alike.length === 0) return [...rows];
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const key = alike.map((column) => row[column]).join("\u0000");
    const occurrence = (seen.get(key) ?? 0) + 1;
    seen.set(key, occurrence);
    return { ...row, occurrence };
  });
}

/** Financial-year label as in the register's exports: `1998-1999` until 2010-2011, then `2011-12`. */
export function yearLabel(yearEnd: number): string {
  return yearEnd <= 2011 ? `${yearEnd - 1}-${yearEnd}` : `${yearEnd - 1}-${String(yearEnd).slice(2)}`;
}

/** Final year of `2011-12` or `1998-1999`; undefined for other strings. */
export function yearEndOf(label: string): number | undefined {
  const match = /^(\d{4})-(\d{2}|\d{4})$/.exec(label.trim());
  if (match === null) return undefined;
  const end = Number(match[1]) + 1;
  return String(end).endsWith(match[2]) ? end : undefined;
}

/** Parses dollars into cents without floats: `1186307`, `12.5`, `-3.07`. Undefined when malformed. */
export function centsOf(text: string): number | undefined {
  const match = /^(-?)\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (match === null) return undefined;
  const cents = Number(match[2].replaceAll(",", "")) * 100 + Number((match[3] ?? "").padEnd(2, "0"));
  return match[1] === "-" && cents !== 0 ? -cents : cents;
}

type AecPart = ReturnType<typeof readAecFile>["part"];

const CENTS = ["receipts_cents", "payments_cents", "debts_cents", "amount_cents", "total_cents"];

const NOT_TAKEN =
  "nothing is taken from this table: answers rest on the returns of parties and members, and on receipts and donations one by one, which are tables of their own";

function recipientKind(type: string): string {
  if (/^political party/i.test(type)) return "party";
  if (/^associated entity/i.test(type)) return "associated_entity";
  return /third party|campaigner/i.test(type) ? "third_party" : "other";
}

/** Reads any file of the annual returns. Unreadable rows are rejected with their reason, never guessed. */
function readAecFile(file: ImportFile, layout: AecLayout) {
  const table = new PlainTable(file, []);
  const at = new Map(
    Object.entries(layout.columns).map(([target, options]) => [
      target,
      table.titles.findIndex((name) => options.includes(name)),
    ]),
  );
  const rows: ImportRow[] = [];
  let newest = 0;
  for (const { cells, reject } of table.records()) {
    const cell = (target: string) => cellText(cells[at.get(target)!]);
    const end = yearEndOf(cell("year"));
    if (end === undefined) reject("no financial year", `"${cell("year")}"`);
    else {
      newest = Math.max(newest, end);
      const row = layout.kind === "other returns" ? undefined : rowOf(layout, end, cell, reject);
      if (row !== undefined) rows.push(row);
    }
  }
  const { rowsRead } = table;
  if (newest === 0) file.refuse(`no financial year in ${rowsRead} rows`);
  const named = dateInName(file);
  const notes =
    named === undefined
      ? ["the file does not say when it was fetched; the day its newest returns were published is in"]
      : [];
  const isUnread = layout.kind === "other returns";
  if (isUnread) notes.push(NOT_TAKEN);
  return {
    part: { kind: layout.kind, isExport: layout.isExport, rows },
    report: {
      rowsRead,
      rowsUsed: rows.length,
      rejects: isUnread ? [] : table.tally.rules(),
      // Annual returns are published on the first weekday of February after their year.
      vintage: named ?? `${newest + 1}-02-01`,
      list: layout.what,
      notes,
    },
  };
}

function rowOf(
  { kind, columns, isExport }: AecLayout,
  end: number,
  cell: (target: string) => string,
  reject: (rule: string, reason: string) => void,
): ImportRow | undefined {
  // Exports keep their label; copies write years differently and are normalised.
  const year = { financial_year: isExport ? cell("year") : yearLabel(end), financial_year_end: end };
  const row: Record<string, string | number | null> = { ...year };
  for (const target of Object.keys(columns)) {
    if (target === "year" || target === "return_type") continue;
    const text = cell(target);
    if (CENTS.includes(target)) {
      const cents = text === "" || text === "N/A" ? null : centsOf(text);
      if (cents === undefined || (cents === null && target === "amount_cents")) {
        reject("no amount", `${target.replace("_cents", "")} "${text}"`);
        return undefined;
      }
      row[target] = cents;
    } else if (target === "donated_on") row[target] = dateOfText(text) ?? null;
    else if (target === "donor_count") row[target] = /^\d+$/.test(text) ? Number(text) : null;
    else if (target === "party_group" || target === "receipt_type") row[target] = text === "" ? null : text;
    else if (text === "") {
      reject("no name", `${target.replace("_", " ")} is empty`);
      return undefined;
    } else row[target] = text;
  }
  if (kind === "receipts") row.recipient_kind = recipientKind(cell("return_type"));
  if (kind === "member returns") {
    row.return_type = cell("return_type");
    row.chamber = /senator/i.test(cell("return_type")) ? "senate" : "house";
  }
  return row;
}

/** Day in a name such as `AllAnnualData-2025-02-10.zip/…`. */
function dateInName(file: ImportFile): string | undefined {
  const match = /(?:^|\D)(\d{4})-?(\d{2})-?(\d{2})(?:\D|$)/.exec(file.path);
  return match === null ? undefined : dateOfText(`${match[3]}/${match[2]}/${match[1]}`);
}
