import { dateOfDay, dayNumberOf } from "../../runtime/time/calendar-date.ts";
import { earliestAvailable } from "../../runtime/time/trading-days.ts";
import { cutList } from "../files/alphabetical-end.ts";
import { headerOf, PlainTable } from "../files/plain-table.ts";
import { fragmentsOf, type Importer, type ImportRow, type StoredPart } from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";
import { RejectTally } from "../run/reject-tally.ts";
import { dateOfText, newestOf, refuseMonthFirst } from "../series/period.ts";
import { sourceFacts } from "../source-licence.ts";

const SHORT_POSITIONS_SOURCE = sourceFacts({
  id: "asic-short-positions",
  publisher: "Australian Securities and Investments Commission",
  title: "Daily aggregated short position reports",
  attribution: "© Australian Securities & Investments Commission: Reproduced with permission",
  url: "https://asic.gov.au/regulatory-resources/markets/short-selling/short-position-reports-table/",
  precedence: 30,
});

/** Importer for short positions: daily reports (UTF-16 with tabs until 2022, then CSV) and yearly tables. */
export const SHORT_POSITION_REPORTS: Importer<ShortPositionPart> = {
  id: "asic-short-positions",
  title: "ASIC daily short position reports",
  version: 2,
  sources: [SHORT_POSITIONS_SOURCE],
  refusesCut: true,
  recognise(file) {
    // Claim a web page saved under a report's name, so that it is rejected by name instead of ignored.
    if (file.isHtml && isReportName(file))
      return { confidence: 40, what: "ASIC short position report by its name" };
    if (isYearlyTable(file)) return { confidence: 90, what: "ASIC short positions of a year" };
    const header = headerOf(file, delimiterOf(file));
    const found = ["product", "product code", "reported short positions", "total product in issue"];
    if (found.filter((cell) => header.includes(cell)).length < 3) return undefined;
    return { confidence: 90, what: "ASIC daily short position report" };
  },
  read: (file) =>
    isYearlyTable(file) ? readYearlyPositions(file) : readShortPositions(file, delimiterOf(file)),
  explain: (file) => [
    `${file.encoding}, separated by ${delimiterOf(file) === "\t" ? "tabs" : "commas"}; the date is in the file name`,
    "Product Code to short_positions.stock_code, the percentage to short_percent, Product to product_name",
    "the shares short to reported_short_positions and those on issue to total_product_in_issue",
    "every date to trading_dates; a percentage that is blank or a dash is none",
    "refused: a report that was cut short, and one about a day that cannot be out yet, four weekdays after it",
    "of two reports for a day the higher issue number counts, and a daily report before a yearly table",
  ],
  combine: combineReports,
};

function delimiterOf(file: ImportFile): string {
  return file.firstLine.includes("\t") ? "\t" : ",";
}

function isReportName(file: ImportFile): boolean {
  return /RR\d{8}-\d{3}-SSDailyAggShortPos/i.test(file.name);
}

