import type { Offence } from "../../dataset/tables/offences.ts";
import { badDataset } from "../../runtime/errors.ts";
import { headerOf } from "../files/header-of.ts";
import type { ImportFile } from "../run/import-file.ts";
import { RejectTally } from "../run/reject-tally.ts";
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
  const [header, ...lines] = file.csv();
  const at = new Map(header.map((cell, i) => [cell.trim().toLowerCase(), i]));
  for (const column of COLUMNS) if (!at.has(column)) throw badDataset(`${file.path}: no column "${column}"`);
  const cell = (cells: readonly string[], column: (typeof COLUMNS)[number]) =>
    (cells[at.get(column)!] ?? "").trim();
  refuseMonthFirst(
    file.path,
    lines.map((cells) => cell(cells, "reported date")),
  );
  const tally = new RejectTally();
  const counts: OffenceCount[] = [];
  const seen = new Map<string, number>();
  const days: string[] = [];
  let [read, used] = [0, 0];
  lines.forEach((cells, r) => {
    if (cells.every((text) => text.trim() === "")) return;
    read++;
    const row = r + 2;
    const day = dateOfText(cell(cells, "reported date"));
    const suburb = cell(cells, "suburb - incident");
    const level = cell(cells, "offence level 2 description");
    const detail = cell(cells, "offence level 3 description");
    const text = cell(cells, "offence count");
    const kind = CLASSES.get(level.toLowerCase());
    const key = [day, suburb, cell(cells, "postcode - incident"), level, detail].join("\u0000");
    if (cells.length !== header.length)
      tally.reject("cell count", row, `${cells.length} cells; expected ${header.length}`);
    else if (day === undefined) tally.reject("no day", row, `"${cell(cells, "reported date")}"`);
    else if (suburb === "" || /^not disclosed$/i.test(suburb))
      tally.reject("no suburb", row, `the suburb is "${suburb}"`);
    else if (!/^\d+$/.test(text)) tally.reject("no count", row, `"${text}" is not a count`);
    else if (kind === undefined) tally.reject("unknown offence", row, `"${level}"`);
    else if (seen.has(key)) tally.reject("row twice", row, `it is in row ${seen.get(key)} too`);
    else {
      seen.set(key, row);
      days.push(day);
      used++;
      const offence = MOTOR_VEHICLE.test(detail) ? "motor_vehicle" : kind;
      if (offence === null) return;
      counts.push({ suburb, council: "", period: day.slice(0, 7), offence, offences: Number(text), row });
    }
  });
  if (used === 0) throw badDataset(`${file.path}: no offence in ${read} rows`);
  days.sort();
  return {
    part: { state: "SA", yearEnds: null, periods: coveredMonths(days), counts: summedCounts(counts) },
    rowsRead: read,
    rowsUsed: used,
    rejects: tally.rules(),
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
