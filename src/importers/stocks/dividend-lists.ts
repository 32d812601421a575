import { dateOfDay } from "../../runtime/time/calendar-date.ts";
import { PlainTable } from "../files/plain-table.ts";
import { processedOn } from "../files/published-on.ts";
import { fragmentsOf, type Importer, type ImportRow, type RowsPart, type StoredPart } from "../importer.ts";
import { lookupOf } from "../lookup.ts";
import type { ImportFile } from "../run/import-file.ts";
import { daysNear } from "../series/period.ts";
import { sourceFacts } from "../source-licence.ts";

const DIVIDEND_LIST_SOURCE = sourceFacts({
  id: "declared-dividends",
  publisher: "Australian Financial Review share tables, from ASX Limited",
  title: "Dividends declared, weekly",
  licence: "all-rights-reserved",
  licenceClass: "unstated",
  attribution: "Source: ASX Limited, Australian Financial Review share tables",
  precedence: 40,
});

const COLUMNS = ["asx code", "ifq 1", "div 2", "etd 3", "frank%", "ex date", "payable"];
const TYPES = lookupOf<string>({ I: "interim", F: "final", Q: "quarterly" });
const TITLE = /ASX Dividends Declared/i;

export const DIVIDEND_LISTS: Importer<RowsPart> = {
  id: "dividend-lists",
  title: "Weekly lists of declared dividends",
  mayLackLineEnd: true,
  sources: [DIVIDEND_LIST_SOURCE],
  recognise(file) {
    if (file.isWorkbook || file.isParquet || file.isArchive || file.isHtml) return undefined;
    const isList =
      TITLE.test(file.firstLine) || (/\bifq 1\b/i.test(file.head) && /\bex date\b/i.test(file.head));
    return isList ? { confidence: 85, what: "declared dividends of a week" } : undefined;
  },
  read: readDividends,
  explain: () => [
    "Div in cents to dividends.amount_per_share in dollars, Frank% to franking_percentage, IFQ to dividend_type",
    "days have no year: the ex date is the one nearest to the day of processing, Payable the first after it",
    "a row with an estimate (ETD) and no declared amount is left out",
    "of several lists that name a dividend the newest counts",
  ],
  combine: combineDividends,
};

function readDividends(file: ImportFile) {
  const all = file.csv();
  const processedDay = processedOn(file);
  const headerRow = all.findIndex((row) => row.some((cell) => /^asx code$/i.test(cell.trim())));
  const table = new PlainTable(file, COLUMNS, { titleRow: headerRow, width: "least" });
  const rows = table.take(undefined, ({ text, reject, before }): ImportRow | undefined => {
    const code = text("asx code");
    const amount = /^\d+(\.\d+)?$/.test(text("div 2")) ? Number(`${text("div 2")}e-2`) : undefined;
    const type = TYPES[text("ifq 1")];
    const exDay = nearestDay(text("ex date"), processedDay);
    const payDay = exDay === undefined ? undefined : firstDayFrom(text("payable"), exDay);
    // An empty cell means unknown, not 0 %.
    const franking = /^-?$/.test(text("frank%")) ? null : Number(text("frank%"));
    if (!/^[A-Z0-9]{3,6}$/.test(code)) return reject("no code", `code "${code}"`);
    if (type === undefined) return reject("no kind", `${code}: "${text("ifq 1")}" is neither I, F nor Q`);
    if (text("div 2") === "-")
      return reject("not declared", `${code}: an estimate of ${text("etd 3")} cents alone`);
    if (amount === undefined) return reject("not an amount", `${code}: "${text("div 2")}"`);
    if (exDay === undefined) return reject("no ex date", `${code}: "${text("ex date")}"`);
    if (text("payable") !== "-" && payDay === undefined)
      return reject("no payment date", `${code}: "${text("payable")}"`);
    if (franking !== null && !(franking >= 0 && franking <= 100))
      return reject("no franking", `${code}: "${text("frank%")}"`);
    const exDate = dateOfDay(exDay);
    const id = `${code}-${exDate}-${type}`;
    if (before(id) !== undefined) return reject("dividend twice", `${code} occurs twice for ${exDate}`);
    return {
      id,
      stock_code: code,
      ex_date: exDate,
      payment_date: payDay === undefined ? null : dateOfDay(payDay),
      amount_per_share: amount,
      franking_percentage: franking,
      dividend_type: type,
      is_declared: true,
    };
  });
  return table.reading({ part: { rows }, vintage: dateOfDay(processedDay) });
}

/** Day number of "29 Dec" nearest to a day. */
function nearestDay(text: string, near: number): number | undefined {
  const days = candidates(text, near);
  return days.toSorted((a, b) => Math.abs(a - near) - Math.abs(b - near))[0];
}

/** Day number of the first "27 Jan" on or after a day. */
function firstDayFrom(text: string, from: number): number | undefined {
  return candidates(text, from).find((day) => day >= from);
}

function candidates(text: string, near: number): number[] {
  const match = /^(\d{1,2}) ([A-Z][a-z]{2})$/.exec(text);
  return match === null ? [] : daysNear(match[1], match[2], near);
}

/** The newest list with a dividend wins; an upcoming ex date may still move. */
function combineDividends(parts: readonly StoredPart<RowsPart>[]) {
  const rows = new Map(parts.flatMap(({ part }) => part.rows.map((row) => [row.id, row] as const)));
  return { fragments: fragmentsOf(DIVIDEND_LIST_SOURCE, parts.at(-1)!, { dividends: [...rows.values()] }) };
}
