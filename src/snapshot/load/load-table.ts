import type { TableFile } from "../../dataset/locate-tables.ts";
import type { TableDefinition } from "../../dataset/table-definition.ts";
import { badDataset } from "../../runtime/errors.ts";
import { sqlName, sqlText } from "../tables/sql-text.ts";
import type { BuildDatabase } from "../tables/write-tables.ts";
import { BAD_ROW, createEmptySql, planChecks, type TableChecks } from "./check-table.ts";
import { isStoredTypeFit, typeInWords } from "./column-sql.ts";
import type { TableReport, UndeclaredSource } from "./load-report.ts";
import { type FileRelation, readTableFile } from "./read-table.ts";
import { REJECTED_ROWS, type Rejects } from "./rejects.ts";

/** Creates an empty table that the dataset lacks. */
export async function loadAbsentTable(db: BuildDatabase, table: TableDefinition): Promise<TableReport> {
  await db.run(createEmptySql(table));
  return {
    table: table.name,
    file: null,
    format: null,
    rowsRead: 0,
    rowsLoaded: 0,
    rowsRejected: 0,
    rejectsByRule: {},
    unknownColumns: [],
    absentColumns: [],
    undeclaredSources: [],
  };
}

/**
 * Loads the good rows of a file into its table, and lists the others in the rejects. Referenced tables must
 * be loaded before. Of rows with the same key, the first good one is kept.
 */
export async function loadTable(
  db: BuildDatabase,
  table: TableDefinition,
  file: TableFile,
  rejects: Rejects,
  declaredSources: readonly string[],
  signal?: AbortSignal,
): Promise<TableReport> {
  const relation = await readTableFile(db, table, file, signal);
  const columns = compareColumns(table, file, relation);
  const checks = planChecks(table, relation);
  const counts = (await loadGoodRows(db, table, checks)) ?? (await sortOutRows(db, table, checks, rejects));
  return {
    table: table.name,
    file: file.name,
    format: file.format,
    ...counts,
    ...columns,
    undeclaredSources: await findUndeclaredSources(db, table, declaredSources),
  };
}

type RowCounts = Pick<TableReport, "rowsRead" | "rowsLoaded" | "rowsRejected" | "rejectsByRule">;

/** Fast path for a file without bad rows; undefined, without a table, if it has any. */
async function loadGoodRows(
  db: BuildDatabase,
  table: TableDefinition,
  checks: TableChecks,
): Promise<RowCounts | undefined> {
  const name = sqlName(table.name);
  try {
    await db.run(`CREATE TABLE ${name} AS ${checks.goodSql}`);
  } catch (error) {
    if (error instanceof Error && error.message.includes(BAD_ROW)) return undefined;
    throw error;
  }
  const [{ n, suspect }] = await db.rows<{ n: bigint; suspect: boolean }>(
    `SELECT count(*) AS n, ${suspicions(table).join(" OR ")} AS suspect FROM ${name}`,
  );
  if (!suspect) return { rowsRead: Number(n), rowsLoaded: Number(n), rowsRejected: 0, rejectsByRule: {} };
  await db.run(`DROP TABLE ${name}`);
  return undefined;
}

/** Slow path: loads row by row, good rows into the table and the others into the rejects. */
async function sortOutRows(
  db: BuildDatabase,
  table: TableDefinition,
  checks: TableChecks,
  rejects: Rejects,
): Promise<RowCounts> {
  const name = sqlName(table.name);
  await rejects.create();
  await db.run(`CREATE TABLE ${name} AS ${checks.stageSql}`);
  const rowsRead = await countRows(db, name);
  if ((await countRows(db, `${name} WHERE __bad`)) > 0) {
    await rejects.add(checks.violationsSql(`SELECT __row FROM ${name} WHERE __bad`));
  }
  for (const sql of danglingSql(table)) await rejects.add(sql);
  const removeRejected = `DELETE FROM ${name} WHERE __row IN (${REJECTED_ROWS})`;
  await db.run(removeRejected);
  for (const sql of repeatedSql(table)) {
    await rejects.add(sql);
    await db.run(removeRejected);
  }
  await db.run(`ALTER TABLE ${name} DROP COLUMN __bad; ALTER TABLE ${name} DROP COLUMN __row`);
  const rowsLoaded = await countRows(db, name);
  return {
    rowsRead,
    rowsLoaded,
    rowsRejected: rowsRead - rowsLoaded,
    rejectsByRule: await rejects.countByRule(),
  };
}

async function countRows(db: BuildDatabase, from: string): Promise<number> {
  const [{ n }] = await db.rows<{ n: bigint }>(`SELECT count(*) AS n FROM ${from}`);
  return Number(n);
}

