import { isStateCode, stateCodeIn } from "../../dataset/states.ts";
import { headerOf, PlainTable } from "../files/plain-table.ts";
import { type FileReading, UNDATED } from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";
import { dateOfText } from "../series/period.ts";

export interface ListedPerson {
  readonly number: string;
  readonly aphId: string;
  readonly name: string;
  readonly otherName: string;
}

/** A period of service in one chamber, for one party. */
export interface Service {
  /** Person number where names are ambiguous; else "". */
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

/** Kind of list by its header. The chambers differ only in whether divisions are filled in. */
export function memberListKind(file: ImportFile): "people" | "service" | undefined {
  const header = headerOf(file);
  const has = (...names: string[]) => names.every((name) => header.includes(name));
  if (has("person count", "aph id", "name")) return "people";
  return has("member count", "name", "state/territory", "date of election", "most recent party")
    ? "service"
    : undefined;
}

/** Converts `18.05.2019` to 2019-05-18; undefined if invalid. */
export function dottedDate(text: string): string | undefined {
  const match = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text.trim());
  return match === null ? undefined : dateOfText(`${match[1]}/${match[2]}/${match[3]}`);
}

export function readMemberList(file: ImportFile): FileReading<MemberList> {
  const isNote = (first: string) => first.startsWith("#");
  const rows = file.csv().map((cells) => (isNote(cells[0]) ? [""] : cells));
  if (memberListKind(file) === "people") {
    const table = new PlainTable(file, [], { rows });
    const people: ListedPerson[] = [];
    for (const { text, reject } of table.records()) {
      const number = text("person count");
      if (!/^\d{1,6}$/.test(number)) reject("no number", `"${number}" is not a number of a person`);
      else people.push({ number, aphId: text("aph id"), name: text("name"), otherName: text("alt name") });
    }
    const part = { kind: "people" as const, people };
    return table.reading({ part, rowsUsed: people.length, vintage: UNDATED, list: "people" });
  }
  const table = new PlainTable(file, ["division"], { rows });
  let newest = "";
  const services = table.take("no service", ({ cells, text, reject, before }): Service | undefined => {
    const from = dottedDate(text("date of election"));
    const until = text("date ceased to be a member");
    const ended = until === "" ? "" : dottedDate(until);
    const reason = text("reason");
    const state = stateCodeIn(text("state/territory").replaceAll(".", ""));
    if (from === undefined || ended === undefined)
      return reject("no day", `from "${text("date of election")}" to "${until}"`);
    if (table.at.has("reason") && (until === "") !== (reason === "still_in_office"))
      return reject("no end", `until "${until}", but the reason is "${reason}"`);
    if (!isStateCode(state)) return reject("no state", `"${text("state/territory")}"`);
    const above = before(cells.join("\u0000"));
    if (above !== undefined) return reject("row twice", `it is in row ${above} too`);
    newest = [newest, from, ended].toSorted().at(-1)!;
    return {
      person: text("person count"),
      name: text("name"),
      division: text("division"),
      state,
      from,
      until: ended,
      party: text("most recent party"),
    };
  });
  const kind = services.some(({ division }) => division !== "") ? "house" : "senate";
  const part = { kind, services } as const;
  return table.reading({ part, vintage: newest, list: kind });
}
