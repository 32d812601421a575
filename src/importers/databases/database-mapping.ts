import { checkManifest, type DatasetManifest } from "../../dataset/manifest.ts";
import { DATASET_TABLES } from "../../dataset/tables/index.ts";
import { badDataset, type TerraceError } from "../../runtime/errors.ts";
import {
  anything,
  issueText,
  list,
  map,
  object,
  oneOf,
  optional,
  parseJson,
  readJson,
  text,
} from "../../runtime/json-schema.ts";
import { nearestNames } from "../../runtime/nearest-names.ts";

const FORMAT = "terrace-database-mapping-1";

const schema = object({
  format: oneOf([FORMAT]),
  dataset: anything,
  tables: map(
    object({
      table: optional(
        text(
          /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)?$/,
          "a table name, with or without its schema",
        ),
      ),
      query: optional(text(/\S/, "a query")),
      columns: optional(map(text())),
      key: optional(list(text())),
    }),
  ),
});

export type MappedTable = ReturnType<typeof mappedTable>;

export interface DatabaseMapping {
  readonly manifest: DatasetManifest;
  readonly tables: readonly MappedTable[];
}

/** Parses a mapping file: the table or query for each dataset table, and the dataset's manifest. */
export function readDatabaseMapping(content: string, path: string): DatabaseMapping {
  const bad = (problem: string) => badDataset(`${path}: ${problem}`);
  const read = readJson(schema, parseJson(content, path, "bad_dataset"), (issue) => bad(issueText(issue)));
  const names = Object.keys(read.tables);
  if (names.length === 0) throw bad("tables must name at least one table");
  const tables = names.map((name) => mappedTable(name, read.tables[name], bad));
  const manifest = checkManifest({ formatVersion: 1, ...(read.dataset as object) }, path);
  return { manifest, tables: tables.sort((a, b) => place(a) - place(b)) };
}

const place = ({ definition }: MappedTable) => DATASET_TABLES.indexOf(definition);

type GivenTable = ReturnType<typeof schema>["tables"][string];

function mappedTable(name: string, given: GivenTable, bad: (problem: string) => TerraceError) {
  const definition = DATASET_TABLES.find((one) => one.name === name);
  if (definition === undefined) {
    const near = nearestNames(
      name,
      DATASET_TABLES.map((one) => one.name),
      1,
    );
    throw bad(
      `tables.${name}: no such dataset table${near.length === 0 ? "" : `; did you mean "${near[0]}"?`}`,
    );
  }
  if ((given.table === undefined) === (given.query === undefined)) {
    throw bad(`tables.${name} needs either "table" or "query"`);
  }
  const own = definition.columns.map((column) => column.name);
  const columns = given.columns ?? Object.fromEntries(own.map((column) => [column, column]));
  const strange = Object.keys(columns).find((column) => !own.includes(column));
  if (strange !== undefined) {
    const near = nearestNames(strange, own, 1);
    throw bad(
      `tables.${name}.columns: the table has no column "${strange}"${near.length === 0 ? "" : `; did you mean "${near[0]}"?`}`,
    );
  }
  const lacking = definition.columns.find(
    ({ name: column, required }) => required === true && columns[column] === undefined,
  );
  if (lacking !== undefined) throw bad(`tables.${name}.columns lacks "${lacking.name}", which is required`);
  /** Database columns that order the rows and from which an import resumes. */
  const key: readonly string[] = given.key ?? definition.key.map((column) => columns[column] ?? column);
  return {
    definition,
    /** Table name, or a query in parentheses. */
    from: given.table ?? `(${(given.query ?? "").trim().replace(/;\s*$/, "")}) AS mapped`,
    /** Dataset columns that the database fills, in dataset order, with their names in the database. */
    columns: definition.columns
      .filter((column) => columns[column.name] !== undefined)
      .map((column) => ({ column, sourceName: columns[column.name] })),
    key,
  };
}
