import { sqlTable } from "../../exports/sql-table.ts";
import type { Terminal } from "../terminal.ts";
import { openTables, type ShownData } from "./open-tables.ts";
import { type ResultOptions, writeResult } from "./write-result.ts";

/** Answers one statement. */
export async function runSql(
  sql: string,
  data: ShownData,
  options: ResultOptions,
  terminal: Terminal,
): Promise<void> {
  const tables = await openTables(data, terminal.signal);
  try {
    const result = await tables.sandbox.ask(sql, terminal.signal);
    const table = sqlTable(result, tables.manifest.sources, { most: Number.POSITIVE_INFINITY, isCut: false });
    await writeResult(table, tables.manifest, options, terminal);
  } finally {
    await tables.close();
  }
}
