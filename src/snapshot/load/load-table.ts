import type { TableFile } from "../../dataset/locate-tables.ts";
import type { TableDefinition } from "../../dataset/table-definition.ts";
import { TerraceError } from "../../runtime/errors.ts";
import type { BuildDatabase } from "../build/write-tables.ts";
import { createEmptySql, planChecks } from "./check-table.ts";
import { isStoredTypeFit, typeInWords } from "./column-sql.ts";
import type { TableReport, UndeclaredSource } from "./load-report.ts";
import { type FileRelation, readTableFile } from "./read-table.ts";
import type { Rejects } from "./rejects.ts";
import { sqlName, sqlText } from "./sql-text.ts";

/** Creates the table empty, for a dataset that lacks it. */
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
 * Loads the good rows of a file into the table named like its definition and the others into the rejects. The
 * tables it refers to are loaded already. Of rows with one key the first good one stays.
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
  const name = sqlName(table.name);
  const checks = planChecks(table, relation);
  await db.run(`CREATE TABLE ${name} AS ${checks.stageSql}`);
  const rowsRead = await countRows(db, name);
  if ((await countRows(db, `${name} WHERE __bad`)) > 0) {
    await rejects.add(table, checks.violationsSql(`SELECT __row FROM ${name} WHERE __bad`));
  }
  for (const sql of danglingSql(table)) await rejects.add(table, sql);
  const removeRejected = `DELETE FROM ${name} WHERE __row IN (${rejects.rowsSql(table)})`;
  await db.run(removeRejected);
  for (const sql of repeatedSql(table)) {
    await rejects.add(table, sql);
    await db.run(removeRejected);
  }
  await db.run(`ALTER TABLE ${name} DROP COLUMN __bad; ALTER TABLE ${name} DROP COLUMN __row`);
  const rowsLoaded = await countRows(db, name);
  return {
    table: table.name,
    file: file.name,
    format: file.format,
    rowsRead,
    rowsLoaded,
    rowsRejected: rowsRead - rowsLoaded,
    rejectsByRule: await rejects.countByRule(table),
    ...columns,
    undeclaredSources: await findUndeclaredSources(db, table, declaredSources),
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
    throw new TerraceError(
      "bad_dataset",
      `${file.name}: missing required column ${missing.join(", ")} of table ${table.name}; found ${found.join(", ")}`,
    );
  }
  for (const { name, type } of relation.columns) {
    const column = table.columns.find((c) => c.name === name);
    if (column !== undefined && !isStoredTypeFit(column.type, type)) {
      throw new TerraceError(
        "bad_dataset",
        `${file.name}: column ${name} is stored as ${type}; expected ${column.type} (${typeInWords(column)})`,
      );
    }
  }
  return {
    unknownColumns: found.filter((name) => !table.columns.some((column) => column.name === name)),
    absentColumns: absent.map((column) => column.name),
  };
}

/** Queries for the rows whose references lead nowhere, one a reference. */
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

/**
 * Queries for the rows that repeat a key or a unique value of an earlier row. Rows are first grouped by the hash of
 * the key, which keeps memory small; only equal hashes are compared in full.
 */
function repeatedSql(table: TableDefinition): string[] {
  const repeated = (rule: "key" | "unique", keyColumns: readonly string[]) => {
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
  };
  const unique = table.columns.filter((column) => column.unique && table.key.join() !== column.name);
  return [repeated("key", table.key), ...unique.map((column) => repeated("unique", [column.name]))];
}

async function findUndeclaredSources(
  db: BuildDatabase,
  table: TableDefinition,
  declared: readonly string[],
): Promise<UndeclaredSource[]> {
  const found: UndeclaredSource[] = [];
  for (const column of table.columns) {
    if (!column.sourceId) continue;
    const sources = await db.rows<{ source: string; n: bigint }>(
      `SELECT ${sqlName(column.name)} AS source, count(*) AS n FROM ${sqlName(table.name)}
       WHERE ${sqlName(column.name)} IS NOT NULL GROUP BY source ORDER BY source`,
    );
    for (const { source, n } of sources) {
      if (!declared.includes(source)) found.push({ column: column.name, source, rows: Number(n) });
    }
  }
  return found;
}
