import type { PanelRow } from "../../../domains/market/queries/panel.ts";
import { withoutFormula } from "../../../exports/csv-writer.ts";
import type { PanelFormat } from "./panel-query.ts";

const COLUMNS = [
  "date",
  "available_from",
  "security_type",
  "product_code",
  "product_name",
  "reported_short_positions",
  "total_product_in_issue",
  "percent_shorted",
];

/** How rows are written in a format. */
export interface PanelLines {
  /** What comes before the rows. */
  readonly head: string;
  line(row: PanelRow): string;
  /** What comes last when a failure cut the rows short. */
  incomplete(rows: number): string;
}

export const PANEL_LINES: Readonly<Record<PanelFormat, PanelLines>> = {
  csv: {
    head: `${COLUMNS.join(",")}\n`,
    line: (row) =>
      `${row.date},${row.availableFrom},${row.securityType},${row.code},${csvText(row.name)},${plain(row.short)},${plain(row.issued)},${plain(row.percent)}\n`,
    incomplete: (rows) => `#ERROR incomplete export after ${rows} rows\n`,
  },
  ndjson: {
    head: "",
    line: (row) => {
      const name = row.name === "" ? "" : `"product_name":${JSON.stringify(row.name)},`;
      return `{"date":"${row.date}","available_from":"${row.availableFrom}","security_type":"${row.securityType}","product_code":"${row.code}",${name}"reported_short_positions":${plain(row.short) || "null"},"total_product_in_issue":${plain(row.issued) || "null"},"percent_shorted":${plain(row.percent)}}\n`;
    },
    incomplete: (rows) => `${JSON.stringify({ error: "incomplete", rows })}\n`,
  },
};

function csvText(given: string): string {
  const text = withoutFormula(given);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The shortest decimal that is the same number, without an exponent; "" for a missing one. */
export function plain(value: number): string {
  if (Number.isNaN(value)) return "";
  const text = String(value);
  if (!text.includes("e")) return text;
  return Math.abs(value) >= 1 ? BigInt(value).toString() : value.toFixed(20).replace(/\.?0+$/, "");
}
