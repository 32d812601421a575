import type { Offence } from "../../dataset/tables/offences.ts";
import { headerOf } from "../files/header-of.ts";
import { PlainTable } from "../files/plain-table.ts";
import type { ImportFile } from "../run/import-file.ts";
import type { RejectTally } from "../run/reject-tally.ts";
import { type OffenceCount, type OffenceReading, summedCounts } from "./offence-counts.ts";

const COLUMNS = [
  "year",
  "local government area",
  "postcode",
  "suburb/town name",
  "offence division",
  "offence subdivision",
  "offence count",
] as const;
const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);

/** The publisher's codes; of thefts only the subgroup tells whether a vehicle was taken. */
const CLASSES: readonly (readonly [RegExp, Offence])[] = [
  [/^A(10|20|30|50) /, "violent"],
  [/^B(10|20) /, "property_damage"],
  [/^B30 /, "break_ins"],
  [/^C\d\d /, "drugs"],
  [/^F\d\d /, "other"],
];

export function isVicOffences(file: ImportFile): boolean {
  const header = headerOf(file);
  return header.includes("suburb/town name") && COLUMNS.filter((name) => header.includes(name)).length >= 6;
}

/** Offences recorded in Victoria: a row a year, council, postcode, suburb and class of offence. */
export function readVicOffences(file: ImportFile): OffenceReading {
  const table = new PlainTable(file, COLUMNS);
  const counts: OffenceCount[] = [];
  const seen = new Map<string, number>();
  const months = new Set<number>();
  let used = 0;
  for (const { row, text: cell, reject } of table.records()) {
    const [year, suburb, text] = [
      cell("year"),
      cell("suburb/town name"),
      cell("offence count").replaceAll(",", ""),
    ];
    const council = cell("local government area");
    const [division, subdivision] = [cell("offence division"), cell("offence subdivision")];
    const subgroup = cell("offence subgroup");
    // Copies that dropped a column of the original hold several rows of one class: they differ in their counts and add up.
    const key = [year, council, cell("postcode"), suburb, subdivision, subgroup, text].join("\u0000");
    if (!/^(19|20)\d\d$/.test(year)) reject("no year", `"${year}" is not a year`);
    else if (suburb === "") reject("no suburb", "the suburb is empty");
    else if (!/^\d+$/.test(text)) reject("no count", `"${text}" is not a count`);
    else if (subdivision[0] !== division[0] || !/^[A-F]\d\d /.test(subdivision))
      reject("unknown offence", `"${subdivision}" of "${division}"`);
    else if (subdivision.startsWith("B40 ") && subgroup === "")
      reject("no subgroup", `"${subdivision}" may be of motor vehicles; only the subgroup tells`);
    else if (seen.has(key)) reject("row twice", `it is in row ${seen.get(key)} too`);
    else {
      seen.set(key, row);
      used++;
      months.add(MONTHS.indexOf(cell("year ending").toLowerCase()) + 1);
      const offence = offenceOf(subdivision, subgroup);
      if (offence === undefined) continue;
      counts.push({ suburb, council, period: year, offence, offences: Number(text), row });
    }
  }
  if (used === 0) throw table.refusal(`no offence in ${table.rowsRead} rows`);
  const [ends] = months;
  if (months.size > 1) throw table.refusal(`its years end in several months`);
  const yearEnds = ends === 0 ? null : ends;
  const years = [...new Set(counts.map(({ period }) => period))].sort();
  tellShortYears(years, counts, table.below.length + 1, table.tally);
  return {
    part: { state: "VIC", yearEnds, periods: years, counts: summedCounts(counts) },
    rowsRead: table.rowsRead,
    rowsUsed: used,
    rejects: table.tally.rules(),
    vintage: `${years.at(-1) ?? "1990"}-12-31`,
    notes: yearEnds === null ? ["the file does not say in which month its years end"] : [],
  };
}

/** A year with fewer of the suburbs of the year next to it lost rows; rare offences double in some years. */
const LEAST_OF_YEAR = 0.4;
/** Fewer suburbs change by more than that. */
const LEAST_SUBURBS = 50;

/** The first or last year that names many fewer suburbs than the year next to it: the file begins late or ends early. */
function tellShortYears(
  years: readonly string[],
  counts: readonly OffenceCount[],
  lastRow: number,
  tally: RejectTally,
): void {
  const suburbsOf = new Map(years.map((year) => [year, new Set<string>()]));
  for (const { period, suburb } of counts) suburbsOf.get(period)!.add(suburb);
  const sizeOf = (year: string | undefined) => suburbsOf.get(year ?? "")?.size ?? 0;
  for (const [end, next] of new Map([
    [years[0], years[1]],
    [years.at(-1), years.at(-2)],
  ])) {
    if (sizeOf(next) >= LEAST_SUBURBS && sizeOf(end) < LEAST_OF_YEAR * sizeOf(next))
      tally.reject(
        "year may be cut",
        lastRow,
        `${end} has ${sizeOf(end)} suburbs, ${next} has ${sizeOf(next)}`,
      );
  }
}

function offenceOf(subdivision: string, subgroup: string): Offence | undefined {
  if (subdivision.startsWith("B40 ")) {
    return /motor vehicle theft/i.test(subgroup) ? "motor_vehicle" : "theft";
  }
  return CLASSES.find(([pattern]) => pattern.test(subdivision))?.[1];
}
