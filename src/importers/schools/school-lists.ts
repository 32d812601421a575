import { isStateCode, type StateCode } from "../../dataset/states.ts";
import { remembered } from "../../runtime/lazy.ts";
import { headerOf, PlainTable, titledSheet } from "../files/plain-table.ts";
import { type CombineContext, fragmentsOf, importerOfKinds, type StoredPart } from "../importer.ts";
import { lookupOf } from "../lookup.ts";
import { NO_SUBURBS, suburbOfRow, withoutQualifier } from "../places/suburb-names.ts";
import type { ImportFile } from "../run/import-file.ts";
import { RejectTally } from "../run/reject-tally.ts";
import { dateOfText, newestOf } from "../series/period.ts";
import { needsOptIn, type SourceFacts, sourceFacts } from "../source-licence.ts";

type SchoolSector = "gov" | "catholic" | "independent";

export interface School {
  readonly row: number;
  readonly state: StateCode;
  readonly suburb: string;
  readonly council: string;
  readonly sector: SchoolSector;
  readonly isPrimary: boolean;
  readonly isSecondary: boolean;
}

interface SchoolListKind {
  readonly source: SourceFacts;
  readonly what: string;
  /** Column names in lower case. */
  readonly columns: readonly string[];
  readonly nameColumn: string;
  readonly suburbColumn: string;
  /** True if the list covers all sectors, and all schools of its states. */
  readonly isOfAll: boolean;
  /** Minimum size of a complete list; in a shorter one, an unnamed suburb may still have schools. */
  readonly wholeFrom: number;
  /** Parses a row; returns a rule name to reject it. */
  readonly schoolOf: (
    text: (column: string) => string,
  ) => (Omit<School, "row" | "suburb" | "state"> & { readonly state: string }) | string;
  readonly vintageOf: (file: ImportFile, table: PlainTable) => string;
}

const SECTORS = lookupOf<School["sector"]>({
  government: "gov",
  catholic: "catholic",
  independent: "independent",
});

const levels = (level: string) => ({
  isPrimary: /primary|infants|combined|central|pri.?\/?sec|p-12/i.test(level),
  isSecondary: /secondary|high|combined|central|pri.?\/?sec|p-12/i.test(level),
});

const SCHOOL_LISTS: readonly SchoolListKind[] = [
  {
    source: sourceFacts({
      id: "vic-schools",
      publisher: "Victorian Department of Education",
      title: "All schools locations",
      url: "https://discover.data.vic.gov.au/dataset/all-schools-fte-enrolments",
    }),
    what: "Victorian schools with their locations",
    columns: [
      "education_sector",
      "school_type",
      "school_status",
      "address_town",
      "address_state",
      "lga_name",
    ],
    nameColumn: "school",
    suburbColumn: "address_town",
    isOfAll: true,
    wholeFrom: 2_200,
    schoolOf: (text) => {
      const sector = SECTORS[text("education_sector").toLowerCase()];
      if (text("school_status") !== "O") return "not open";
      if (sector === undefined) return "unknown sector";
      const council = text("lga_name")
        .replace(/\([A-Z]+\)$/, "")
        .trimEnd();
      return { state: text("address_state").toUpperCase(), council, sector, ...levels(text("school_type")) };
    },
    vintageOf: (file) => `${/(20\d\d)/.exec(file.name)?.[1] ?? "2021"}-02-28`,
  },
  {
    source: sourceFacts({
      id: "nsw-public-schools",
      publisher: "NSW Department of Education",
      title: "Master dataset of NSW government schools",
      url: "https://data.nsw.gov.au/data/dataset/nsw-education-nsw-public-schools-master-dataset",
    }),
    what: "NSW government schools",
    columns: ["school_code", "town_suburb", "level_of_schooling", "lga"],
    nameColumn: "school_name",
    suburbColumn: "town_suburb",
    isOfAll: false,
    wholeFrom: 2_150,
    schoolOf: (text) => ({
      state: "NSW",
      council: withoutQualifier(text("lga")),
      sector: "gov",
      ...levels(text("level_of_schooling")),
    }),
    vintageOf: (file, table) => {
      const newest = newestOf(table.column("date_extracted").map(dateOfText));
      // The "2020-21" of a name is not a month.
      const named = dateOfText(`${/20\d\d-\d\d/.exec(file.name)?.[0] ?? ""}-01`);
      return newest ?? named ?? "2020-01-01";
    },
  },
  {
    source: sourceFacts({
      id: "acara-schools",
      publisher: "Australian Curriculum, Assessment and Reporting Authority",
      title: "School profile",
      licence: "unstated",
      licenceClass: "unstated",
      attribution: "Source: ACARA",
      url: "https://www.acara.edu.au/contact-us/acara-data-access",
      precedence: 40,
    }),
    what: "Australian schools, ACARA school profile",
    columns: ["calendar year", "school name", "suburb", "state", "school sector", "school type"],
    nameColumn: "school name",
    suburbColumn: "suburb",
    isOfAll: true,
    wholeFrom: 9_000,
    schoolOf: (text) => {
      const sector = SECTORS[text("school sector").toLowerCase()];
      if (sector === undefined) return "unknown sector";
      return { state: text("state").toUpperCase(), council: "", sector, ...levels(text("school type")) };
    },
    vintageOf: (_, table) => dateOfText(`${table.column("calendar year")[0]}-12-31`) ?? "2024-12-31",
  },
];

/** The kind with at most one missing column; the reader then reports a renamed one. */
function kindOfSchoolList(file: ImportFile): SchoolListKind | undefined {
  const header = file.isWorkbook ? (schoolSheet(file)?.titles ?? []) : headerOf(file);
  const names = new Set(header.map((title) => title.toLowerCase()));
  return SCHOOL_LISTS.find(
    ({ columns, suburbColumn }) =>
      columns.filter((column) => names.has(column)).length >= columns.length - 1 &&
      (names.has(suburbColumn) || columns.every((column) => column === suburbColumn || names.has(column))),
  );
}

function schoolSheet(file: ImportFile) {
  return titledSheet(file, (cells) => {
    const titles = cells.map((cell) => cell.toLowerCase());
    return titles.includes("school name") && titles.includes("suburb");
  });
}

type SchoolPart = ReturnType<typeof readSchools>["part"];

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
  // Use one list per suburb: the government's list of another day may have more schools than the complete
  // one.
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
  schools_total: 0,
  schools_gov: 0,
  schools_catholic: 0,
  schools_independent: 0,
  schools_primary: 0,
  schools_secondary: 0,
});

const SCHOOL_COLUMNS = Object.fromEntries(
  Object.keys(noSchools()).map((name) => [name, "number of schools of the list in the suburb"]),
);
