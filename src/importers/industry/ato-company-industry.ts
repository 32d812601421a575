import { cellText, PlainTable, titledSheet } from "../files/plain-table.ts";
import { type Importer, type ImportRow, tablesTo } from "../importer.ts";
import type { ImportFile, SheetCell } from "../run/import-file.ts";
import { sourceFacts } from "../source-licence.ts";

const ATO_INDUSTRY_SOURCE = sourceFacts({
  id: "ato-company-industry",
  publisher: "Australian Taxation Office",
  title: "Taxation statistics, companies by industry",
  licence: "CC-BY-3.0-AU",
  licenceClass: "open",
  url: "https://data.gov.au/data/organization/australiantaxationoffice",
  precedence: 60,
});

type IndustryPart = ReturnType<typeof readIndustries>["part"];

/** Items to import, by heading without footnote digits, unit and line breaks. */
const ITEMS: readonly { heading: string; unit: "no." | "$"; key: string; label: string }[] = [
  { heading: "Companies", unit: "no.", key: "companies", label: "Companies" },
  { heading: "Total income", unit: "$", key: "total_income", label: "Total income" },
  { heading: "Total expenses", unit: "$", key: "total_expenses", label: "Total expenses" },
  { heading: "Total profit or loss", unit: "$", key: "profit_or_loss", label: "Total profit or loss" },
  { heading: "Taxable income or loss", unit: "$", key: "taxable_income", label: "Taxable income or loss" },
  { heading: "Net tax", unit: "$", key: "net_tax", label: "Net tax" },
];

export const ATO_COMPANY_INDUSTRY: Importer<IndustryPart> = {
  id: "ato-company-industry",
  title: "ATO companies by industry (table 4A)",
  version: 2,
  sources: [ATO_INDUSTRY_SOURCE],
  recognise: (file) =>
    industrySheet(file) && { confidence: 90, what: "ATO companies by broad and fine industry" },
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

/** Normalises a heading, dropping footnote digits: `Broad industry2`, `Total income3\n$`. */
const heading = (cell: string) =>
  cell
    .toLowerCase()
    .replaceAll(/\s+/g, " ")
    .replace(/(?<=[a-z])\d+(?= |$)/g, "");

function areTitles(cells: readonly string[]): boolean {
  const [broad, fine, ...items] = cells.map(heading);
  return broad === "broad industry" && fine === "fine industry" && items.includes("companies no.");
}

const industrySheet = (file: ImportFile) => titledSheet(file, areTitles, /^"?Broad industry/);

function readIndustries(file: ImportFile) {
  const sheet = industrySheet(file)!;
  const table = PlainTable.titled(file, [], sheet);
  const titles = table.titles.map(heading);
  const year = /(20\d\d)\s?[–-]\s?(\d\d)/.exec(sheet.above || file.name);
  if (year === null) file.refuse("no income year such as 2022–23 in its title or name");
  const ends = `${year[1].slice(0, 2)}${year[2]}-06-30`;
  const places = ITEMS.map((item) => ({
    ...item,
    at: titles.indexOf(`${item.heading} ${item.unit}`.toLowerCase()),
  }));
  const lacking = places.filter(({ at }) => at < 0).map(({ label }) => label);
  if (lacking.length === ITEMS.length) file.refuse("none of its items is known");
  if (lacking.length > 0)
    table.tally.reject("items missing", sheet.titleRow + 1, `no column of ${lacking.join(", ")}`);
  const industries = table.take("no industry", ({ cells, reject }) => {
    const broad = /^[A-Sz]\. (.+?)\d?$/.exec(cellText(cells[0]));
    const fine = /^(?:(\d{3}) )?(.+?)\d?$/.exec(cellText(cells[1]));
    if (broad === null || fine === null)
      return reject("no industry", `industry "${cells[0] ?? ""}", "${cells[1] ?? ""}"`);
    return places.flatMap(({ at, key, label, unit }): ImportRow[] => {
      if (at < 0) return [];
      const value = numberOf(cells[at]);
      if (value === undefined) return reject("no number", `${label} is "${cells[at]}"`) ?? [];
      return [
        {
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
        },
      ];
    });
  });
  return table.reading({ part: { records: industries.flat() }, vintage: ends });
}

/** Parses a number; null for an empty cell, undefined for anything else. */
function numberOf(cell: SheetCell | undefined): number | null | undefined {
  if (cellText(cell) === "") return null;
  const value = Number(String(cell).replaceAll(",", ""));
  return Number.isFinite(value) ? value : undefined;
}
