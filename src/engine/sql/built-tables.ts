import type { BuildDatabase } from "../../snapshot/build/write-tables.ts";
import type { ServingDatabase } from "./database.ts";
import type { ResultColumns, Statement } from "./statement.ts";

/** Answers statements without parameters from the tables of a build, as a serving database does later. */
export function builtTables(db: BuildDatabase): Pick<ServingDatabase, "query"> {
  return {
    query: async <Row extends object>({ sql }: Statement<Row>) => {
      const columns: Record<string, unknown[]> = {};
      let rowCount = 0;
      for await (const rows of db.stretches<Record<string, unknown>>(sql)) {
        rowCount += rows.length;
        for (const name of Object.keys(rows[0])) {
          columns[name] ??= [];
          for (const row of rows) columns[name].push(row[name]);
        }
      }
      return { rowCount, columns } as unknown as ResultColumns<Row>;
    },
  };
}
