import { DuckDBInstance } from "@duckdb/node-api";
import { Float32, makeData, makeVector } from "apache-arrow";
import * as arquero from "arquero";
import type { Polars } from "./polars.ts";
import type { BenchColumn, BenchColumns } from "./suburb-data.ts";

/** An alternative that a user could choose, with the same data. */
export interface Opponent {
  readonly name: string;
  /** Number of matching rows; all but polars also produce the rows. */
  count(): number | Promise<number>;
  close?(): void;
}

const names = (p: number) => Array.from({ length: p }, (_, i) => `c${i}`);
const withNulls = ({ values, validity }: BenchColumn) =>
  Array.from(values, (value, i) =>
    validity !== undefined && ((validity[i >> 3] >> (i & 7)) & 1) === 0 ? null : value,
  );

/** DuckDB in memory with a prepared statement that returns the ids. */
export async function duckdbFilter(data: BenchColumns, p: number): Promise<Opponent> {
  const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
  const connection = await instance.connect();
  await connection.run(
    `CREATE TABLE t (id INTEGER, ${names(p)
      .map((n) => `${n} FLOAT`)
      .join(", ")})`,
  );
  const appender = await connection.createAppender("t");
  const columns = data.columns.slice(0, p).map(withNulls);
  for (let i = 0; i < data.n; i++) {
    appender.appendInteger(i);
    for (const column of columns) {
      const value = column[i];
      if (value === null) appender.appendNull();
      else appender.appendFloat(value);
    }
    appender.endRow();
  }
  appender.closeSync();
  const where = names(p).map((n, i) => `${n} BETWEEN $${2 * i + 1}::FLOAT AND $${2 * i + 2}::FLOAT`);
  const prepared = await connection.prepare(`SELECT id FROM t WHERE ${where.join(" AND ")}`);
  return {
    name: "DuckDB, prepared, returning ids",
    count: async () => {
      data.columns.slice(0, p).forEach(({ lo, hi }, i) => {
        prepared.bindFloat(2 * i + 1, lo);
        prepared.bindFloat(2 * i + 2, hi);
      });
      const result = await prepared.run();
      let count = 0;
      for (const chunk of await result.fetchAllChunks()) count += chunk.rowCount;
      return count;
    },
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

export async function arqueroFilter(data: BenchColumns, p: number): Promise<Opponent> {
  const columns = data.columns.slice(0, p);
  const table = arquero.table(Object.fromEntries(columns.map((c, i) => [`c${i}`, withNulls(c)])));
  const terms = columns.map(({ lo, hi }, i) => `d.c${i} != null && d.c${i} >= ${lo} && d.c${i} <= ${hi}`);
  return { name: "arquero", count: () => table.filter(`d => ${terms.join(" && ")}`).numRows() };
}

/** apache-arrow vectors, read by `get`. */
export async function arrowFilter(data: BenchColumns, p: number): Promise<Opponent> {
  const vectors = data.columns.slice(0, p).map((c) => ({
    ...c,
    vector: makeVector(
      makeData({
        type: new Float32(),
        length: data.n,
        data: c.values,
        ...(c.validity === undefined ? {} : { nullBitmap: c.validity }),
      }),
    ),
  }));
  const mask = new Uint8Array(Math.ceil(data.n / 8));
  return {
    name: "apache-arrow vector.get(i)",
    count: () => {
      mask.fill(0);
      let count = 0;
      for (let i = 0; i < data.n; i++) {
        const isMatch = vectors.every(({ vector, lo, hi }) => {
          const value = vector.get(i);
          return value !== null && value >= lo && value <= hi;
        });
        if (isMatch) {
          mask[i >> 3] |= 1 << (i & 7);
          count++;
        }
      }
      return count;
    },
  };
}

export async function polarsFilter(polars: Polars, data: BenchColumns, p: number): Promise<Opponent> {
  const columns = data.columns.slice(0, p);
  const frame = polars.DataFrame(
    Object.fromEntries(
      columns.map((c, i) => [`c${i}`, polars.Series(`c${i}`, withNulls(c), polars.Float32)]),
    ),
  );
  const term = columns
    .map(({ lo, hi }, i) =>
      polars
        .col(`c${i}`)
        .gtEq(polars.lit(lo))
        .and(polars.col(`c${i}`).ltEq(polars.lit(hi))),
    )
    .reduce((a, b) => a.and(b));
  return { name: "polars, counting", count: () => frame.filter(term).height };
}
