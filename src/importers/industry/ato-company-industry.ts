import { type FileReading, type Importer, type ImportRow, tablesTo } from "../importer.ts";
import type { ImportFile, SheetCell } from "../run/import-file.ts";
import { RejectTally } from "../run/reject-tally.ts";
import { sourceFacts } from "../source-licence.ts";

export const ATO_INDUSTRY_SOURCE = sourceFacts({
  id: "ato-company-industry",
  publisher: "Australian Taxation Office",
  title: "Taxation statistics, companies by industry",
  licence: "CC-BY-3.0-AU",
  licenceClass: "open",
  url: "https://data.gov.au/data/organization/australiantaxationoffice",
  precedence: 60,
});

export interface IndustryPart {
  readonly records: readonly ImportRow[];
}

/** Items that are taken, by their heading without footnote digits, unit and line breaks. */
const ITEMS: readonly { heading: string; unit: "no." | "$"; key: string; label: string }[] = [
  { heading: "Companies", unit: "no.", key: "companies", label: "Companies" },
  { heading: "Total income", unit: "$", key: "total_income", label: "Total income" },
  { heading: "Total expenses", unit: "$", key: "total_expenses", label: "Total expenses" },
  { heading: "Total profit or loss", unit: "$", key: "profit_or_loss", label: "Total profit or loss" },
  { heading: "Taxable income or loss", unit: "$", key: "taxable_income", label: "Taxable income or loss" },
  { heading: "Net tax", unit: "$", key: "net_tax", label: "Net tax" },
];

/** Company table 4A of the tax office: selected items by broad and fine industry. */
export const ATO_COMPANY_INDUSTRY: Importer<IndustryPart> = {
  id: "ato-company-industry",
  title: "ATO companies by industry (table 4A)",
  version: 2,
  sources: [ATO_INDUSTRY_SOURCE],
  recognise(file) {
    const found = tableOf(file, true);
    return found === undefined
      ? undefined
      : { confidence: 90, what: "ATO companies by broad and fine industry" };
  },
  read: readIndustries,
  explain: () => [
    "rows to industry_records by fine industry, under the name of their broad industry",
    `items: ${ITEMS.map(({ label, unit }) => `${label} (${unit})`).join(", ")}; an empty cell is a fact without a value`,
  ],
  combine: tablesTo(ATO_INDUSTRY_SOURCE, ({ records }) => ({
    industry_sources: [SOURCE_ROW],
    industry_records: records,
  })),
};

const SOURCE_ROW: ImportRow = {
  source_key: ATO_INDUSTRY_SOURCE.id,
  display_name: "ATO companies by industry",
  signal_kind: "tax_environment",
  publisher: ATO_INDUSTRY_SOURCE.publisher,
  source_url: ATO_INDUSTRY_SOURCE.url!,
  licence: ATO_INDUSTRY_SOURCE.licence,
  cadence: "yearly",
  collection_method: "download",
  enabled: true,
  public_enabled: true,
  exact_entity_required: true,
};

interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly SheetCell[])[];
  /** Row of the file that the first data row is in. */
  readonly firstRow: number;
  /** Text above the header, which names the income year. */
  readonly titles: string;
}

