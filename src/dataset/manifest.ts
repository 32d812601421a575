import { badDataset } from "../runtime/errors.ts";
import {
  flag,
  issueText,
  type JsonIssue,
  JsonMismatch,
  list,
  object,
  oneOf,
  optional,
  placeText,
  readJson,
  refined,
  type Schema,
  text,
} from "../runtime/json-schema.ts";
import { DATASET_TABLES, datasetTable } from "./tables/index.ts";

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/;
const INSTANT_WORDS = "a UTC instant of the years 1970 to 2199 such as 2026-11-13T00:00:00Z";
const COLUMN_WORDS = "a table and one of its columns, such as suburb_demographics.median_age";

const filled = text(/\S/, "a text that is not empty");
const id = text(/^[a-z0-9][a-z0-9._-]{0,63}$/, "1 to 64 of a-z, 0-9, dot, dash and underscore");
const date = refined(
  text(/^\d{4}-\d{2}-\d{2}$/, "a date YYYY-MM-DD"),
  (day) => isRealInstant(`${day}T00:00:00Z`),
  "a date YYYY-MM-DD",
);
// Bounded, because daily series are extended up to this instant.
const instant = refined(
  text(INSTANT, INSTANT_WORDS),
  (at) => isRealInstant(at) && at >= "1970" && at < "2200",
  INSTANT_WORDS,
);
const columnName = refined(text(/^/, COLUMN_WORDS), isColumnName, COLUMN_WORDS);

const source = object({
  id,
  publisher: filled,
  title: filled,
  licence: filled,
  vintage: date,
  url: optional(filled),
  attribution: optional(filled),
  /** Older vintages that this one replaced, wholly or in part, oldest first. */
  earlierVintages: optional(list(date, "an array of dates YYYY-MM-DD")),
  /** True when the licence forbids public reads of the rows. */
  withheld: optional(flag),
  /** Names of the dataset tables that hold its rows. */
  tables: list(oneOf(DATASET_TABLES.map((table) => table.name)), "an array of table names"),
  /** Columns it filled, as `table.column`, in tables with several sources; without them, the whole table. */
  columns: optional(list(columnName, `an array, each ${COLUMN_WORDS}`)),
});

const manifest = object({
  formatVersion: oneOf([1], "1"),
  id,
  title: filled,
  /** UTC instant taken as "now" in every aggregate. */
  asOf: instant,
  /** True when the rows are invented. */
  synthetic: flag,
  sources: withOwnIds(list(source, "an array of sources")),
  /** Folder next to `dataset.json` with the table files (default: next to it); the pattern bars paths. */
  tablesFolder: optional(
    text(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, "1 to 64 letters, digits, dashes and underscores"),
  ),
});

export type DatasetSource = ReturnType<typeof source>;

export type DatasetManifest = ReturnType<typeof manifest>;

/** Checks a manifest; unknown keys are errors. Errors name the key, the value and what is allowed. */
export function checkManifest(value: unknown, path: string): DatasetManifest {
  return readJson(manifest, value, (issue) => badDataset(`${path}: ${issueWords(issue)}`));
}

function issueWords(issue: JsonIssue): string {
  if (issue.knownKeys === undefined) return issueText(issue, "the file");
  const parent = placeText(issue.path.slice(0, -1)) || "the file";
  return `unknown key "${issue.path.at(-1)}" in ${parent}; expected ${issue.expected}`;
}

function withOwnIds(sources: Schema<readonly DatasetSource[]>): Schema<readonly DatasetSource[]> {
  return (value, path) => {
    const read = sources(value, path);
    const seen = new Set<string>();
    for (const [i, one] of read.entries()) {
      if (seen.has(one.id)) {
        const expected = "an id that no other source has";
        throw new JsonMismatch({ path: [...path, i, "id"], value: one.id, expected });
      }
      seen.add(one.id);
    }
    return read;
  };
}

/** Kinds of rows, in tables where a source may give some kinds and not others. */
const KINDS = /^(house_prices|suburb_offences)\.rows_[a-z0-9_]+$/;

function isColumnName(name: string): boolean {
  if (KINDS.test(name)) return true;
  const [table, column] = name.split(".");
  return datasetTable(table)?.columns.some((one) => one.name === column) === true;
}

/** False for instants that do not exist, such as 31 February, which Date would carry over. */
function isRealInstant(at: string): boolean {
  const read = new Date(at);
  return !Number.isNaN(read.getTime()) && read.toISOString().slice(0, 19) === at.slice(0, 19);
}
