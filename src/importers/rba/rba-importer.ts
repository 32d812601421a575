import { dateOfDay, dayNumber, dayNumberOf } from "../../runtime/time/calendar-date.ts";
import { cellText } from "../files/plain-table.ts";
import { type FileReading, importerOfKinds } from "../importer.ts";
import { lookupOf } from "../lookup.ts";
import type { ImportFile } from "../run/import-file.ts";
import { RejectTally } from "../run/reject-tally.ts";
import {
  type LabelledColumn,
  type LabelledTable,
  labelledSheets,
  pointsOf,
  readLabelledTable,
} from "../series/labelled-columns.ts";
import { dateOfText, type Frequency, lastDayOf, newestOf } from "../series/period.ts";
import type { Points } from "../series/points.ts";
import { combineSeries, explainSeries, type SeriesPart, type StoredSeries } from "../series/series-part.ts";
import { regionOfLabel } from "../series/series-regions.ts";
import {
  adjustmentOf,
  baseUnitOf,
  type EconomicTarget,
  type PriceTarget,
  scaled,
  slugOf,
} from "../series/series-target.ts";
import { isOpenOwner, RBA_TABLES, RBA_THIRD_PARTY, type RbaTable } from "./rba-tables.ts";

const SOURCES = [...RBA_TABLES.map(({ source }) => source), RBA_THIRD_PARTY];

export const RBA_TABLE_IMPORTER = importerOfKinds<RbaSheet, SeriesPart>({
  id: "rba-tables",
  title: "RBA statistical tables",
  version: 4,
  sources: SOURCES,
  kindOf: rbaSheet,
  recognised: ({ tableId }) => {
    const title = RBA_TABLES.find(({ id }) => id === tableId)?.source.title;
    return { confidence: 90, what: `RBA ${title ?? `table ${tableId || "without a number"}`}` };
  },
  read: readRbaTable,
  explain: (file, sheet) => readRbaTable(file, sheet).part.series.map(explainSeries),
  combine: (parts) => combineSeries(parts, SOURCES),
});

const MAX_LAG_DAYS = { daily: 31, monthly: 120, quarterly: 230 } as const;
const LABELS = ["title", "frequency", "type", "units", "source", "publication date", "series id"];
/** Series that are also national measures in the price tables. */
const PRICE_MEASURES = lookupOf<Omit<PriceTarget, "region" | "dwellingType">>({
  FIRMMCRT: { measure: "cash_rate", unit: "percent" },
  FLRHOOTA: { measure: "mortgage_rate_oo", unit: "percent" },
  FLRHIOTA: { measure: "mortgage_rate_investor", unit: "percent" },
  DGFACH12: { measure: "housing_credit_growth", unit: "percent" },
  DGFACOH12: { measure: "housing_credit_growth_oo", unit: "percent" },
  DGFACIH12: { measure: "housing_credit_growth_investor", unit: "percent" },
  BSPNSHNFD: { measure: "household_dwelling_assets", unit: "AUD" },
  BSPNSHUNW: { measure: "household_net_worth", unit: "AUD" },
  BSPNSHUL: { measure: "household_liabilities", unit: "AUD" },
  BHFDDIT: { measure: "debt_to_income", unit: "ratio", divisor: 100 },
});
/** API names of series by table and title pattern; the capture group is the product. */
const KNOWN_NAMES: readonly (readonly [
  tableId: string,
  title: RegExp,
  name: (product: string) => Pick<EconomicTarget, "metric" | "product"> & { topic?: string },
])[] = [
  ["D1", /^credit; (.+); 12-month ended growth$/i, (product) => ({ metric: "growth_yoy", product })],
  ["F11", /^A\$1=USD$/i, () => ({ topic: "rates", metric: "aud_usd", product: null })],
  ["G1", /^consumer price index$/i, () => ({ metric: "index", product: "all_groups" })],
  ["G1", /^year-ended inflation$/i, () => ({ metric: "annual_change", product: "all_groups" })],
];
const AUSTRALIA = regionOfLabel("aus")!;

type RbaSheet = NonNullable<ReturnType<typeof rbaSheet>>;

