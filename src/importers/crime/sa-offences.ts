import type { Offence } from "../../dataset/tables/offences.ts";
import { byColumns, PlainTable } from "../files/plain-table.ts";
import type { FileReading } from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";
import { dateOfText, lastDayOf, refuseMonthFirst } from "../series/period.ts";
import { type OffenceCount, type OffencePart, summedCounts } from "./offence-counts.ts";

const COLUMNS = [
  "reported date",
  "suburb - incident",
  "postcode - incident",
  "offence level 2 description",
  "offence level 3 description",
  "offence count",
] as const;

const SA_OFFENCES = { confidence: 85, what: "offences by suburb of South Australia" };

/** Offence kind by level-2 description; null for a known class that has no kind. */
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

/** A first or last month counts as covered even without reports on this many days at its outer end. */
const QUIET_DAYS = 7;

export const isSaOffences = byColumns(COLUMNS, 5, SA_OFFENCES, ["suburb - incident"]);

/** Reads South Australian offences: one row per day, suburb and offence. */
export function readSaOffences(file: ImportFile): FileReading<OffencePart> {
  const table = new PlainTable(file, COLUMNS);
  refuseMonthFirst(file.path, table.column("reported date"));
  const counts: OffenceCount[] = [];
  const days = table.take("no offence", ({ row, text, reject, before }) => {
    const day = dateOfText(text("reported date"));
    const suburb = text("suburb - incident");
    const level = text("offence level 2 description");
    const detail = text("offence level 3 description");
    const count = text("offence count");
    const kind = CLASSES.get(level.toLowerCase());
    const key = [day, suburb, text("postcode - incident"), level, detail].join("\u0000");
    if (day === undefined) return reject("no day", `"${text("reported date")}"`);
    if (suburb === "" || /^not disclosed$/i.test(suburb))
      return reject("no suburb", `the suburb is "${suburb}"`);
    if (!/^\d+$/.test(count)) return reject("no count", `"${count}" is not a count`);
    if (kind === undefined) return reject("unknown offence", `"${level}"`);
    const above = before(key);
    if (above !== undefined) return reject("row twice", `it is in row ${above} too`);
    const offence = MOTOR_VEHICLE.test(detail) ? "motor_vehicle" : kind;
    if (offence !== null)
      counts.push({ suburb, council: "", period: day.slice(0, 7), offence, offences: Number(count), row });
    return day;
  });
  days.sort();
  return table.reading({
    part: { state: "SA", yearEnds: null, periods: coveredMonths(days), counts: summedCounts(counts) },
    vintage: days.at(-1)!,
  });
}

/** Months from the first to the last day, the outer two only if the reports reach their ends. */
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
