import type { Offence } from "../../dataset/tables/offences.ts";
import { headerOf } from "../files/header-of.ts";
import { PlainTable } from "../files/plain-table.ts";
import type { ImportFile } from "../run/import-file.ts";
import { dateOfText, lastDayOf, refuseMonthFirst } from "../series/period.ts";
import { type OffenceCount, type OffenceReading, summedCounts } from "./offence-counts.ts";

const COLUMNS = [
  "reported date",
  "suburb - incident",
  "postcode - incident",
  "offence level 2 description",
  "offence level 3 description",
  "offence count",
] as const;

/** The publisher's second level; null is known and has no kind here. */
const CLASSES: ReadonlyMap<string, Offence | null> = new Map<string, Offence | null>([
  ["serious criminal trespass", "break_ins"],
  ["acts intended to cause injury", "violent"],
  ["homicide and related offences", "violent"],
  ["sexual assault and related offences", "violent"],
  ["robbery and related offences", "violent"],
  ["property damage and environmental", "property_damage"],
  ["theft and related offences", "theft"],
  ["fraud deception and related offences", null],
  ["other offences against the person", null],
]);
const MOTOR_VEHICLE = /^theft\/illegal use of mv$/i;

/** Days at either end of a file on which nothing needs to have been reported for its month to count as covered. */
const QUIET_DAYS = 7;

export function isSaOffences(file: ImportFile): boolean {
  const header = headerOf(file);
  return header.includes("suburb - incident") && COLUMNS.filter((name) => header.includes(name)).length >= 5;
}

/** Offences reported in South Australia, a row a day, suburb and offence. */
export function readSaOffences(file: ImportFile): OffenceReading {
  const table = new PlainTable(file, COLUMNS);
  refuseMonthFirst(file.path, table.column("reported date"));
  const counts: OffenceCount[] = [];
  const seen = new Map<string, number>();
  const days: string[] = [];
  let used = 0;
  for (const { row, text, reject } of table.records()) {
    const day = dateOfText(text("reported date"));
    const suburb = text("suburb - incident");
    const level = text("offence level 2 description");
    const detail = text("offence level 3 description");
    const count = text("offence count");
    const kind = CLASSES.get(level.toLowerCase());
    const key = [day, suburb, text("postcode - incident"), level, detail].join("\u0000");
    if (day === undefined) reject("no day", `"${text("reported date")}"`);
    else if (suburb === "" || /^not disclosed$/i.test(suburb))
      reject("no suburb", `the suburb is "${suburb}"`);
    else if (!/^\d+$/.test(count)) reject("no count", `"${count}" is not a count`);
    else if (kind === undefined) reject("unknown offence", `"${level}"`);
    else if (seen.has(key)) reject("row twice", `it is in row ${seen.get(key)} too`);
    else {
      seen.set(key, row);
      days.push(day);
      used++;
      const offence = MOTOR_VEHICLE.test(detail) ? "motor_vehicle" : kind;
      if (offence === null) continue;
      counts.push({ suburb, council: "", period: day.slice(0, 7), offence, offences: Number(count), row });
    }
  }
  if (used === 0) throw table.refusal(`no offence in ${table.rowsRead} rows`);
  days.sort();
  return {
    part: { state: "SA", yearEnds: null, periods: coveredMonths(days), counts: summedCounts(counts) },
    rowsRead: table.rowsRead,
    rowsUsed: used,
    rejects: table.tally.rules(),
    vintage: days.at(-1)!,
    notes: [],
  };
}

/** The months from the first to the last day; those at the ends only where the reports reach their ends. */
function coveredMonths(days: readonly string[]): string[] {
  const [first, last] = [days[0], days.at(-1)!];
  const months: string[] = [];
  for (let month = first.slice(0, 7); month <= last.slice(0, 7); month = following(month)) months.push(month);
  const end = Number(lastDayOf(last).slice(8));
  return months.filter(
    (month) =>
      (month !== first.slice(0, 7) || Number(first.slice(8)) <= QUIET_DAYS) &&
      (month !== last.slice(0, 7) || Number(last.slice(8)) > end - QUIET_DAYS),
  );
}

function following(month: string): string {
  const [year, number] = month.split("-").map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, "0")}`;
}
