import { STATES } from "../../dataset/states.ts";
import type { ColumnDefinition, TableDefinition } from "../../dataset/table-definition.ts";
import { sqlName, sqlText } from "../tables/sql-text.ts";
import { defaultValue, presentCell, shownCell, sqlType, typedValue, typeInWords } from "./column-sql.ts";
import { isBrokenOutline, OUTLINE_IN_WORDS } from "./outline-sql.ts";
import type { FileRelation } from "./read-table.ts";

export type RejectRule =
  | "required"
  | "type"
  | "whole"
  | "finite"
  | "spaces"
  | "period"
  | "outline"
  | "min"
  | "max"
  | "above"
  | "magnitude"
  | "values"
  | "length"
  | "pattern"
  | "state"
  | "references"
  | "unique"
  | "key";

/** Range of years for dates: others are typos, and distant ones do not fit into a protobuf timestamp. */
const FIRST_YEAR = 1800;
const LAST_YEAR = 2199;

/** Metrics are float32, whose largest number this is. */
const MAX_FLOAT32 = "3.4028234663852886e38";

/** `quick` of a check that another check of the cell implies: it only names the reason. */
const IMPLIED = "";

/** One rule for one column: SQL that is true if a cell breaks it, and a description of what is expected. */
interface CellCheck {
  readonly rule: RejectRule;
  readonly broken: string;
  readonly expected: string;
  /** Cheaper SQL, true for every row with a broken cell; default `broken`. */
  readonly quick?: string;
}

/** SQL that checks a file row by row, made from the definition alone. */
export interface TableChecks {
  /** Typed columns of every row in file order; fails with BAD_ROW if a row breaks a rule. */
  readonly goodSql: string;
  /** Rows with `__row` (1-based), typed columns and `__bad`, in file order. */
  readonly stageSql: string;
  /** Rows (row, column, value, rule, expected): every broken rule of the rows where `__bad` is true. */
  readonly violationsSql: (badRows: string) => string;
}

/** Error message by which `goodSql` fails. */
export const BAD_ROW = "a row breaks a rule of its table";

/** Plans the checks of a file against its table. Cells are read once: `r<i>` as stored, `v<i>` typed. */
export function planChecks(table: TableDefinition, relation: FileRelation): TableChecks {
  const found = new Map(relation.columns.map((column) => [column.name, column]));
  const cells: string[] = [];
  const values: string[] = [];
  table.columns.forEach((column, i) => {
    const source = found.get(column.name);
    const stored = source?.type ?? "VARCHAR";
    const cell = source === undefined ? "CAST(NULL AS VARCHAR)" : source.cell;
    cells.push(`${relation.hasBlanks ? presentCell(cell, stored) : cell} AS r${i}`);
    values.push(`${typedValue(column, `r${i}`, stored)} AS v${i}`);
  });
  const unnumbered = `SELECT ${cells.join(", ")} FROM ${relation.from}`;
  const rows = `SELECT row_number() OVER () AS __row, ${cells.join(", ")} FROM ${relation.from}`;
  const typed = (from: string) => `SELECT *, ${values.join(", ")} FROM (${from})`;
  const checks = table.columns.map((column, i) => cellChecks(table, column, i, found.get(column.name)?.type));
  const loaded = table.columns.map((column, i) =>
    column.default === undefined ? `v${i}` : `coalesce(v${i}, ${defaultValue(column)})`,
  );
  const named = table.columns.map((column, i) => `${loaded[i]} AS ${sqlName(column.name)}`);
  const conditions = checks.flat().map(({ broken, quick = broken }) => quick);
  const isBad = conditions.flatMap((sql) => (sql === IMPLIED ? [] : `(${sql})`)).join(" OR ") || "false";
  // Checked within a column that is loaded: a filter would compute every typed value twice.
  const guarded = `CASE WHEN ${isBad} THEN error('${BAD_ROW}') ELSE ${loaded[0]} END AS ${sqlName(table.columns[0].name)}`;
  const violations = table.columns.flatMap((column, i) =>
    checks[i].length === 0 ? [] : [violationCase(column, i, found.get(column.name)?.type, checks[i])],
  );
  return {
    goodSql: `SELECT ${[guarded, ...named.slice(1)].join(", ")} FROM (${typed(unnumbered)})`,
    stageSql: `SELECT __row, ${named.join(", ")}, coalesce(${isBad}, false) AS __bad FROM (${typed(rows)})`,
    violationsSql: (badRows) => `SELECT __row AS row, v.col AS "column", v.val AS value, v.rule, v.expected
      FROM (
        SELECT __row, unnest(list_filter([${violations.join(",\n")}], lambda v: v IS NOT NULL)) AS v
        FROM (${typed(`SELECT * FROM (${rows}) WHERE __row IN (${badRows})`)})
      )`,
  };
}

/** SQL for the first rule that a cell breaks, as a struct, or NULL. */
function violationCase(
  column: ColumnDefinition,
  i: number,
  stored: string | undefined,
  checks: readonly CellCheck[],
): string {
  const shown = shownCell(`r${i}`, stored ?? "VARCHAR");
  const cases = checks.map(
    ({ rule, broken, expected }) =>
      `WHEN ${broken} THEN {'col': ${sqlText(column.name)}, 'val': ${shown},
        'rule': '${rule}', 'expected': ${sqlText(expected)}}`,
  );
  return `CASE ${cases.join("\n")} END`;
}

