import { STATES } from "../../dataset/states.ts";
import { badDataset } from "../../runtime/errors.ts";
import { headerOf } from "../files/header-of.ts";
import type { FileReading } from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";
import { RejectTally } from "../run/reject-tally.ts";
import { dateOfText } from "../series/period.ts";

/** A person of the list of people. */
export interface ListedPerson {
  readonly number: string;
  readonly aphId: string;
  readonly name: string;
  readonly otherName: string;
}

/** A time of service in one chamber under one party. */
export interface Service {
  /** Number of the person where the name alone does not tell; else "". */
  readonly person: string;
  readonly name: string;
  readonly division: string;
  readonly state: string;
  readonly from: string;
  /** "" while in office. */
  readonly until: string;
  readonly party: string;
}

export type MemberList =
  | { readonly kind: "people"; readonly people: readonly ListedPerson[] }
  | { readonly kind: "house" | "senate"; readonly services: readonly Service[] };

const STATE_OF: ReadonlyMap<string, string> = new Map(
  STATES.flatMap(({ code, name }) => [
    [code.toLowerCase(), code],
    [name.toLowerCase(), code],
  ]),
);

/** What a list is, by its header; the two chambers differ in whether divisions are filled. */
export function memberListKind(file: ImportFile): "people" | "service" | undefined {
  const header = headerOf(file);
  const has = (...names: string[]) => names.every((name) => header.includes(name));
  if (has("person count", "aph id", "name")) return "people";
  return has("member count", "name", "state/territory", "date of election", "most recent party")
    ? "service"
    : undefined;
}

/** `18.05.2019` is 2019-05-18; undefined for what is not a day. */
export function dottedDate(text: string): string | undefined {
  const match = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text.trim());
  return match === null ? undefined : dateOfText(`${match[1]}/${match[2]}/${match[3]}`);
}

export function readMemberList(file: ImportFile): FileReading<MemberList> {
  const [header, ...lines] = file.csv();
  const at = new Map(header.map((cell, i) => [cell.trim().toLowerCase(), i]));
  const rows = lines
    .map((cells, i) => ({ cells, row: i + 2 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== "") && !cells[0].startsWith("#"));
  const cell = (cells: readonly string[], name: string) => (cells[at.get(name) ?? -1] ?? "").trim();
  const tally = new RejectTally();
  const whole = rows.filter(({ cells, row }) => {
    if (cells.length !== header.length)
      tally.reject("cell count", row, `${cells.length} cells; expected ${header.length}`);
    return cells.length === header.length;
  });
  if (memberListKind(file) === "people") {
    const numbered = whole.filter(({ cells, row }) => {
      const number = cell(cells, "person count");
      const isNumber = /^\d{1,6}$/.test(number);
      if (!isNumber) tally.reject("no number", row, `"${number}" is not a number of a person`);
      return isNumber;
    });
    const people = numbered.map(({ cells }) => ({
      number: cell(cells, "person count"),
      aphId: cell(cells, "aph id"),
      name: cell(cells, "name"),
      otherName: cell(cells, "alt name"),
    }));
    const part = { kind: "people" as const, people };
    const [rowsRead, rowsUsed] = [rows.length, people.length];
    return tally.reading({ part, rowsRead, rowsUsed, vintage: "1970-01-01", list: "people" });
  }
  if (!at.has("division")) throw badDataset(`${file.path}: no column "Division"`);
  const services: Service[] = [];
  const seen = new Map<string, number>();
  let newest = "";
  for (const { cells, row } of whole) {
    const from = dottedDate(cell(cells, "date of election"));
    const until = cell(cells, "date ceased to be a member");
    const ended = until === "" ? "" : dottedDate(until);
    const reason = cell(cells, "reason");
    const key = cells.join("\u0000");
    const state = STATE_OF.get(cell(cells, "state/territory").replaceAll(".", "").toLowerCase());
    if (from === undefined || ended === undefined)
      tally.reject("no day", row, `from "${cell(cells, "date of election")}" to "${until}"`);
    else if (at.has("reason") && (until === "") !== (reason === "still_in_office"))
      tally.reject("no end", row, `until "${until}", but the reason is "${reason}"`);
    else if (seen.has(key)) tally.reject("row twice", row, `it is in row ${seen.get(key)} too`);
    else if (state === undefined) tally.reject("no state", row, `"${cell(cells, "state/territory")}"`);
    else {
      seen.set(key, row);
      services.push({
        person: cell(cells, "person count"),
        name: cell(cells, "name"),
        division: cell(cells, "division"),
        state,
        from,
        until: ended,
        party: cell(cells, "most recent party"),
      });
      newest = [newest, from, ended].toSorted().at(-1)!;
    }
  }
  if (services.length === 0) throw badDataset(`${file.path}: no service in ${rows.length} rows`);
  const kind = services.some(({ division }) => division !== "") ? "house" : "senate";
  const [rowsRead, rowsUsed] = [rows.length, services.length];
  return tally.reading({ part: { kind, services }, rowsRead, rowsUsed, vintage: newest, list: kind });
}
