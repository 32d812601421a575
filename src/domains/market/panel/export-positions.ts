import { sectorOfIndustry } from "../../../dataset/industry-groups.ts";
import { type Market, marketOf } from "../../../engine/columns/market/market.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import { quoted } from "../../../rpc/request-rules.ts";
import { throwIfAborted } from "../../../runtime/abort.ts";
import { TerraceError } from "../../../runtime/errors.ts";
import { iterateYielding } from "../../../runtime/iterate-yielding.ts";
import { dateOfDay, dayNumberOf } from "../../../runtime/time/calendar-date.ts";
import { availableFrom } from "../../../runtime/time/trading-days.ts";
import { sourcesOfTables } from "../../../snapshot/manifest/metric-sources.ts";
import type { ExportBatch, ExportColumn, ExportTable, OpenExport } from "../../export.ts";
import { flag, limitOf } from "../../export-rules.ts";
import { marketDay } from "../queries/market-day.ts";
import { type PanelRange, panelCounts, panelRange, panelRowsByDay } from "./panel.ts";

/** Cells per batch: about a millisecond of work, and little garbage that outlives it. */
const BATCH_CELLS = 8192;

/** Days scanned between two yields to the event loop. */
const DAYS_AT_ONCE = 64;

/** `cell` returns the value of a row of the positions; `day` is the row's day number. */
interface PositionColumn extends ExportColumn {
  cell(market: Market, row: number, day: number): unknown;
}

/** The columns of a day, parsed below: name, type, unit, meaning of an empty cell, description. */
const COLUMNS = `
date date: Day that the position was reported for.
available_from date: Day on which the report became public: four trading days later.
security_type text: ordinary, etf, debt or other; read from the product's name, its code and the shares on issue.
product_code text: Code of the security.
product_name text, empty = not reported: Name of the product as reported.
name text, empty = unknown: Company name if known, else the product's name without the class of its shares.
industry text, empty = unknown: Industry group on the day.
gics_sector text, empty = the group is unknown or none of the exchange's: Sector of the industry group.
reported_short_positions int64 of shares, empty = not reported: Shares held short.
total_product_in_issue int64 of shares, empty = not reported: Shares on issue that day.
percent_shorted float64 of %: Share of the shares on issue held short; may pass 100 where few are on issue.
`;

const known = (value: number) => (Number.isNaN(value) ? null : value);
const orNull = (text: string) => (text === "" ? null : text);
const industryOn = ({ positions, securities }: Market, row: number, day: number) =>
  securities.industryOn(positions.codeOf(row), day).industry;

const CELLS: Readonly<Record<string, PositionColumn["cell"]>> = {
  date: (_market, _row, day) => day,
  available_from: (_market, _row, day) => availableFrom(day),
  security_type: ({ positions }, row) => positions.typeOf(row),
  product_code: ({ positions }, row) => positions.codes[positions.codeOf(row)],
  product_name: ({ positions }, row) => orNull(positions.names[positions.nameOf(row)]),
  name: (market, row) => orNull(market.nameOf(market.positions.codeOf(row), row)),
  industry: (market, row, day) => orNull(industryOn(market, row, day)),
  gics_sector: (market, row, day) => sectorOfIndustry(industryOn(market, row, day)) ?? null,
  reported_short_positions: ({ positions }, row) => known(positions.short.at(row)),
  total_product_in_issue: ({ positions }, row) => known(positions.issued.at(row)),
  percent_shorted: ({ positions }, row) => positions.percent.at(row),
};

const DAY_COLUMNS = Array.from(
  COLUMNS.matchAll(/^(\w+) (\w+)(?: of (\S+?))?(?:, empty = (.+?))?: (.+)$/gm),
  ([, name, type, unit, nullMeaning, doc]): PositionColumn => ({
    name,
    type: type as ExportColumn["type"],
    doc,
    cell: CELLS[name],
    ...(unit && { unit }),
    ...(nullMeaning && { nullMeaning }),
  }),
);
/** Columns that the panel leaves out, because they repeat from day to day. */
const OF_COMPANY = ["name", "industry", "gics_sector"];
const PANEL_COLUMNS = DAY_COLUMNS.filter(({ name }) => !OF_COMPANY.includes(name));