function cellChecks(
  table: TableDefinition,
  column: ColumnDefinition,
  i: number,
  stored: string | undefined,
): CellCheck[] {
  const checks: CellCheck[] = [];
  const add = (rule: RejectRule, broken: string, expected: string, quick = broken) =>
    checks.push({ rule, broken, expected, quick });
  const cell = `r${i}`;
  const value = `v${i}`;
  if (column.required) add("required", `${cell} IS NULL`, "a value");
  if (stored === undefined) return checks;
  if (column.type === "int" && !/INT/.test(stored)) {
    const number = `TRY_CAST(${cell} AS DOUBLE)`;
    // For text, the check of the type below finds these too; a stored number would be rounded instead.
    const isImplied = stored === "VARCHAR" ? IMPLIED : undefined;
    add("type", `${cell} IS NOT NULL AND ${number} IS NULL`, typeInWords(column), isImplied);
    add("whole", `${number} <> trunc(${number})`, "a whole number", isImplied);
  }
  if (column.type !== "text" || stored === "JSON") {
    add("type", `${cell} IS NOT NULL AND ${value} IS NULL`, typeInWords(column));
  }
  if (column.type === "double") {
    // NaN is greater than any number.
    add("finite", `abs(${value}) > ${MAX_FLOAT32}`, "a finite number up to 3.4e38");
  }
  if (column.type === "date" || column.type === "timestamp") {
    add(
      "period",
      `${value} < DATE '${FIRST_YEAR}-01-01' OR ${value} >= DATE '${LAST_YEAR + 1}-01-01'`,
      `a day from ${FIRST_YEAR}-01-01 to ${LAST_YEAR}-12-31`,
    );
  }
  // Keys and names must not differ only in spaces. Other texts stay as published.
  const isLookedUp = column.required || table.key.includes(column.name) || column.keyCase !== undefined;
  if (column.type === "text" && isLookedUp) {
    add(
      "spaces",
      `regexp_matches(${value}, '^[\\s\\p{Z}]|[\\s\\p{Z}]$')`,
      "text that neither begins nor ends with a space",
      column.values !== undefined || column.keyCase !== undefined ? IMPLIED : undefined,
    );
  }
  if (column.keyCase !== undefined) {
    const withSpaces = `NOT regexp_full_match(${value}, '([!-~]([ -~]*[!-~])?)?')`;
    add(
      "pattern",
      `NOT regexp_full_match(${value}, '[ -~]*')`,
      "a key of plain ASCII characters",
      withSpaces,
    );
  }
  if (column.outline) add("outline", isBrokenOutline(value), OUTLINE_IN_WORDS);
  if (column.min !== undefined) add("min", `${value} < ${column.min}`, `at least ${column.min}`);
  if (column.max !== undefined) add("max", `${value} > ${column.max}`, `at most ${column.max}`);
  if (column.above !== undefined) add("above", ...aboveCheck(table, column, value));
  if (column.leastMagnitude !== undefined) {
    add(
      "magnitude",
      `${value} <> 0 AND abs(${value}) < ${column.leastMagnitude}`,
      `0, or at least ${column.leastMagnitude} in size`,
    );
  }
  if (column.values !== undefined) {
    const allowed = column.values.map(sqlText).join(", ");
    add("values", `${value} NOT IN (${allowed})`, `one of ${column.values.filter(Boolean).join(", ")}`);
  }
  if (column.maxCharacters !== undefined) {
    const most = column.maxCharacters;
    add("length", `length(${value}) > ${most}`, `at most ${most.toLocaleString("en-AU")} characters`);
  }
  if (column.pattern !== undefined) {
    add(
      "pattern",
      `NOT regexp_full_match(${value}, ${sqlText(column.pattern)})`,
      `text that matches ${column.pattern}`,
    );
  }
  if (column.stateOf !== undefined) {
    const code = table.columns.findIndex((other) => other.name === column.stateOf);
    const arms = STATES.map((state) => `WHEN '${state.digit}' THEN '${state.code}'`).join(" ");
    add(
      "state",
      `${value} <> CASE left(v${code}, 1) ${arms} END`,
      `the state that the first digit of ${column.stateOf} means`,
    );
  }
  return checks;
}

/** An empty table with the definition's columns, for a table that the dataset lacks. */
export function createEmptySql(table: TableDefinition): string {
  const columns = table.columns.map((column) => `${sqlName(column.name)} ${sqlType(column)}`);
  return `CREATE TABLE ${sqlName(table.name)} (${columns.join(", ")})`;
}

/** SQL that is true for a cell not above its bound, and a description of the rule. */
function aboveCheck(table: TableDefinition, column: ColumnDefinition, value: string): [string, string] {
  const low = `${value} <= ${column.above}`;
  const { aboveUnless } = column;
  if (aboveUnless === undefined) return [low, `above ${column.above}`];
  const other = table.columns.findIndex(({ name }) => name === aboveUnless.column);
  return [
    `${low} AND v${other} IS DISTINCT FROM ${sqlText(aboveUnless.value)}`,
    `above ${column.above}, unless ${aboveUnless.column} is ${aboveUnless.value}`,
  ];
}
