import type { StateCode } from "../../dataset/states.ts";
import { headerOf } from "../files/header-of.ts";
import { type PlainTable, titledSheet } from "../files/plain-table.ts";
import { withoutQualifier } from "../places/suburb-names.ts";
import type { ImportFile } from "../run/import-file.ts";
import { dateOfText } from "../series/period.ts";
import { type SourceFacts, sourceFacts } from "../source-licence.ts";
import { wordTable } from "../word-table.ts";

export type SchoolSector = "gov" | "catholic" | "independent";

/** One school as far as counts need it. */
export interface School {
  readonly row: number;
  readonly state: StateCode;
  readonly suburb: string;
  readonly council: string;
  readonly sector: SchoolSector;
  readonly isPrimary: boolean;
  readonly isSecondary: boolean;
}

/** How one publisher writes its list. */
export interface SchoolListKind {
  readonly source: SourceFacts;
  readonly what: string;
  /** Column names in lower case. */
  readonly columns: readonly string[];
  readonly nameColumn: string;
  readonly suburbColumn: string;
  /** Whether the list holds schools of every sector, and of every one in its states. */
  readonly isOfAll: boolean;
  /** Fewer schools are a part of the published list: a suburb that it does not name may still have one. */
  readonly wholeFrom: number;
  /** The school of a row, or the rule by which it is left out. */
  readonly schoolOf: (
    text: (column: string) => string,
  ) => (Omit<School, "row" | "suburb" | "state"> & { readonly state: string }) | string;
  readonly vintageOf: (file: ImportFile, table: PlainTable) => string;
}

const SECTORS = wordTable<School["sector"]>({
  government: "gov",
  catholic: "catholic",
  independent: "independent",
});

const levels = (level: string) => ({
  isPrimary: /primary|infants|combined|central|pri.?\/?sec|p-12/i.test(level),
  isSecondary: /secondary|high|combined|central|pri.?\/?sec|p-12/i.test(level),
});

export const SCHOOL_LISTS: readonly SchoolListKind[] = [
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
      const newest = table
        .column("date_extracted")
        .map((text) => dateOfText(text))
        .filter((date) => date !== undefined)
        .sort()
        .at(-1);
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

/** The kind all but one of whose columns are there: the reader names a renamed one. */
export function kindOfSchoolList(file: ImportFile): SchoolListKind | undefined {
  const header = file.isWorkbook ? (schoolSheet(file)?.titles ?? []) : headerOf(file);
  const names = new Set(header.map((title) => title.toLowerCase()));
  return SCHOOL_LISTS.find(
    ({ columns, suburbColumn }) =>
      columns.filter((column) => names.has(column)).length >= columns.length - 1 &&
      (names.has(suburbColumn) || columns.every((column) => column === suburbColumn || names.has(column))),
  );
}

/** The sheet with the list, of a workbook. */
export function schoolSheet(file: ImportFile) {
  return titledSheet(file, (cells) => {
    const titles = cells.map((cell) => cell.toLowerCase());
    return titles.includes("school name") && titles.includes("suburb");
  });
}