/** First sheet, or CSV, with the RBA's header rows, and the table number in its first line. */
function rbaSheet(file: ImportFile) {
  const [sheet] = labelledSheets(
    file,
    isRbaText,
    (labels) => LABELS.filter((label) => labels.has(label)).length >= 4,
  );
  if (sheet === undefined) return undefined;
  // Older workbooks write F02 for table F2.
  const [, letter = "", number = ""] =
    /^([A-Z])0?(\d{1,2}(?:\.\d{1,2})?)\b/.exec(cellText(sheet.rows[0]?.[0])) ?? [];
  return { ...sheet, tableId: letter + number };
}

function isRbaText(file: ImportFile): boolean {
  return (
    /(^|\n)"?(Publication date|Last updated|Series ID|Mnemonic)"?,/i.test(file.head) &&
    /^"?[A-Z]\d{1,2}(\.\d{1,2})?\b/.test(file.firstLine)
  );
}

/** Reads all series of a table; series of other owners get a separate source. */
function readRbaTable(file: ImportFile, sheet: RbaSheet): FileReading<SeriesPart> {
  const table = RBA_TABLES.find(({ id }) => id === sheet.tableId);
  if (table === undefined)
    file.refuse(`RBA table "${sheet.tableId}"; read are ${RBA_TABLES.map(({ id }) => id).join(", ")}`);
  const tally = new RejectTally();
  const data = readLabelledTable(file, sheet, LABELS, tally);
  const published = publicationDate(file, data);
  reportMissingRows(table, data, published, tally);
  const series: StoredSeries[] = [];
  let read = 0;
  let used = 0;
  for (const column of data.columns) {
    const count = column.values.filter((value) => value !== null).length;
    read += count;
    const stored = storedSeries(table, data, column, published, tally);
    if (stored === undefined) continue;
    series.push(stored);
    used += count;
  }
  return tally.reading({
    part: { series, published },
    rowsRead: read,
    rowsUsed: used,
    vintage: published,
    // Daily tables are published as files of several years each.
    list: `table ${table.id} from ${data.dates.map(({ date }) => date).sort()[0]}`,
    notes: notesOf(table, series),
  });
}

function storedSeries(
  table: RbaTable,
  data: LabelledTable,
  column: LabelledColumn,
  published: string,
  tally: RejectTally,
): StoredSeries | undefined {
  const { id, header } = column;
  const reject = (rule: string, reason: string) =>
    tally.reject(rule, data.idRow, `${id} (${header.get("title")}): ${reason}`);
  const unit = baseUnitOf(header.get("units")!);
  if (unit === undefined) return void reject("unknown unit", `unit "${header.get("units")}"`);
  const adjustment = adjustmentOf(header.get("type")!);
  if (adjustment === undefined) return void reject("unknown series type", `type "${header.get("type")}"`);
  const isChange = /^change in /i.test(header.get("title")!);
  const isFlow = unit.unit === "aud" || unit.unit === "count";
  if ((table.dates === "announced" || table.dates === "daily") && (isChange || isFlow)) {
    return void reject("no monthly figure", "changes and daily volumes have no end-of-month value");
  }
  const { lastDays, values } = pointsFor(table, data, column, published, tally);
  if (values.length === 0) return void reject("no figures", "the column is empty");
  const economic = { ...nameOf(table, header.get("title")!), region: AUSTRALIA, unit: unit.unit, adjustment };
  const frequency: Frequency = table.dates === "quarterly" ? "Q" : "M";
  const measure = PRICE_MEASURES[id];
  const price = measure && { region: AUSTRALIA, dwellingType: "all", ...measure };
  return {
    id,
    sourceId: isOpenOwner(header.get("source")!) ? table.source.id : RBA_THIRD_PARTY.id,
    target: price === undefined ? { economic } : { economic, price },
    frequency,
    lastDays,
    values: values.map((value) => scaled(value, unit.factor)),
  };
}

