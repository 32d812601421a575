import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { describe, expect, it } from "vitest";
import { importDatabase } from "../../../src/importers/databases/import-database.ts";
import { REDUCE_EVENTS } from "../../../src/importers/databases/reduce-events.ts";
import { tableRows } from "../../support/data/read-csv.ts";
import { CHDB } from "../../support/run/chdb.ts";
import { HAS_CLICKHOUSE, startClickHouse } from "../../support/run/clickhouse-server.ts";
import { opened, temporaryDirectory } from "../../support/run/fixtures.ts";
import { runSeed, seededRandom } from "../../support/run/seeded-random.ts";

const ROWS = 11_000;

describe.skipIf(!HAS_CLICKHOUSE)("with Debian's clickhouse-server", () => {
  const server = opened(() => startClickHouse());

  const OBSERVATIONS = {
    table: "observations",
    columns: { series_key: "series", period: "day", value: "amount" },
  };

  async function task(table: string, mapped: object) {
    const folder = await temporaryDirectory();
    const mappingPath = join(folder, "mapping.json");
    const source = {
      id: "feed",
      publisher: "Nobody",
      title: "A feed",
      licence: "CC0-1.0",
      vintage: "2026-11-01",
      tables: [table],
    };
    const dataset = {
      id: "ch",
      title: "From ClickHouse",
      asOf: "2026-11-13T00:00:00Z",
      synthetic: true,
      sources: [source],
    };
    const mapping = { format: "terrace-database-mapping-1", dataset, tables: { [table]: mapped } };
    await writeFile(mappingPath, JSON.stringify(mapping));
    const { signal } = new AbortController();
    return { url: server.url, mappingPath, out: join(folder, "dataset"), resume: false, signal };
  }

  const imported = async (out: string) =>
    (await tableRows(out, "economic_observations")).map(({ series_key, period, value }) => [
      series_key,
      period,
      value === "" ? null : Number(value),
    ]);

  async function observations(): Promise<unknown[][]> {
    const text = await server.query(
      "SELECT series, day, amount FROM observations ORDER BY series, day FORMAT JSONEachRow",
    );
    return text
      .trim()
      .split("\n")
      .map((line) => {
        const { series, day, amount } = JSON.parse(line) as Record<string, unknown>;
        return [series, day, amount];
      });
  }

  it("imports a table in pieces by its key", async () => {
    await server.query(
      "CREATE TABLE observations (series String, day Date, amount Nullable(Float64)) ENGINE = MergeTree ORDER BY (series, day)",
    );
    await server.query(
      `INSERT INTO observations SELECT concat('it\\'s\\\\', toString(number % 3)), toDate('1990-01-01') + toUInt16(intDiv(number, 3)), if(number % 5 = 0, NULL, number / 8) FROM system.numbers LIMIT ${ROWS}`,
    );
    const { out, ...one } = await task("economic_observations", OBSERVATIONS);
    const report = await importDatabase({ ...one, out });
    expect(report).toEqual({
      tables: { economic_observations: ROWS },
      consistency: "each piece as of its own moment",
      resumed: [],
    });
    expect(await imported(out)).toEqual(await observations());
  });

  it("goes on where it stopped, with all rows of a key that several share", async () => {
    const query = "SELECT *, toYear(day) AS year, 1 AS one FROM observations";
    const tied = { query, columns: OBSERVATIONS.columns, key: ["year"] };
    const one = await task("economic_observations", tied);
    const stop = new AbortController();
    const stopped = importDatabase({ ...one, signal: stop.signal, onProgress: () => stop.abort() });
    await expect(stopped).rejects.toMatchObject({ code: "canceled" });
    const report = await importDatabase({ ...one, resume: true });
    expect(report).toMatchObject({
      tables: { economic_observations: ROWS },
      resumed: ["economic_observations"],
    });
    const texts = (rows: unknown[][]) => rows.map((row) => JSON.stringify(row)).sort();
    expect(texts(await imported(one.out))).toEqual(texts(await observations()));
    await expect(
      importDatabase(await task("economic_observations", { ...tied, key: ["one"] })),
    ).rejects.toThrow('5000 rows or more have the key "1"');
  });

  it("tells instants in UTC, whatever the time zone of a column", async () => {
    await server.query(
      "CREATE TABLE valued (address String, at DateTime('Australia/Sydney'), again Nullable(DateTime('Australia/Perth'))) ENGINE = MergeTree ORDER BY address",
    );
    // 2026-01-01T00:00:00Z and half an hour later.
    await server.query("INSERT INTO valued VALUES ('a', 1767225600, 1767227400), ('b', 1767227400, NULL)");
    const query = "SELECT address, at, again, 'feed' AS source, 'ok' AS status FROM valued";
    const columns = { address_key: "address", source: "source", fetched_at: "at", fetch_status: "status" };
    for (const [column, instants] of [
      ["at", ["2026-01-01T00:00:00Z", "2026-01-01T00:30:00Z"]],
      ["again", ["2026-01-01T00:30:00Z", ""]],
    ] as const) {
      const one = await task("property_valuations", {
        query,
        columns: { ...columns, fetched_at: column },
        key: ["address"],
      });
      await importDatabase(one);
      const read = await tableRows(one.out, "property_valuations");
      expect(read.map(({ fetched_at }) => fetched_at)).toEqual(instants);
    }
  });
});

