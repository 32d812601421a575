import { isStateCode } from "../../dataset/states.ts";
import { PlainTable } from "../files/plain-table.ts";
import { type CombineContext, fragmentsOf, importerOfKinds, type StoredPart } from "../importer.ts";
import { NO_SUBURBS } from "../places/suburb-names.ts";
import { SuburbRegions } from "../prices/suburb-regions.ts";
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
  const regions = new SuburbRegions(context.suburbs);
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
      const found = regions.match(school.state, school.suburb, [school.council]);
      if (found.length !== 1) {
        const rule = found.length === 0 ? "unknown suburb" : "ambiguous suburb";
        if (context.suburbs.suburbs.length > 0)
          tally.reject(rule, school.row, `${path}: "${school.suburb}" in ${school.state}`);
        continue;
      }
      const [{ salCode }] = found;
      const own = counts.get(salCode) ?? noSchools();
      counts.set(salCode, own);
      own.total++;
      own[school.sector]++;
      if (school.isPrimary) own.primary++;
      if (school.isSecondary) own.secondary++;
    }
    const rows = [...counts]
      .filter(([salCode]) => kind.isOfAll || !counted.has(salCode))
      .map(([salCode, own]) => countRow(salCode, own, kind));
    if (served(part)) for (const salCode of counts.keys()) counted.add(salCode);
    return fragmentsOf(kind.source, stored, { suburb_amenities: rows }, SCHOOL_COLUMNS);
  });
  if (context.suburbs.suburbs.length === 0) notes.push(NO_SUBURBS);
  return { fragments, rejects: tally.rules(), notes };
}

const SCHOOL_COLUMNS = Object.fromEntries(
  ["total", "gov", "catholic", "independent", "primary", "secondary"].map((kind) => [
    `schools_${kind}`,
    "number of schools of the list in the suburb",
  ]),
);

function noSchools() {
  return { total: 0, gov: 0, catholic: 0, independent: 0, primary: 0, secondary: 0 };
}

function countRow(salCode: string, own: ReturnType<typeof noSchools>, { isOfAll }: SchoolListKind) {
  if (!isOfAll) return { sal_code: salCode, schools_gov: own.gov };
  return {
    sal_code: salCode,
    schools_total: own.total,
    schools_gov: own.gov,
    schools_catholic: own.catholic,
    schools_independent: own.independent,
    schools_primary: own.primary,
    schools_secondary: own.secondary,
  };
}
