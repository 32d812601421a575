import { dayNumberOf } from "../../runtime/time/calendar-date.ts";
import { cutList } from "../files/alphabetical-end.ts";
import { PlainTable } from "../files/plain-table.ts";
import type { FileReading } from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";
import {
  earliestCopy,
  numberCell,
  type PositionCells,
  positionDay,
  type ShortPositionPart,
} from "./short-position-part.ts";

const COLUMNS = {
  product: "product",
  code: "product code",
  positions: "reported short positions",
  onIssue: "total product in issue",
  percent: "% of total product in issue reported as short positions",
} as const;

/**
 * The positions of a day. Throws `bad_dataset` for a web page, a name without a date, a missing column, no rows, or a list
 * that ends before the alphabet does.
 */
export function readShortPositions(file: ImportFile, delimiter: string): FileReading<ShortPositionPart> {
  if (file.isHtml) return file.refuse(`${file.name} is an HTML page, not a report; download it again`);
  const named = /RR(\d{4})(\d{2})(\d{2})-(\d{3})/i.exec(file.name);
  const date = named === null ? undefined : `${named[1]}-${named[2]}-${named[3]}`;
  if (date === undefined || dayNumberOf(date) === undefined) {
    return file.refuse(
      "only the name says the day; keep it as published, RRyyyymmdd-nnn-SSDailyAggShortPos.csv",
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
  // One product or two of a published report are outside the order.
  const cut = cutList(names, names.length / 100);
  if (cut !== undefined) return file.refuse(`cut short: ${cut}; download it again`);
  return table.reading({
    part: { days: [positionDay(date, Number(named![4]), found)] },
    vintage: date,
    notBefore: earliestCopy(date),
    // Reports of one month name nearly the same products.
    list: `short positions of ${date.slice(0, 7)}`,
    // Between Christmas and New Year an eighth of them is not reported.
    leastShare: 0.75,
  });
}
