import { dirname } from "node:path";
import type { TableDefinition } from "../../dataset/table-definition.ts";
import { makeDirectory } from "../../runtime/files/writable-directory.ts";
import { sqlText } from "../tables/sql-text.ts";
import type { BuildDatabase } from "../tables/write-tables.ts";
import type { RejectRule } from "./check-table.ts";

/** One violation, as a line of the rejects file. */
export interface Reject {
  readonly table: string;
  /** 1-based number of the data row in its file, not counting a CSV header. */
  readonly row: number;
  readonly column: string;
  readonly value: string | null;
  readonly rule: RejectRule;
  readonly expected: string;
}

const CREATE_REJECTS = `
  CREATE OR REPLACE TEMP TABLE dataset_rejects (
    "row" BIGINT, "column" VARCHAR, value VARCHAR, rule VARCHAR, expected VARCHAR
  )`;

export const REJECTED_ROWS = "SELECT row FROM dataset_rejects";

/** Rejected rows of the table being loaded, in the build database until they are written. */
export class Rejects {
  readonly #db: BuildDatabase;
  readonly #table: TableDefinition;
  #isCreated = false;

  constructor(db: BuildDatabase, table: TableDefinition) {
    this.#db = db;
    this.#table = table;
  }

  /** Creates the table of rejects, only when needed: most loads have none. */
  async create(): Promise<void> {
    await this.#db.run(CREATE_REJECTS);
    this.#isCreated = true;
  }

  /** Adds the rows (row, column, value, rule, expected) of a query. */
  async add(sql: string): Promise<void> {
    await this.#db.run(
      `INSERT INTO dataset_rejects SELECT row, "column", value, rule, expected FROM (${sql})`,
    );
  }

  /** Number of violations by rule, in rule order. */
  async countByRule(): Promise<Record<string, number>> {
    const counts = await this.#db.rows<{ rule: string; n: bigint }>(
      "SELECT rule, count(*) AS n FROM dataset_rejects GROUP BY rule ORDER BY rule",
    );
    return Object.fromEntries(counts.map(({ rule, n }) => [rule, Number(n)]));
  }

  async first(limit: number): Promise<Reject[]> {
    const rows = await this.#db.rows<Omit<Reject, "table" | "row"> & { row: bigint }>(
      `SELECT * FROM dataset_rejects ORDER BY row, rowid LIMIT ${limit}`,
    );
    return rows.map((reject) => ({ ...reject, table: this.#table.name, row: Number(reject.row) }));
  }

  /** Writes all rejects to an NDJSON file in row order, atomically, and drops them. No rejects, no file. */
  async write(path: string): Promise<void> {
    if (!this.#isCreated) return;
    await makeDirectory(dirname(path));
    await this.#db.run(
      `COPY (
         SELECT ${sqlText(this.#table.name)} AS "table", row, "column", value, rule, expected
         FROM dataset_rejects ORDER BY row, rowid
       ) TO ${sqlText(path)} (FORMAT json, USE_TMP_FILE true)`,
    );
    // Frees memory: the connection loads other tables after this one.
    await this.#db.run("DROP TABLE dataset_rejects");
    this.#isCreated = false;
  }
}
