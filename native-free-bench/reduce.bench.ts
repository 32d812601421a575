import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { DuckDBInstance } from "@duckdb/node-api";
import { reduceClickHouse } from "../src/cli/import/reduce/reduce-clickhouse.ts";
import { REDUCE_EVENTS } from "../src/importers/databases/reduce-events.ts";
import {
  HAS_CLICKHOUSE,
  startTwoClickHouses,
  type TestClickHouse,
} from "../test/support/run/clickhouse-server.ts";
import { type Report, type RunOptions, requireSame, type Subject } from "./harness.ts";

export const reduce: Subject = {
  name: "reduce",
  what: "raw listing events to a row an address and day: two nodes of ClickHouse with the check of `--reduce`, and DuckDB alone",
  run,
};

/** Raw events at ×1: 40 per address, four per day. */
const EVENTS = 1_000_000;
const EVENTS_AN_ADDRESS = 40;

/** SQL of the nth event, equal in both systems. The count of addresses is odd: each is on both nodes. */
const FORMULA = {
  clickhouse: `concat('address-', toString(number % ADDRESSES)), concat('e', toString(number)),
    toDateTime('2026-01-01 00:00:00', 'UTC') + intDiv(number, ADDRESSES) * 21600 + number % 3600,
    if(number % 3 = 0, 'price_drop', 'seen'), if(number % 5 = 0, NULL, 300000 + (number * 31) % 900000)`,
  duckdb: `'address-' || (number % ADDRESSES), 'e' || number,
    TIMESTAMP '2026-01-01' + to_seconds((number // ADDRESSES) * 21600 + number % 3600),
    CASE WHEN number % 3 = 0 THEN 'price_drop' ELSE 'seen' END,
    CASE WHEN number % 5 = 0 THEN NULL ELSE CAST(300000 + (number * 31) % 900000 AS DOUBLE) END`,
};
const addressesOf = (events: number) => String(Math.ceil(events / EVENTS_AN_ADDRESS) | 1);
const COLUMNS =
  "(address_key String, event_id String, observed_at DateTime('UTC'), event_type String, price Nullable(Float64))";

async function run({ quick, large, huge, say }: RunOptions): Promise<Report> {
  if (!HAS_CLICKHOUSE) {
    return {
      subject: reduce.name,
      figures: [],
      goals: [],
      notes: ["no clickhouse-server here: not measured"],
    };
  }
  const notes: string[] = [];
  for (const times of [1, ...(large ? [16] : []), ...(huge ? [64] : [])]) {
    const events = quick ? 20_000 : EVENTS * times;
    say(`reducing ${events.toLocaleString("en")} events`);
    notes.push(`×${times}: ${await measureTimes(events)}`);
  }
  return { subject: reduce.name, figures: [], goals: [], notes };
}

async function measureTimes(events: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "terrace-reduce-"));
  const nodes = await startTwoClickHouses(untilAnswered);
  try {
    await fill(nodes, events);
    const bytes = await Promise.all(
      nodes.map((node) => node.query("SELECT sum(bytes) FROM system.parts WHERE active")),
    );
    const out = join(folder, "listing-days");
    const started = performance.now();
    const manifest = await reduceClickHouse({
      url: nodes[0].url,
      table: "listing_events",
      keep: [],
      out,
      workspace: `${out}.importing`,
      seed: "bench",
      resume: false,
      signal: new AbortController().signal,
    });
    const seconds = (performance.now() - started) / 1000;
    await Promise.all(nodes.map((node) => node.kill()));
    const landed = await Promise.all(
      manifest.pieces.map(async ({ file }) => (await stat(join(out, file))).size),
    );
    const alone = await reduceAlone(folder, events);
    requireSame("rows of both", manifest.rowsOut, alone.rows);
    const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);
    return [
      `${events.toLocaleString("en")} events, ${megabytes(sum(bytes.map(Number)))} in ClickHouse`,
      `${manifest.rowsOut.toLocaleString("en")} rows, ${megabytes(sum(landed))} of Parquet in ${manifest.pieces.length} pieces`,
      `${manifest.sampledRows.toLocaleString("en")} compared`,
      `${seconds.toFixed(1)} s, ${Math.round(events / seconds).toLocaleString("en")} events a second`,
      `DuckDB alone ${alone.seconds.toFixed(1)} s, ${Math.round(events / alone.seconds).toLocaleString("en")} a second, from ${megabytes(alone.bytes)} of Parquet`,
    ].join("; ");
  } finally {
    await Promise.all(nodes.map((node) => node.close()));
    await rm(folder, { recursive: true, force: true });
  }
}

async function fill(nodes: readonly TestClickHouse[], events: number): Promise<void> {
  const formula = FORMULA.clickhouse.replaceAll("ADDRESSES", addressesOf(events));
  for (const [i, node] of nodes.entries()) {
    await node.query(`CREATE TABLE events ${COLUMNS} ENGINE = MergeTree ORDER BY (address_key, observed_at)`);
    await node.query(
      `CREATE TABLE listing_events ${COLUMNS} ENGINE = Distributed(shards, 'default', events)`,
    );
    await node.query(
      `INSERT INTO events SELECT ${formula} FROM (SELECT number * 2 + ${i} AS number FROM system.numbers LIMIT ${events / 2})`,
    );
  }
}

/** The same reduction on one machine: DuckDB over a Parquet file, with its default number of threads. */
async function reduceAlone(folder: string, events: number) {
  const instance = await DuckDBInstance.create(join(folder, "alone.duckdb"));
  const connection = await instance.connect();
  try {
    const file = join(folder, "events.parquet");
    const formula = FORMULA.duckdb.replaceAll("ADDRESSES", addressesOf(events));
    await connection.run(
      `COPY (SELECT * FROM (SELECT ${formula} FROM range(${events}) AS numbers(number)) AS named(address_key, event_id, observed_at, event_type, price)) TO '${file}' (FORMAT parquet)`,
    );
    const started = performance.now();
    const table = `read_parquet('${file}')`;
    const copied = await connection.runAndReadAll(
      `COPY (${REDUCE_EVENTS.duckdb({ table })}) TO '${folder}/alone.parquet' (FORMAT parquet, COMPRESSION zstd)`,
    );
    const seconds = (performance.now() - started) / 1000;
    return { seconds, rows: Number(copied.getRows()[0][0]), bytes: (await stat(file)).size };
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

async function untilAnswered(check: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await check();
      return;
    } catch (error) {
      if (tries === 300) throw error;
      await setTimeout(100);
    }
  }
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
