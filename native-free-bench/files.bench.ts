import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { suburbExport } from "../src/domains/explorer/suburb-export.ts";
import { METRICS } from "../src/domains/suburbs/metrics/metric-registry.ts";
import type { Engine } from "../src/engine/engine.ts";
import { followCurrent } from "../src/engine/follow-current.ts";
import { loadWriter } from "../src/exports/formats.ts";
import { snapshotFacts } from "../src/rpc/pinned-method.ts";
import { sharedCountry } from "../test/support/country/shared-country.ts";
import {
  type Figure,
  figureOf,
  type Goal,
  type Report,
  type RunOptions,
  requireSame,
  type Subject,
} from "./harness.ts";

export const files: Subject = {
  name: "files",
  what: "the whole country with all metrics as a file, against DuckDB's COPY of the same table",
  run,
};

/** Goals by format, relative to DuckDB's COPY. DuckDB writes no Arrow: uncompressed Parquet stands for it. */
const RIVALS = [
  { format: "csv", goal: 1.5, copy: "FORMAT csv, HEADER", name: "COPY to CSV" },
  {
    format: "arrow",
    goal: 1,
    copy: "FORMAT parquet, COMPRESSION uncompressed",
    name: "COPY to uncompressed Parquet",
  },
  { format: "parquet", goal: 1.5, copy: "FORMAT parquet, COMPRESSION zstd", name: "COPY to Parquet" },
] as const;

async function run(options: RunOptions): Promise<Report> {
  const scale = options.quick ? 0.02 : 1;
  const country = await sharedCountry(1, scale);
  const following = await followCurrent({
    metrics: METRICS,
    dataDir: country.dataDir,
    sqlConnections: 2,
    sqlWaiting: 16,
  });
  const folder = await mkdtemp(join(tmpdir(), "terrace-files-"));
  const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
  const connection = await instance.connect();
  const figures: (Figure & { ratio?: string })[] = [];
  const goals: Goal[] = [];
  let rows = 0;
  try {
    const source = join(folder, "source.parquet");
    rows = await writeExport(following.engine, "parquet", source);
    await connection.run(`CREATE TABLE suburbs AS FROM read_parquet('${source}')`);
    const counted = await connection.runAndReadAll("SELECT count(*)::INTEGER FROM suburbs");
    requireSame("rows of the exported country", rows, counted.getRows()[0][0]);
    for (const { format, goal, copy, name } of RIVALS) {
      const [own, theirs] = await measureRoundRobin(options, [
        {
          name: `export to ${format}`,
          call: () => writeExport(following.engine, format, join(folder, `own.${format}`)),
        },
        { name, call: () => copyTable(connection, join(folder, `copied.${format}`), copy) },
      ]);
      const ratio = own.medianNs / theirs.medianNs;
      figures.push({ ...own, ratio: `${ratio.toFixed(2)}×` }, { ...theirs, ratio: "1×" });
      goals.push({
        id: "E1",
        what: `the country as ${format}, times DuckDB's ${name}`,
        figure: ratio,
        goal,
        better: "less",
      });
    }
  } finally {
    connection.closeSync();
    instance.closeSync();
    await following.close();
    await rm(folder, { recursive: true });
  }
  return {
    subject: "Files",
    figures,
    goals,
    notes: [
      `${rows} suburbs, ${METRICS.length} metrics; both write into a file, DuckDB with one thread from memory.`,
    ],
  };
}

/** Writes an export to a file as a caller receives it; returns the number of rows. */
async function writeExport(engine: Engine, format: string, path: string): Promise<number> {
  const writer = await loadWriter(format);
  const { signal } = new AbortController();
  const file = await open(path, "w");
  let rows = 0;
  try {
    await engine.use(async (view) => {
      const request = { key: "AU", parameters: new Map(), wantsGeometry: false };
      const table = await suburbExport(view, request, signal);
      const onRows = (count: number) => {
        rows += count;
      };
      for await (const piece of writer.write(table, snapshotFacts(view.manifest), { signal, onRows })) {
        await file.write(piece);
      }
    });
  } finally {
    await file.close();
  }
  return rows;
}

async function copyTable(connection: DuckDBConnection, path: string, options: string): Promise<void> {
  await connection.run(`COPY suburbs TO '${path}' (${options})`);
}

/** Measures rivals round-robin, so that other load on the machine affects all equally. */
async function measureRoundRobin(
  { quick }: RunOptions,
  rivals: readonly { readonly name: string; call(): Promise<unknown> }[],
): Promise<Figure[]> {
  const rounds = quick ? 3 : 31;
  const samples = rivals.map(() => new Float64Array(rounds));
  for (let round = -2; round < rounds; round++) {
    for (const [i, { call }] of rivals.entries()) {
      const before = performance.now();
      await call();
      if (round >= 0) samples[i][round] = (performance.now() - before) * 1e6;
    }
  }
  return rivals.map(({ name }, i) => figureOf(name, samples[i], 1));
}