/** The API name of a series if it has one, else a name derived from the RBA's title. */
function nameOf(table: RbaTable, title: string): Pick<EconomicTarget, "topic" | "metric" | "product"> {
  for (const [id, pattern, name] of KNOWN_NAMES) {
    const match = id === table.id ? pattern.exec(title) : null;
    if (match !== null) return { topic: table.topic, ...name(slugOf(match[1] ?? "")) };
  }
  const [metric, ...product] = title
    .replace(/^new /i, "")
    .replace(/^A\$1=/, "AUD ")
    .split(";")
    .map(slugOf);
  return {
    topic: table.topic,
    metric: `${metric}${table.dates === "announced" ? "_announced" : table.dates === "daily" ? "_month_end" : ""}`,
    product: product.length === 0 ? null : product.join("_"),
  };
}

function pointsFor(
  table: RbaTable,
  data: LabelledTable,
  column: LabelledColumn,
  published: string,
  tally: RejectTally,
): Points {
  if (table.dates === "monthly" || table.dates === "quarterly") return pointsOf(data, column, tally);
  const figures = column.values.flatMap((value, i): DatedValue[] =>
    value === null ? [] : [{ date: data.dates[i].date, value }],
  );
  return (table.dates === "daily" ? lastOfEachMonth : levelAtMonthEnds)(figures, published);
}

/** Reports a table that ends long before its publication date: it probably lost its last rows. */
function reportMissingRows(
  table: RbaTable,
  data: LabelledTable,
  published: string,
  tally: RejectTally,
): void {
  if (table.dates === "announced") return;
  const last = data.dates.reduce((newest, one) => (one.date > newest.date ? one : newest));
  const days = dayNumberOf(published)! - dayNumberOf(last.date)!;
  if (days <= MAX_LAG_DAYS[table.dates]) return;
  tally.reject(
    "rows may be missing",
    last.row,
    `the last row is of ${last.date}; the table was published on ${published}`,
  );
}

function publicationDate(file: ImportFile, data: LabelledTable): string {
  const cells = data.columns
    .map(({ header }) => header.get("publication date")!)
    .filter((cell) => cell !== "");
  const dates = cells.map((cell) =>
    /^\d+$/.test(cell) ? file.dateOfSerial(Number(cell)) : dateOfText(cell),
  );
  const newest = newestOf(dates);
  if (newest === undefined) file.refuse("no readable publication date");
  return newest;
}

function notesOf(table: RbaTable, series: readonly StoredSeries[]): string[] {
  const foreign = series.filter(({ sourceId }) => sourceId === RBA_THIRD_PARTY.id).map(({ id }) => id);
  const notes = [`${series.length} series; rows are counted as observations`];
  if (foreign.length > 0) notes.push(`withheld, as third parties own them: ${foreign.join(", ")}`);
  if (table.dates === "daily") notes.push("the last daily figure of each month is used");
  if (table.dates === "announced") notes.push("the last announced level of each month is used");
  return notes;
}

export interface DatedValue {
  readonly date: string;
  readonly value: number;
}

/** Last figure of each month. Omits the month of publication, which may not be over. */
function lastOfEachMonth(figures: readonly DatedValue[], published: string): Points {
  const months = new Map<string, DatedValue>();
  for (const figure of figures) {
    const month = lastDayOf(figure.date);
    const before = months.get(month);
    if (before === undefined || before.date <= figure.date) months.set(month, figure);
  }
  const lastDays = [...months.keys()].sort().filter((day) => day < lastDayOf(published));
  return { lastDays, values: lastDays.map((day) => months.get(day)!.value) };
}

/** Announced level at the end of each month, from the first announcement to the month before publication. */
export function levelAtMonthEnds(announced: readonly DatedValue[], published: string): Points {
  const changes = lastOfEachMonth(announced, published);
  const [lastDays, values]: [string[], number[]] = [[], []];
  const end = lastDayOf(published);
  for (let day = changes.lastDays[0] ?? end, next = 0; day < end; day = monthAfter(day)) {
    if (changes.lastDays[next] === day) next++;
    lastDays.push(day);
    values.push(changes.values[next - 1]);
  }
  return { lastDays, values };
}

function monthAfter(lastDay: string): string {
  const [year, month] = lastDay.split("-").map(Number);
  return dateOfDay(dayNumber(year, month + 2, 0));
}
