import { cellText, PlainTable } from "../files/plain-table.ts";
import type { FileReading, ImportRow } from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";
import { dateOfText } from "../series/period.ts";
import type { AecKind, AecLayout } from "./aec-layouts.ts";
import { centsOf, yearEndOf, yearLabel } from "./aec-source.ts";

/** The rows of one file, in its order. */
export interface AecPart {
  readonly kind: AecKind;
  readonly isExport: boolean;
  readonly rows: readonly ImportRow[];
}

const CENTS = ["receipts_cents", "payments_cents", "debts_cents", "amount_cents", "total_cents"];

export const NOT_TAKEN =
  "nothing is taken from this table: answers rest on the returns of parties and members, and on receipts and donations one by one, which are tables of their own";

/** What the recipient of a receipt is, by its type of return or of client. */
function recipientKind(type: string): string {
  if (/^political party/i.test(type)) return "party";
  if (/^associated entity/i.test(type)) return "associated_entity";
  return /third party|campaigner/i.test(type) ? "third_party" : "other";
}

/** Reads any file of the annual returns. Rows that cannot be read are counted with their reason, never guessed. */
export function readAecFile(file: ImportFile, layout: AecLayout): FileReading<AecPart> {
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
  // A copy labels its years in another way than the exports, whose label is kept.
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

/** `AllAnnualData-2025-02-10.zip/…` was fetched on 10 February 2025. */
function dateInName(file: ImportFile): string | undefined {
  const match = /(?:^|\D)(\d{4})-?(\d{2})-?(\d{2})(?:\D|$)/.exec(file.path);
  return match === null ? undefined : dateOfText(`${match[3]}/${match[2]}/${match[1]}`);
}
