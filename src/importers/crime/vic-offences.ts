import type { Offence } from "../../dataset/tables/offences.ts";
import { byColumns, PlainTable } from "../files/plain-table.ts";
import type { FileReading } from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";
import type { RejectTally } from "../run/reject-tally.ts";
import { type OffenceCount, type OffencePart, summedCounts } from "./offence-counts.ts";

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
const VIC_OFFENCES = { confidence: 85, what: "recorded offences by suburb of Victoria" };

/** Offence kind by code. Thefts (B40) are missing: only their subgroup shows whether a vehicle was taken. */
const CLASSES: readonly (readonly [RegExp, Offence])[] = [
  [/^A(10|20|30|50) /, "violent"],
  [/^B(10|20) /, "property_damage"],
  [/^B30 /, "break_ins"],
  [/^C\d\d /, "drugs"],
  [/^F\d\d /, "other"],
];

export const isVicOffences = byColumns(COLUMNS, 6, VIC_OFFENCES, ["suburb/town name"]);

/** Reads Victorian offences: one row per year, council, postcode, suburb and offence class. */
export function readVicOffences(file: ImportFile): FileReading<OffencePart> {
  const table = new PlainTable(file, COLUMNS);
  const counts: OffenceCount[] = [];
  const months = table.take("no offence", ({ row, text: cell, reject, before }) => {
    const [year, suburb, text] = [
      cell("year"),
      cell("suburb/town name"),
      cell("offence count").replaceAll(",", ""),
    ];
    const council = cell("local government area");
    const [division, subdivision] = [cell("offence division"), cell("offence subdivision")];
    const subgroup = cell("offence subgroup");
    // The count is in the key: copies without some original columns have several rows per class, which add
    // up.
    const key = [year, council, cell("postcode"), suburb, subdivision, subgroup, text].join("\u0000");
    if (!/^(19|20)\d\d$/.test(year)) return reject("no year", `"${year}" is not a year`);
    if (suburb === "") return reject("no suburb", "the suburb is empty");
    if (!/^\d+$/.test(text)) return reject("no count", `"${text}" is not a count`);
    if (subdivision[0] !== division[0] || !/^[A-F]\d\d /.test(subdivision))
      return reject("unknown offence", `"${subdivision}" of "${division}"`);
    if (subdivision.startsWith("B40 ") && subgroup === "")
      return reject(
        "no subgroup",
        `"${subdivision}" may be of motor vehicles; only the subgroup distinguishes them`,
      );
    const above = before(key);
    if (above !== undefined) return reject("row twice", `it is in row ${above} too`);
    const offence = offenceOf(subdivision, subgroup);
    if (offence !== undefined)
      counts.push({ suburb, council, period: year, offence, offences: Number(text), row });
    return MONTHS.indexOf(cell("year ending").toLowerCase()) + 1;
  });
  const [ends] = months;
  if (months.some((month) => month !== ends)) file.refuse(`its years end in different months`);
  const yearEnds = ends === 0 ? null : ends;
  const years = [...new Set(counts.map(({ period }) => period))].sort();
  reportShortYears(years, counts, table.below.length + 1, table.tally);
  return table.reading({
    part: { state: "VIC", yearEnds, periods: years, counts: summedCounts(counts) },
    vintage: `${years.at(-1) ?? "1990"}-12-31`,
    notes: yearEnds === null ? ["the file does not say in which month its years end"] : [],
  });
}

/** A year with less than this share of its neighbour's suburbs lost rows; rare offences can double. */
const MIN_OF_YEAR = 0.4;
/** Below this many suburbs the share varies too much to judge. */
const MIN_SUBURBS = 50;

/** Reports a first or last year with far fewer suburbs than its neighbour: the file was probably cut. */
function reportShortYears(
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
    if (sizeOf(next) >= MIN_SUBURBS && sizeOf(end) < MIN_OF_YEAR * sizeOf(next))
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