describe.skipIf(CHDB === undefined)("with npm's chdb, of today's dialect", () => {
  it("reduces raw events to the rows that DuckDB finds", async () => {
    const events = drawnEvents();
    const path = await eventsFile(events);
    const types =
      "address_key String, event_id String, observed_at DateTime(\\'UTC\\'), event_type String, price Nullable(Float64)";
    const table = `file('${path}', 'JSONEachRow', '${types}')`;
    const found = CHDB!.query(REDUCE_EVENTS.clickhouse({ table }), "JSONEachRow").trim().split("\n");
    expect(found.map(reducedRow)).toEqual(await reducedByDuckDb(events));
  });
});

interface DrawnEvent {
  readonly [column: string]: string | number | null;
}

function drawnEvents(): DrawnEvent[] {
  const random = seededRandom(runSeed("reduce events"));
  const pick = (count: number) => Math.floor(random() * count);
  return Array.from({ length: 4000 }, (_, i) => ({
    address_key: `addr-${pick(300)}`,
    event_id: `e${String(i).padStart(6, "0")}`,
    observed_at: `2026-${String(1 + pick(3)).padStart(2, "0")}-${String(1 + pick(28)).padStart(2, "0")} ${String(pick(24)).padStart(2, "0")}:${String(pick(4)).padStart(2, "0")}:00`,
    event_type: ["listed", "price_drop", "delisted"][pick(3)],
    price: pick(4) === 0 ? null : 300_000 + 1000 * pick(900),
  }));
}

async function eventsFile(events: readonly DrawnEvent[]): Promise<string> {
  const file = join(await temporaryDirectory(), "events.ndjson");
  await writeFile(file, events.map((event) => JSON.stringify(event)).join("\n"));
  return file;
}

async function reducedByDuckDb(events: readonly DrawnEvent[]): Promise<Record<string, unknown>[]> {
  const instance = await DuckDBInstance.create(":memory:");
  const duckdb = await instance.connect();
  const file = await eventsFile(events);
  await duckdb.run(
    `CREATE TABLE listing_events AS SELECT * FROM read_json('${file}', columns = {address_key: 'VARCHAR', event_id: 'VARCHAR', observed_at: 'TIMESTAMP', event_type: 'VARCHAR', price: 'DOUBLE'})`,
  );
  const reader = await duckdb.runAndReadAll(REDUCE_EVENTS.duckdb());
  const rows = reader.getRowObjects();
  duckdb.closeSync();
  instance.closeSync();
  return rows.map((row) => ({ ...row, events: Number(row.events), cuts: Number(row.cuts) }));
}

/** A row of ClickHouse; some versions return counts as strings. */
function reducedRow(line: string): Record<string, unknown> {
  const row = JSON.parse(line) as Record<string, unknown>;
  return { ...row, events: Number(row.events), cuts: Number(row.cuts) };
}