function combineReports(parts: readonly StoredPart<ShortPositionPart>[]) {
  const byDate = new Map<string, ShortPositionDay>();
  let replaced = 0;
  for (const { part } of parts) {
    for (const day of part.days) {
      const before = byDate.get(day.date);
      if (before !== undefined) replaced++;
      if (before === undefined || before.issue <= day.issue) byDate.set(day.date, day);
    }
  }
  const days = [...byDate.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
  const positions: ImportRow[] = days.flatMap(({ date, codes, products, shorts, onIssue, percents }) =>
    codes.map((code, i) => ({
      stock_code: code,
      date,
      product_name: products[i],
      reported_short_positions: shorts[i],
      total_product_in_issue: onIssue[i],
      short_percent: percents[i],
    })),
  );
  const made = { vintage: days.at(-1)!.date };
  const tables = { short_positions: positions, trading_dates: days.map(({ date }) => ({ date })) };
  return {
    fragments: fragmentsOf(SHORT_POSITIONS_SOURCE, made, tables),
    notes: replaced === 0 ? [] : [`${replaced} reports were superseded by a later issue for the same day`],
  };
}

type ShortPositionDay = ReturnType<typeof positionDay>;

interface ShortPositionPart {
  readonly days: readonly ShortPositionDay[];
}

interface PositionCells {
  readonly product: string;
  readonly short: number | null;
  readonly onIssue: number | null;
  readonly percent: number | null;
}

/** Positions of one day; arrays are parallel to `codes`, null where a figure is missing. */
function positionDay(date: string, issue: number, found: ReadonlyMap<string, PositionCells>) {
  const codes = [...found.keys()].sort();
  const list = <Key extends keyof PositionCells>(key: Key) => codes.map((code) => found.get(code)![key]);
  return {
    date,
    /** Higher when a day's report is issued again; 0 for a yearly table. */
    issue,
    codes,
    products: list("product"),
    shorts: list("short"),
    onIssue: list("onIssue"),
    /** Percent of the shares on issue. */
    percents: list("percent"),
  };
}

/** The first day on which positions of a date can be published. */
function earliestCopy(date: string): string {
  return dateOfDay(earliestAvailable(dayNumberOf(date)!));
}

/** Parses a number; null for an empty cell or a dash, undefined for anything else. */
function numberCell(text: string): number | null | undefined {
  if (text === "" || text === "-") return null;
  const value = Number(text.replaceAll(",", ""));
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}

const COLUMNS = {
  product: "product",
  code: "product code",
  positions: "reported short positions",
  onIssue: "total product in issue",
  percent: "% of total product in issue reported as short positions",
} as const;

/** Reads a daily report. Rejects web pages, undated names and lists that end early in the alphabet. */
function readShortPositions(file: ImportFile, delimiter: string) {
  if (file.isHtml) return file.refuse(`${file.name} is an HTML page, not a report; download it again`);
  const named = /RR(\d{4})(\d{2})(\d{2})-(\d{3})/i.exec(file.name);
  const date = named === null ? undefined : `${named[1]}-${named[2]}-${named[3]}`;
  if (date === undefined || dayNumberOf(date) === undefined) {
    return file.refuse(
      "the date is only in the file name; keep it as published, RRyyyymmdd-nnn-SSDailyAggShortPos.csv",
    );
  }
  const rows = file.csv(delimiter);
  const table = new PlainTable(file, Object.values(COLUMNS), { rows, width: "least" });
  const found = new Map<string, PositionCells>();
  table.take(undefined, ({ text: below, reject }) => {
    const text = (key: keyof typeof COLUMNS) => below(COLUMNS[key]);
    const code = text("code");
    const [short, onIssue, percent] = (["positions", "onIssue", "percent"] as const).map((key) =>
      numberCell(text(key)),
    );
    if (!/^[A-Z0-9]{3,6}$/.test(code)) return reject("no code", `product code "${code}"`);
    if (percent === undefined) return reject("not a percentage", `${code}: "${text("percent")}"`);
    if (short === undefined || onIssue === undefined)
      return reject("not a number of shares", `${code}: "${text("positions")}" of "${text("onIssue")}"`);
    if (found.has(code)) return reject("code twice", `${code} occurs twice`);
    return found.set(code, { product: text("product"), short, onIssue, percent });
  });
  const names = table.column(COLUMNS.product).filter((name) => name !== "");
  // Published reports have one or two products out of order.
  const cut = cutList(names, names.length / 100);
  if (cut !== undefined) return file.refuse(`cut short: ${cut}; download it again`);
  return table.reading({
    part: { days: [positionDay(date, Number(named![4]), found)] },
    vintage: date,
    notBefore: earliestCopy(date),
    // Reports of the same month list nearly the same products.
    list: `short positions of ${date.slice(0, 7)}`,
    // Between Christmas and New Year an eighth of them is not reported.
    leastShare: 0.75,
  });
}

/** True for a yearly table: a row per product, and two columns (positions, percentages) per trading day. */
function isYearlyTable(file: ImportFile): boolean {
  return (
    !file.isHtml && /^[^\n]*Trade Date/.test(file.head) && file.head.toLowerCase().includes(COLUMNS.positions)
  );
}

/** Reads a yearly table. Throws `bad_dataset` when its header has another form. */
function readYearlyPositions(file: ImportFile) {
  const rows = file.csv();
  const plain = (cell: string | undefined) => (cell ?? "").trim();
  const head = rows.findIndex((row) => plain(row[0]) === "Product" && plain(row[1]) === "Product Code");
  if (head < 0) return file.refuse('no line begins with "Product" and "Product Code"');
  const dateRow = rows.slice(0, head + 1).findIndex((row) => dateOfText(plain(row[2])) !== undefined);
  if (dateRow < 0) return file.refuse("no row above the products has dates");
  refuseMonthFirst(file.path, rows[dateRow]);
  const measures = rows.slice(0, head + 1).find((row) => plain(row[2]).toLowerCase() === COLUMNS.positions);
  const days: { date: string; column: number; found: Map<string, PositionCells> }[] = [];
  for (let column = 2; column + 1 < rows[dateRow].length; column += 2) {
    const date = dateOfText(plain(rows[dateRow][column]));
    if (date === undefined) break;
    if (
      plain(measures?.[column]).toLowerCase() !== COLUMNS.positions ||
      plain(measures?.[column + 1]).toLowerCase() !== COLUMNS.percent
    )
      return file.refuse(`the columns of ${date} are not positions and percentages`);
    if (days.some((day) => day.date === date)) return file.refuse(`${date} occurs twice`);
    days.push({ date, column, found: new Map() });
  }
  const tally = new RejectTally();
  let [read, used] = [0, 0];
  rows.slice(head + 1).forEach((row, r) => {
    const [product, code] = [plain(row[0]), plain(row[1])];
    if (product === "" && code === "") return;
    read++;
    const line = head + r + 2;
    if (!/^[A-Z0-9]{3,6}$/.test(code)) {
      tally.reject("no code", line, `product code "${code}"`);
      return;
    }
    for (const { date, column, found } of days) {
      const [short, percent] = [numberCell(plain(row[column])), numberCell(plain(row[column + 1]))];
      if (short === undefined || percent === undefined)
        tally.reject("not a number", line, `${code} on ${date}: "${row[column]}", "${row[column + 1]}"`);
      else if (found.has(code)) tally.reject("code twice", line, `${code} occurs twice`);
      // A product is in the table for the whole year, with empty cells on days without a report.
      else if (short !== null || percent !== null)
        found.set(code, { product, short, percent, onIssue: null });
    }
    used++;
  });
  const reported = days.filter(({ found }) => found.size > 0);
  if (reported.length === 0) return file.refuse(`no position in ${read} rows`);
  const newest = newestOf(reported.map(({ date }) => date))!;
  return tally.reading({
    part: { days: reported.map(({ date, found }) => positionDay(date, 0, found)) },
    rowsRead: read,
    rowsUsed: used,
    vintage: newest,
    notBefore: earliestCopy(newest),
    notes: [`${reported.length} trading days; without shares on issue`],
  });
}
