import { dateOfDay } from "../../runtime/time/calendar-date.ts";
import { sydneyDay } from "../../runtime/time/sydney-day.ts";
import { headerOf, PlainTable } from "../files/plain-table.ts";
import { fragmentsOf, type ImportRow, importerOfKinds, type StoredPart, tablesTo } from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";
import { dateOfText } from "../series/period.ts";
import { sourceFacts } from "../source-licence.ts";

const PRICE_FILES_SOURCE = sourceFacts({
  id: "daily-price-files",
  publisher: "the operator's own licensed files",
  title: "Daily prices of securities and levels of indices",
  licence: "unstated",
  licenceClass: "unstated",
  attribution: "Prices: the operator's own licence",
});

/** Daily prices of securities or indices: rows of `stock_prices` or `index_prices`. */
type PricePart = ReturnType<typeof readPrices>["part"];

interface Layout {
  readonly kind: "stock" | "index";
  readonly what: string;
  /** Code of all rows; undefined when each row has its own. */
  readonly code: string | undefined;
  /** For a file without a header. */
  readonly titles?: readonly string[];
}

/** Importer for daily prices: one security or index per file, or, without a header, all of a day. */
export const DAILY_PRICES = importerOfKinds<Layout, PricePart>({
  id: "daily-prices",
  title: "Daily prices and index levels",
  sources: [PRICE_FILES_SOURCE],
  kindOf: layoutOf,
  recognised: ({ what }) => ({ confidence: 60, what }),
  read: readPrices,
  explain: (_, { kind, code }) => [
    `${code === undefined ? "code, date" : `${code} by its name; Date`}, open, high, low, close and volume to ${kind}_prices`,
    "a date with a time is the session of that instant in Sydney",
  ],
  combine: combinePrices,
});

const HEADER = ["open", "high", "low", "close", "volume"];

function layoutOf(file: ImportFile): Layout | undefined {
  if (file.isWorkbook || file.isHtml) return undefined;
  const header = headerOf(file);
  if (header[0] === "date" && HEADER.every((name) => header.includes(name))) {
    const stock = /^([A-Z0-9]{3,6})\.AX\b/i.exec(file.name)?.[1]?.toUpperCase();
    const index = /^\^?([a-z0-9]{3,8})-index-daily/i.exec(file.name)?.[1]?.toUpperCase();
    const code = stock ?? index;
    if (code === undefined) return undefined;
    const what = `daily ${stock === undefined ? "levels of the index" : "prices of"} ${code}`;
    return { kind: stock === undefined ? "index" : "stock", what, code };
  }
  if (!/^[A-Z0-9]{3,6},\d{8}(,(?:\d+(?:\.\d+)?|\.\d+)){5}\s*$/.test(file.firstLine)) return undefined;
  return { kind: "stock", what: "prices of a day", code: undefined, titles: ["code", "date", ...HEADER] };
}

function readPrices(file: ImportFile, layout: Layout) {
  const { titles } = layout;
  // Blank lines may precede the header.
  const above = titles ? { titles } : { titleRow: file.csv().findIndex((row) => row.join("").trim() !== "") };
  const table = new PlainTable(file, [], { ...above, width: "least" });
  const rows = table.take("no session", ({ text: cell, reject, before }) => {
    const code = layout.code ?? cell("code");
    const date = sessionDate(cell("date"));
    const close = Number(cell("close") || "0");
    if (!/^[A-Z0-9]{3,8}$/.test(code)) return reject("no code", `code "${code}"`);
    if (date === undefined) return reject("no date", `date "${cell("date")}"`);
    if (!(close > 0)) return reject("no close", `${code} on ${date}: close "${cell("close")}"`);
    if (before(`${code} ${date}`) !== undefined)
      return reject("session twice", `${code} on ${date} occurs twice`);
    return sessionRow(layout, code, date, close, cell);
  });
  const dates = rows.map(({ date }) => String(date)).sort();
  return table.reading({
    part: { kind: layout.kind, rows },
    vintage: dates.at(-1)!,
    // Files of different periods complement each other.
    list: `${layout.what} from ${dates[0]}`,
  });
}

function sessionRow(
  { kind }: Layout,
  code: string,
  date: string,
  close: number,
  cell: (name: string) => string,
): ImportRow {
  const price = (name: string) => {
    const value = Number(cell(name) || "0");
    return value > 0 ? value : null;
  };
  const volume = Number(cell("volume") || "NaN");
  const figures = {
    date,
    open: price("open"),
    high: price("high"),
    low: price("low"),
    close,
    volume: Number.isInteger(volume) && volume >= 0 ? volume : null,
  };
  return kind === "index"
    ? { index_code: code, ...figures }
    : { stock_code: code, ...figures, adjusted_close: price("adj close") };
}

/** Instant at which the year 10000, whose dates have five digits, begins in Sydney. */
const YEAR_10000_MS = Date.UTC(9999, 11, 31, 13);

/** Sydney date of `20240301`, `2017-01-03` or UTC `2005-02-13 13:00:00` (midnight in Sydney). */
function sessionDate(text: string): string | undefined {
  const packed = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (packed !== null) return dateOfText(`${packed[1]}-${packed[2]}-${packed[3]}`);
  const instant = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})$/.exec(text);
  if (instant === null) return dateOfText(text);
  const ms = Date.parse(`${instant[1]}T${instant[2]}Z`);
  // Date.parse would accept 30 February as a day of March.
  const isKnown = dateOfText(instant[1]) !== undefined && ms < YEAR_10000_MS;
  return isKnown ? dateOfDay(sydneyDay(new Date(ms))) : undefined;
}

function combinePrices(parts: readonly StoredPart<PricePart>[]) {
  const indexCodes = new Set(
    parts.flatMap(({ part }) =>
      part.kind === "index" ? part.rows.map((row) => String(row.index_code)) : [],
    ),
  );
  const index_definitions = [...indexCodes].sort().map((code) => indexDefinition(code));
  const { fragments } = pricesTo(parts);
  return {
    fragments: [...fragments, ...fragmentsOf(PRICE_FILES_SOURCE, parts.at(-1)!, { index_definitions })],
  };
}

const pricesTo = tablesTo(PRICE_FILES_SOURCE, ({ kind, rows }: PricePart) => ({ [`${kind}_prices`]: rows }));

/** Minimal definition of an index; its name defaults to its code. */
export function indexDefinition(code: string, name = ""): ImportRow {
  return { index_code: code, name: name || code, return_type: "price", currency: "AUD" };
}
