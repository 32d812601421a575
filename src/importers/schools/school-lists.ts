import { isStateCode } from "../../dataset/states.ts";
import { remembered } from "../../runtime/lazy.ts";
import { PlainTable } from "../files/plain-table.ts";
import { type CombineContext, fragmentsOf, importerOfKinds, type StoredPart } from "../importer.ts";
import { NO_SUBURBS, suburbOfRow } from "../places/suburb-names.ts";
import type { ImportFile } from "../run/import-file.ts";
import { RejectTally } from "../run/reject-tally.ts";
import { needsOptIn } from "../source-licence.ts";
import {
  kindOfSchoolList,
  SCHOOL_LISTS,
  type School,
  type SchoolListKind,
  schoolSheet,
} from "./school-list-kinds.ts";

export interface SchoolPart {
  readonly sourceId: string;
  readonly schools: readonly School[];
}

/** Lists of schools with their suburb, level and sector: counts by suburb. */
export const SCHOOLS = importerOfKinds<SchoolListKind, SchoolPart>({
  id: "schools",
  title: "Lists of schools by suburb",
  sources: SCHOOL_LISTS.map(({ source }) => source),
  kindOf: kindOfSchoolList,
  recognised: ({ what }) => ({ confidence: 80, what }),
  read: readSchools,
  explain: (_, { isOfAll, wholeFrom }) => [
    `open schools of ${isOfAll ? "all sectors" : "the government"}, counted by state and suburb name, to suburb_amenities`,
    isOfAll
      ? "schools_total, schools_gov, schools_catholic, schools_independent, schools_primary, schools_secondary"
      : "schools_gov only: the list knows no other sector",
    `from ${wholeFrom} schools on the list is whole, and a suburb without a school has 0; a combined school counts as both`,
  ],
  combine: combineSchools,
});

function readSchools(file: ImportFile, kind: SchoolListKind) {
  const table = PlainTable.titled(file, kind.columns, schoolSheet(file), "any");
  const schools = table.take("no school", ({ row, cells, text, reject, before }): School | undefined => {
    const found = kind.schoolOf(text);
    const suburb = text(kind.suburbColumn);
    const above = before(cells.join("\u0000"));
    if (above !== undefined) return reject("row twice", `it is in row ${above} too`);
    if (typeof found === "string") return reject(found, `${text(kind.nameColumn)}, ${suburb}`);
    if (suburb === "") return reject("no suburb", text(kind.nameColumn));
    const { state } = found;
    return isStateCode(state) ? { ...found, state, suburb, row } : reject("no state", `state "${state}"`);
  });
  return table.reading({
    part: { sourceId: kind.source.id, schools },
    vintage: kind.vintageOf(file, table),
    list: kind.what,
  });
}

function combineSchools(parts: readonly StoredPart<SchoolPart>[], context: CombineContext) {
  const tally = new RejectTally();
  const notes: string[] = [];
  const served = (part: SchoolPart) =>
    part.schools.length > 0 &&
    SCHOOL_LISTS.some(
      ({ source, isOfAll }) =>
        source.id === part.sourceId &&
        isOfAll &&
        (!needsOptIn(source) || context.allowedSources.has(source.id)),
    );
  // A suburb's schools are those of one list: the government's of another day may be more than all of that one.
  const counted = new Set<string>();
  const wholeFirst = parts.toSorted((a, b) => Number(served(b.part)) - Number(served(a.part)));
  const fragments = wholeFirst.flatMap((stored) => {
    const { part, path } = stored;
    const kind = SCHOOL_LISTS.find(({ source }) => source.id === part.sourceId)!;
    const counts = new Map<string, ReturnType<typeof noSchools>>();
    const states = new Set(part.schools.map(({ state }) => state));
    const isWhole = part.schools.length >= kind.wholeFrom;
    if (!isWhole)
      notes.push(
        `${path}: ${part.schools.length} schools are fewer than were published: no suburb counts as without`,
      );
    for (const { salCode, stateCode } of isWhole ? context.suburbs.suburbs : []) {
      if (states.has(stateCode)) counts.set(salCode, noSchools());
    }
    for (const school of part.schools) {
      const salCode = suburbOfRow(context.suburbs, school, (rule) =>
        tally.reject(rule, school.row, `${path}: "${school.suburb}" in ${school.state}`),
      );
      if (salCode === undefined) continue;
      const own = remembered(counts, salCode, noSchools);
      own.schools_total++;
      own[`schools_${school.sector}`]++;
      if (school.isPrimary) own.schools_primary++;
      if (school.isSecondary) own.schools_secondary++;
    }
    const rows = [...counts]
      .filter(([salCode]) => kind.isOfAll || !counted.has(salCode))
      .map(([sal_code, own]) =>
        kind.isOfAll ? { sal_code, ...own } : { sal_code, schools_gov: own.schools_gov },
      );
    if (served(part)) for (const salCode of counts.keys()) counted.add(salCode);
    return fragmentsOf(kind.source, stored, { suburb_amenities: rows }, SCHOOL_COLUMNS);
  });
  if (context.suburbs.suburbs.length === 0) notes.push(NO_SUBURBS);
  return { fragments, rejects: tally.rules(), notes };
}

const noSchools = () => ({
  ...{ schools_total: 0, schools_gov: 0, schools_catholic: 0, schools_independent: 0 },
  ...{ schools_primary: 0, schools_secondary: 0 },
});

const SCHOOL_COLUMNS = Object.fromEntries(
  Object.keys(noSchools()).map((name) => [name, "number of schools of the list in the suburb"]),
);