/** Headings lose their footnote digits: `Broad industry2`, `Total income3\n$`. */
const heading = (cell: SheetCell) =>
  String(cell ?? "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/(?<=[a-z])\d+(?= |$)/g, "");

function tableOf(file: ImportFile, headOnly = false): Table | undefined {
  if (file.isWorkbook) {
    for (const [name, head] of file.sheetHeads()) {
      const at = head.findIndex((row) => isHeader(row.map(heading)));
      if (at < 0) continue;
      const rows = headOnly ? head : file.sheet(name);
      const start = rows.findIndex((row) => isHeader(row.map(heading)));
      // In the whole sheet, columns may begin further to the left than in its head.
      if (start < 0) file.refuse("the header is not in column A");
      const titles = rows.slice(0, start).flat().join(" ");
      return { header: rows[start].map(heading), rows: rows.slice(start + 1), firstRow: start + 2, titles };
    }
    return undefined;
  }
  if (!/^"?Broad industry/.test(file.head)) return undefined;
  const [header, ...rows] = file.csv();
  if (!isHeader(header.map(heading))) return undefined;
  return { header: header.map(heading), rows, firstRow: 2, titles: file.name };
}

function isHeader(cells: readonly string[]): boolean {
  return cells[0] === "Broad industry" && cells[1] === "Fine industry" && cells.includes("Companies no.");
}

function readIndustries(file: ImportFile): FileReading<IndustryPart> {
  const table = tableOf(file)!;
  const year = /(20\d\d)\s?[–-]\s?(\d\d)/.exec(table.titles);
  if (year === null) file.refuse("no income year such as 2022–23 in its title or name");
  const ends = `${year[1].slice(0, 2)}${year[2]}-06-30`;
  const places = ITEMS.map((item) => ({ ...item, at: table.header.indexOf(`${item.heading} ${item.unit}`) }));
  const lacking = places.filter(({ at }) => at < 0).map(({ label }) => label);
  if (lacking.length === ITEMS.length) file.refuse("none of its items is known");
  const tally = new RejectTally();
  const records: ImportRow[] = [];
  let read = 0;
  let used = 0;
  if (lacking.length > 0) {
    tally.reject("items missing", table.firstRow - 1, `no column of ${lacking.join(", ")}`);
  }
  table.rows.forEach((row, r) => {
    if (row.every((cell) => cell === null || String(cell).trim() === "")) return;
    read++;
    // A workbook leaves trailing empty cells out; a line of text has them all.
    if (!file.isWorkbook && row.length !== table.header.length) {
      const reason = `${row.length} cells; expected ${table.header.length}`;
      tally.reject("cell count", table.firstRow + r, reason);
      return;
    }
    const broad = /^[A-Sz]\. (.+?)\d?$/.exec(String(row[0] ?? "").trim());
    const fine = /^(?:(\d{3}) )?(.+?)\d?$/.exec(String(row[1] ?? "").trim());
    if (broad === null || fine === null) {
      tally.reject("no industry", table.firstRow + r, `industry "${row[0] ?? ""}", "${row[1] ?? ""}"`);
      return;
    }
    used++;
    for (const { at, key, label, unit } of places.filter((place) => place.at >= 0)) {
      const value = numberOf(row[at]);
      if (value === undefined) {
        tally.reject("no number", table.firstRow + r, `${label} is "${row[at]}"`);
        continue;
      }
      records.push({
        source_key: ATO_INDUSTRY_SOURCE.id,
        source_record_id: `${year[1]}-${year[2]} ${fine[1] ?? fine[2].toLowerCase()} ${key}`,
        signal_kind: "tax_environment",
        industry: broad[1],
        stock_code: null,
        entity_abn: null,
        metric_key: key,
        metric_label: label,
        metric_value: value,
        unit: unit === "$" ? "AUD" : "count",
        period_start: `${year[1]}-07-01`,
        period_end: ends,
        as_of: ends,
        title: `${label}: ${fine[2]}, ${year[1]}-${year[2]}`,
        summary: null,
        source_url: ATO_INDUSTRY_SOURCE.url!,
        confidence: 1,
      });
    }
  });
  if (used === 0) file.refuse(`no industry in ${read} rows`);
  return tally.reading({ part: { records }, rowsRead: read, rowsUsed: used, vintage: ends });
}

/** A number, null for an empty cell, undefined for anything else. */
function numberOf(cell: SheetCell): number | null | undefined {
  if (cell === null || cell === undefined || String(cell).trim() === "") return null;
  const value = Number(String(cell).replaceAll(",", ""));
  return Number.isFinite(value) ? value : undefined;
}