/** The positions of one report, in the order of GetMarketByDate. */
export const shortsFile: OpenExport = (view, { key, parameters }) => {
  const market = marketOf(view);
  const day = reportDay(market, key);
  const limit = limitOf(parameters);
  const { rows: all } = marketDay(market, {
    date: day,
    includeZeroShortPositions: flag(parameters.get("include_zero"), "include_zero"),
    ordinaryOnly: flag(parameters.get("ordinary_only"), "ordinary_only"),
  });
  const rows = all.slice(0, limit);
  async function* batches(stop: AbortSignal, cells = BATCH_CELLS): AsyncGenerator<ExportBatch, void, void> {
    const most = Math.ceil(cells / DAY_COLUMNS.length);
    for (let from = 0; from < rows.length; from += most) {
      throwIfAborted(stop);
      const piece = rows.slice(from, from + most);
      yield batchOf(
        market,
        DAY_COLUMNS,
        piece,
        piece.map(() => day),
      );
    }
  }
  return {
    title: `Short positions of ${dateOfDay(day)}`,
    name: `shorts-${dateOfDay(day)}`,
    columns: DAY_COLUMNS,
    sources: sourcesOfTables(["short_positions", "companies", "industry_history"], view.manifest.sources),
    rowCount: rows.length,
    batches,
  };
};

export const panelFile: OpenExport = async (view, { parameters }, signal) => {
  const range = {
    ...panelRange((name) => (parameters.get(name) ?? "").trim()),
    includeZero: flag(parameters.get("include_zero"), "include_zero"),
    ordinaryOnly: flag(parameters.get("ordinary_only"), "ordinary_only"),
  };
  const counts = panelCounts(marketOf(view), range);
  let rowCount = 0;
  for await (const count of iterateYielding(counts, DAYS_AT_ONCE, signal)) rowCount += count;
  return { ...panelTable(view, range), rowCount };
};

/** The positions of a range, with a rowCount of 0: panelFile counts. A batch has whole days, at least one. */
export function panelTable(view: SnapshotView, range: PanelRange): ExportTable {
  const market = marketOf(view);
  async function* batches(stop: AbortSignal, cells = BATCH_CELLS): AsyncGenerator<ExportBatch, void, void> {
    // Cells are computed: a batch as large as writers ask for would block the event loop.
    const most = Math.ceil(Math.min(cells, 8 * BATCH_CELLS) / PANEL_COLUMNS.length);
    let rows: number[] = [];
    let dayOf: number[] = [];
    for await (const day of iterateYielding(panelRowsByDay(market, range), DAYS_AT_ONCE, stop)) {
      for (const row of day.rows) {
        rows.push(row);
        dayOf.push(market.positions.days[day.place]);
      }
      if (rows.length < most) continue;
      yield batchOf(market, PANEL_COLUMNS, rows, dayOf);
      rows = [];
      dayOf = [];
    }
    if (rows.length > 0) yield batchOf(market, PANEL_COLUMNS, rows, dayOf);
  }
  return {
    title: `Short positions from ${range.fromText} to ${range.toText}`,
    name: `panel-${range.fromText}-to-${range.toText}`,
    columns: PANEL_COLUMNS,
    sources: sourcesOfTables(["short_positions"], view.manifest.sources),
    rowCount: 0,
    batches,
  };
}

function batchOf(
  market: Market,
  columns: readonly PositionColumn[],
  rows: readonly number[],
  days: readonly number[],
): ExportBatch {
  return {
    rowCount: rows.length,
    columns: columns.map(({ cell }) => ({ values: rows.map((row, i) => cell(market, row, days[i])) })),
  };
}

/** The day number of a report, by date or "latest". Errors list the nearest reports. */
function reportDay(market: Market, key: string): number {
  const { days, newestDay } = market.positions;
  const asked = key.trim().toLowerCase() === "latest" ? newestDay : dayNumberOf(key.trim());
  if (asked === undefined) {
    const what = newestDay === undefined ? "no report is held" : `the newest is ${dateOfDay(newestDay)}`;
    throw new TerraceError("not_found", `no report ${quoted(key)}; expected YYYY-MM-DD or latest, ${what}`);
  }
  if (days.includes(asked)) return asked;
  const near = [days.findLast((day) => day < asked), days.find((day) => day > asked)]
    .filter((day) => day !== undefined)
    .map(dateOfDay);
  const hint = near.length === 0 ? "no report is held" : `the nearest are ${near.join(" and ")}`;
  throw new TerraceError("not_found", `no report of ${dateOfDay(asked)}; ${hint}`);
}
