import { dateOfDay } from "../../runtime/time/calendar-date.ts";
import { cellText, PlainTable } from "../files/plain-table.ts";
import { processedOn } from "../files/published-on.ts";
import { fragmentsOf, type Importer, type ImportRow, rowsTo, type StoredPart } from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";
import { daysNear } from "../series/period.ts";
import { sourceFacts } from "../source-licence.ts";
import { indexDefinition } from "./daily-prices.ts";

const INDEX_ROUNDUP_SOURCE = sourceFacts({
  id: "index-roundups",
  publisher: "Australian Financial Review share tables, from ASX Limited",
  title: "Australian indices, weekly round-up",
  licence: "all-rights-reserved",
  licenceClass: "unstated",
  attribution: "Source: ASX Limited, Australian Financial Review share tables",
  precedence: 40,
});

/** Index levels on the days of a week, and the names of the indices. */
type RoundupPart = ReturnType<typeof readRoundup>["part"];

const TITLE = /^\s*Weekly Roundup - Australian Indices\b/i;
/** Levels are left of this column; right of it are ranges, changes and total-return levels. */
const AFTER_LEVELS = "day high";
const DAYS = 5;

/** Importer for weekly index round-ups: title, processing day, then a row per index and a column per day. */
export const INDEX_ROUNDUPS: Importer<RoundupPart> = {
  id: "index-roundups",
  title: "Weekly round-ups of index levels",
  sources: [INDEX_ROUNDUP_SOURCE],
  recognise: (file) =>
    !file.isWorkbook && TITLE.test(file.firstLine)
      ? { confidence: 85, what: "levels of Australian indices of a week" }
      : undefined,
  read: readRoundup,
  explain: () => [
    "Code and Description to index_definitions, the five columns of days to index_prices.close",
    "days have no year: each is the last such day before the day of processing",
    "levels with dividends reinvested, ranges and changes are left out",
  ],
  combine: combineRoundups,
};

function readRoundup(file: ImportFile) {
  const all = file.csv();
  const processedDay = processedOn(file);
  const headerRow = all.findIndex(([first]) => first?.trim().toLowerCase() === "code");
  if (headerRow < 0) return file.refuse('no column "Code"');
  const header = all[headerRow].map((cell) => cell.replaceAll(/\s+/g, " ").trim().toLowerCase());
  if (header[1] !== "description") return file.refuse('the column "Description" does not follow "Code"');
  const dates = header
    .slice(2, header.indexOf(AFTER_LEVELS))
    .map(
      (label) => lastBefore(label, processedDay) ?? file.refuse(`"${label}" is not a day such as "Jun 22"`),
    );
  if (dates.length !== DAYS || dates.some((date, i) => i > 0 && date <= dates[i - 1]))
    return file.refuse(`${dates.length} days before "Day High"; expected five, each after the one before`);
  const table = new PlainTable(file, [], { titleRow: headerRow, width: "least" });
  const rows: ImportRow[] = [];
  const taken = new Set<string>();
  const names = table.take("no index", ({ cells, reject }) => {
    const [code, name, ...figures] = cells.map(cellText);
    const levels = figures.slice(0, DAYS);
    const wrong = levels.find((level) => !/^\d+(\.\d+)?$/.test(level) || Number(level) === 0);
    if (!/^[A-Z0-9]{3,8}$/.test(code)) return reject("no code", `code "${code}"`);
    if (taken.has(code)) return reject("index twice", `${code} occurs twice`);
    if (wrong !== undefined) return reject("no level", `${code}: level "${wrong}"`);
    taken.add(code);
    rows.push(...levels.map((level, i) => ({ index_code: code, date: dates[i], close: Number(level) })));
    return [code, name] as const;
  });
  return table.reading({ part: { names, rows }, vintage: dateOfDay(processedDay) });
}

/** The latest date with a label such as "jun 22" that is not after `day`. */
function lastBefore(label: string, day: number): string | undefined {
  const match = /^([a-z]{3}) (\d{1,2})$/.exec(label);
  const latest = match && daysNear(match[2], match[1], day).findLast((one) => one <= day);
  return typeof latest === "number" ? dateOfDay(latest) : undefined;
}

const levelsTo = rowsTo("index_prices", INDEX_ROUNDUP_SOURCE);

function combineRoundups(parts: readonly StoredPart<RoundupPart>[]) {
  const names = new Map(parts.flatMap(({ part }) => part.names));
  const index_definitions = Array.from(names, ([code, name]) => indexDefinition(code, name));
  const { fragments } = levelsTo(parts);
  return {
    fragments: [...fragments, ...fragmentsOf(INDEX_ROUNDUP_SOURCE, parts.at(-1)!, { index_definitions })],
  };
}