function compareColumns(
  table: TableDefinition,
  file: TableFile,
  relation: FileRelation,
): Pick<TableReport, "unknownColumns" | "absentColumns"> {
  const found = relation.columns.map((column) => column.name);
  const absent = table.columns.filter((column) => !found.includes(column.name));
  const missing = absent.filter((column) => column.required).map((column) => column.name);
  if (missing.length > 0 && !relation.isBlank) {
    throw badDataset(
      `${file.name}: missing required column ${missing.join(", ")} of table ${table.name}; found ${found.join(", ")}`,
    );
  }
  for (const { name, type } of relation.columns) {
    const column = table.columns.find((c) => c.name === name);
    if (column !== undefined && !isStoredTypeFit(column.type, type)) {
      throw badDataset(
        `${file.name}: column ${name} is stored as ${type}; expected ${column.type} (${typeInWords(column)})`,
      );
    }
  }
  return {
    unknownColumns: found.filter((name) => !table.columns.some((column) => column.name === name)),
    absentColumns: absent.map((column) => column.name),
  };
}

/** SQL conditions over all rows: true if a reference may dangle, or a key or unique value may repeat. */
function suspicions(table: TableDefinition): string[] {
  const dangling = table.columns.flatMap(({ name, references }) => {
    if (references === undefined) return [];
    const [target, key] = references.split(".").map(sqlName);
    return `bool_or(${sqlName(name)} NOT IN (SELECT ${key} FROM ${target}))`;
  });
  const keys = uniqueKeys(table).map(({ columns }) => `hash(${columns.map(sqlName).join(", ")})`);
  return [
    ...dangling.map((sql) => `coalesce(${sql}, false)`),
    ...keys.map((key) => `count(DISTINCT ${key}) < count(*)`),
  ];
}

/** Column sets that must be unique, each with its rule. */
function uniqueKeys(table: TableDefinition): { rule: "key" | "unique"; columns: readonly string[] }[] {
  const unique = table.columns.filter((column) => column.unique && table.key.join() !== column.name);
  return [
    { rule: "key", columns: table.key },
    ...unique.map(({ name }) => ({ rule: "unique" as const, columns: [name] })),
  ];
}

/** Queries for rows with dangling references, one a reference. */
function danglingSql(table: TableDefinition): string[] {
  return table.columns.flatMap((column) => {
    if (column.references === undefined) return [];
    const [target, key] = column.references.split(".");
    const name = sqlName(column.name);
    return `
      SELECT __row AS row, ${sqlText(column.name)} AS "column", CAST(${name} AS VARCHAR) AS value,
        'references' AS rule, ${sqlText(`a value of ${column.references}`)} AS expected
      FROM ${sqlName(table.name)}
      WHERE ${name} IS NOT NULL AND ${name} NOT IN (SELECT ${sqlName(key)} FROM ${sqlName(target)})`;
  });
}

/** Queries for rows that repeat a key or unique value. Comparing only rows with equal hashes saves memory. */
function repeatedSql(table: TableDefinition): string[] {
  return uniqueKeys(table).map(({ rule, columns: keyColumns }) => {
    const name = sqlName(table.name);
    const key = keyColumns.map(sqlName).join(", ");
    return `
      SELECT __row AS row, ${sqlText(keyColumns.join(", "))} AS "column", concat_ws(', ', ${key}) AS value,
        '${rule}' AS rule, format('unique; row {} has it already', first_row) AS expected
      FROM (
        SELECT __row, ${key}, min(__row) OVER (PARTITION BY ${key}) AS first_row
        FROM ${name}
        WHERE hash(${key}) IN (SELECT hash(${key}) FROM ${name} GROUP BY hash(${key}) HAVING count(*) > 1)
      )
      WHERE __row > first_row`;
  });
}

async function findUndeclaredSources(
  db: BuildDatabase,
  table: TableDefinition,
  declared: readonly string[],
): Promise<UndeclaredSource[]> {
  const columns = table.columns.filter(({ sourceId }) => sourceId);
  if (columns.length === 0) return [];
  const cited = columns.map(
    ({ name }, place) =>
      `SELECT ${place} AS place, ${sqlText(name)} AS "column", ${sqlName(name)} AS source, count(*)::DOUBLE AS rows
       FROM ${sqlName(table.name)} WHERE ${sqlName(name)} IS NOT NULL GROUP BY ALL`,
  );
  const sources = await db.rows<UndeclaredSource>(
    `SELECT "column", source, rows FROM (${cited.join(" UNION ALL ")}) ORDER BY place, source`,
  );
  return sources.filter(({ source }) => !declared.includes(source));
}
