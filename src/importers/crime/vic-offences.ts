import type { Offence } from "../../dataset/tables/offences.ts";
import { badDataset } from "../../runtime/errors.ts";
import { headerOf } from "../files/header-of.ts";
import type { ImportFile } from "../run/import-file.ts";
import { RejectTally } from "../run/reject-tally.ts";
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
  const [header, ...lines] = file.csv();
  const at = new Map(header.map((cell, i) => [cell.trim().toLowerCase(), i]));
  for (const column of COLUMNS) if (!at.has(column)) throw badDataset(`${file.path}: no column "${column}"`);
  const tally = new RejectTally();
  const counts: OffenceCount[] = [];
  const seen = new Map<string, number>();
  const months = new Set<number>();
  let [read, used] = [0, 0];
  lines.forEach((cells, r) => {
    if (cells.every((text) => text.trim() === "")) return;
    read++;
    const row = r + 2;
    const cell = (column: string) => (cells[at.get(column) ?? -1] ?? "").trim();
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
    if (cells.length !== header.length)
      tally.reject("cell count", row, `${cells.length} cells; expected ${header.length}`);
    else if (!/^(19|20)\d\d$/.test(year)) tally.reject("no year", row, `"${year}" is not a year`);
    else if (suburb === "") tally.reject("no suburb", row, "the suburb is empty");
    else if (!/^\d+$/.test(text)) tally.reject("no count", row, `"${text}" is not a count`);
    else if (subdivision[0] !== division[0] || !/^[A-F]\d\d /.test(subdivision))
      tally.reject("unknown offence", row, `"${subdivision}" of "${division}"`);
    else if (subdivision.startsWith("B40 ") && subgroup === "")
      tally.reject("no subgroup", row, `"${subdivision}" may be of motor vehicles; only the subgroup tells`);
    else if (seen.has(key)) tally.reject("row twice", row, `it is in row ${seen.get(key)} too`);
    else {
      seen.set(key, row);
      used++;
      months.add(MONTHS.indexOf(cell("year ending").toLowerCase()) + 1);
      const offence = offenceOf(subdivision, subgroup);
      if (offence === undefined) return;
      counts.push({ suburb, council, period: year, offence, offences: Number(text), row });
    }
  });
  if (used === 0) throw badDataset(`${file.path}: no offence in ${read} rows`);
  const [ends] = months;
  if (months.size > 1) throw badDataset(`${file.path}: its years end in several months`);
  const yearEnds = ends === 0 ? null : ends;
  const years = [...new Set(counts.map(({ period }) => period))].sort();
  tellShortYears(years, counts, lines.length + 1, tally);
  return {
    part: { state: "VIC", yearEnds, periods: years, counts: summedCounts(counts) },
    rowsRead: read,
    rowsUsed: used,
    rejects: tally.rules(),
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
