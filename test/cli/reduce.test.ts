import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reduceClickHouse } from "../../src/cli/import/reduce/reduce-clickhouse.ts";
import { REDUCE_EVENTS } from "../../src/importers/databases/reduce-events.ts";
import { askDuckdb } from "../support/data/ask-duckdb.ts";
import {
  HAS_CLICKHOUSE,
  startTwoClickHouses,
  type TestClickHouse,
} from "../support/run/clickhouse-server.ts";
import { temporaryDirectory } from "../support/run/fixtures.ts";
import { expectRefusal, runHere, runTerrace } from "../support/run/run-terrace.ts";
import { runSeed, seededRandom } from "../support/run/seeded-random.ts";

const COLUMNS =
  "(address_key String, event_id String, observed_at DateTime, event_type String, price Nullable(Float64), listing_id UInt32, suburb Nullable(String))";
const KEEP = ["listing_id", "suburb"];
const ADDRESSES = 600;

const duckdb = async (sql: string) => (await askDuckdb(sql)).getRowObjectsJson();

async function contents(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(folder)).sort();
  return new Map(
    await Promise.all(
      names.map(async (name) => [name, (await readFile(join(folder, name))).toString("hex")] as const),
    ),
  );
}

describe("terrace import --reduce", () => {
  it.each([
    ["clickhouse://reader:secret%ff@127.0.0.1:1/feed --reduce --out x", "URL is invalid"],
    ["clickhouse://reader:secret@127.0.0.1:99999/feed --reduce --out x", "needs one URL"],
    ["postgres://reader:secret@127.0.0.1/feed --reduce --out x", "needs one URL"],
    ["clickhouse://127.0.0.1:1/feed --reduce", "--out"],
    ["clickhouse://127.0.0.1:1 --reduce --out x --pieces 0", '--pieces "0"'],
    ["clickhouse://127.0.0.1:1 --reduce --out x --table a;b", '--table "a;b"'],
    ["feed.csv --seed 1 --out x", "--seed goes with --reduce"],
  ])("rejects %j, and repeats no password", async (words, problem) => {
    const cwd = await temporaryDirectory();
    const refused = await runHere(`import ${words.replace(/ x\b/, ` ${join(cwd, "x")}`)}`);
    expectRefusal(refused, problem);
    expect(refused.stderr).not.toContain("secret");
  });
});

describe.skipIf(!HAS_CLICKHOUSE)("terrace import --reduce with two of Debian's clickhouse-server", () => {
  let nodes: [TestClickHouse, TestClickHouse];
  let lines: string[];
  beforeAll(async () => {
    nodes = await startTwoClickHouses();
    const random = seededRandom(runSeed("reduce in ClickHouse"));
    const pick = (count: number) => Math.floor(random() * count);
    const two = (value: number) => String(value).padStart(2, "0");
    lines = Array.from({ length: 9000 }, (_, i) => {
      const address = pick(ADDRESSES);
      return JSON.stringify({
        address_key: `addr-${address}-it's`,
        event_id: `e${String(i).padStart(6, "0")}`,
        observed_at: `2026-0${1 + pick(3)}-${two(1 + pick(28))} ${two(pick(24))}:0${pick(4)}:00`,
        event_type: ["listed", "price_drop", "delisted"][pick(3)],
        price: pick(4) === 0 ? null : 300_000 + 1000 * pick(900) + 0.1 * pick(10),
        listing_id: address,
        suburb: pick(9) === 0 ? null : `Suburb ${address % 7}`,
      });
    });
    for (const [i, node] of nodes.entries()) {
      await node.query(`CREATE TABLE events ${COLUMNS} ENGINE = MergeTree ORDER BY address_key`);
      // Each address has events on both nodes: their partial results must be merged.
      const own = lines.filter((_, at) => at % 2 === i);
      await node.query(`INSERT INTO events FORMAT JSONEachRow\n${own.join("\n")}`);
      await node.query(
        `CREATE TABLE listing_events ${COLUMNS} ENGINE = Distributed(shards, 'default', events)`,
      );
    }
  });
  afterAll(() => Promise.all(nodes.map((node) => node.close())));

  async function task(more: { table?: string } = {}) {
    const out = join(await temporaryDirectory(), "listing-days");
    const { signal } = new AbortController();
    const given = { table: "listing_events", keep: KEEP, pieces: 8, seed: "a seed", resume: false };
    return { url: nodes[0].url, out, workspace: `${out}.importing`, signal, ...given, ...more };
  }

  const expected = async () => {
    const events = join(await temporaryDirectory(), "events.ndjson");
    await writeFile(events, lines.join("\n"));
    const table = `read_json('${events}', columns = {address_key: 'VARCHAR', event_id: 'VARCHAR', observed_at: 'TIMESTAMP', event_type: 'VARCHAR', price: 'DOUBLE', listing_id: 'INTEGER', suburb: 'VARCHAR'})`;
    return duckdb(REDUCE_EVENTS.duckdb({ table, keep: KEEP }));
  };

  it("lands the rows of both nodes as Parquet, with a manifest of how they came to be", async () => {
    const one = await task();
    const manifest = await reduceClickHouse(one);
    const rows = await expected();
    const landed = `SELECT * FROM '${one.out}/*.parquet' ORDER BY address_key, day`;
    expect(await duckdb(landed)).toEqual(rows);
    expect(manifest).toMatchObject({
      format: "terrace-reduction-1",
      engine: "ClickHouse",
      version: "18.16.1",
      seed: "a seed",
      table: "listing_events",
      tableEngine: "Distributed",
      rowsIn: 9000,
      rowsOut: rows.length,
      shards: [1, 2].map((shard) => ({ shard, hosts: [expect.stringMatching(/^127\.0\.0\.1:\d+$/)] })),
    });
    expect(manifest.statement).toContain("WHERE address_key >= {from} AND address_key < {until}");
    expect(manifest.statementSha256).toMatch(/^[0-9a-f]{64}$/);
    expect(manifest.pieces).toHaveLength(8);
    // Each piece begins where the previous one ends.
    expect(manifest.pieces.map(({ until }) => until)).toEqual([
      ...manifest.pieces.slice(1).map(({ from }) => from),
      undefined,
    ]);
    for (const { rowsIn } of manifest.pieces) expect(rowsIn).toBeLessThan((2 * 9000) / 8);
    // About a hundred of six hundred addresses.
    expect(manifest.sampledAddresses).toBeGreaterThan(50);
    expect(manifest.sampledAddresses).toBeLessThan(ADDRESSES / 2);
    expect(JSON.parse(await readFile(join(one.out, "reduction.json"), "utf8"))).toEqual(manifest);
    expect(existsSync(one.workspace)).toBe(false);
  });

  it("fails when a node is killed in the middle, and goes on to the same bytes when it is back", async () => {
    const whole = await task();
    await reduceClickHouse(whole);
    const one = await task();
    const killed = reduceClickHouse({
      ...one,
      onProgress: (done) => void (done === 3 && nodes[1].kill()),
    });
    await expect(killed).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringMatching(/after \d pieces: .*continue with --resume/),
    });
    expect(existsSync(one.out)).toBe(false);
    await expect(reduceClickHouse({ ...one, resume: true })).rejects.toMatchObject({ code: "unavailable" });
    await nodes[1].start();
    const pieces = await readdir(join(one.workspace, "new"));
    const first = pieces.find((name) => name.endsWith(".parquet"))!;
    await writeFile(join(one.workspace, "new", first), "damaged meanwhile");
    await expect(reduceClickHouse({ ...one, resume: true, pieces: 9 })).rejects.toThrow("other pieces");
    await reduceClickHouse({ ...one, resume: true });
    expect(await contents(one.out)).toEqual(await contents(whole.out));
    await expect(reduceClickHouse({ ...one, resume: true })).rejects.toThrow("nothing to resume");
  });

  it("stops when DuckDB finds another row than a node", async () => {
    // One node's view returns another price on each read, for one address that every sample contains.
    await nodes[0].query("CREATE VIEW unsteady AS SELECT * FROM events WHERE listing_id < 50");
    await nodes[1].query(
      "CREATE VIEW unsteady AS SELECT address_key, event_id, observed_at, event_type, if(listing_id = 7, price + rand() / 4294967296, price) AS price, listing_id, suburb FROM events WHERE listing_id < 50",
    );
    await nodes[0].query(
      `CREATE TABLE unsteady_events ${COLUMNS} ENGINE = Distributed(shards, 'default', unsteady)`,
    );
    const one = await task({ table: "unsteady_events" });
    await expect(reduceClickHouse(one)).rejects.toMatchObject({
      code: "bad_dataset",
      message: expect.stringMatching(
        /ClickHouse and DuckDB disagree: \{"address_key":"addr-7-it's".*"addr-7-it's"/,
      ),
    });
    expect(existsSync(one.out)).toBe(false);
  });

  it("stops when events come or go meanwhile, in one run or between two", async () => {
    for (const node of nodes) {
      await node.query(`CREATE TABLE moving ${COLUMNS} ENGINE = MergeTree ORDER BY address_key`);
      await node.query("INSERT INTO moving SELECT * FROM events");
    }
    await nodes[0].query(
      `CREATE TABLE moving_events ${COLUMNS} ENGINE = Distributed(shards, 'default', moving)`,
    );
    const one = await task({ table: "moving_events" });
    const stop = new AbortController();
    const stopped = reduceClickHouse({ ...one, signal: stop.signal, onProgress: () => stop.abort() });
    await expect(stopped).rejects.toMatchObject({ code: "canceled" });
    await nodes[1].query("INSERT INTO moving SELECT * FROM events LIMIT 1");
    await expect(reduceClickHouse({ ...one, resume: true })).rejects.toThrow(
      "the table has 9001 events, and had 9000",
    );
    let written: Promise<string> | undefined;
    const late = "INSERT INTO moving SELECT * FROM events LIMIT 2";
    const moved = reduceClickHouse({
      ...one,
      onProgress: () => {
        written ??= nodes[1].query(late);
      },
    });
    await expect(moved).rejects.toThrow('"moving_events" changed while it was reduced: 9001 events at first');
    await written;
  });

  it("is a command, whose files an import of listings reads", async () => {
    const out = join(await temporaryDirectory(), "listing-days");
    const given = `import ${nodes[0].url} --reduce --out ${out} --pieces 2`;
    const { exitCode, stdout } = await runTerrace(`${given} --keep ${KEEP.join(",")}`);
    const rows = await expected();
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringContaining(`ClickHouse 18.16.1 reduced 9000 events to ${rows.length} rows`),
    ]);
    const mapping = {
      format: "terrace-listings-mapping-1",
      source: "portal-a",
      complete: "none",
      columns: {
        sweep: "day",
        listing_id: "listing_id",
        suburb: "suburb",
        street: "address_key",
        state_code: { value: "VIC" },
        price: "last_price",
        price_kind: { value: "fixed" },
      },
    };
    const mappingPath = join(out, "..", "portal.json");
    await writeFile(mappingPath, JSON.stringify(mapping));
    const files = (await readdir(out)).filter((name) => name.endsWith(".parquet"));
    const imported = await runTerrace([
      ...["import", ...files.map((name) => join(out, name)), mappingPath],
      ...["--out", join(out, "..", "dataset"), "--allow-restricted", "listing-feed", "--json"],
    ]);
    expect([imported.exitCode, imported.stderr]).toEqual([0, expect.anything()]);
    const tables = join(out, "..", "dataset");
    const [folder] = (await readdir(tables)).filter((name) => name.startsWith("tables-"));
    const [{ listings }] = await duckdb(
      `SELECT count(*) AS listings FROM '${join(tables, folder, "property_listings.csv")}'`,
    );
    const adverts = new Set(rows.filter(({ suburb }) => suburb !== "").map(({ listing_id }) => listing_id));
    expect(Number(listings)).toBe(adverts.size);
    expectRefusal(await runHere(`${given} --keep price`), '--keep "price"');
    expectRefusal(await runHere(`${given} --table nothing`), 'no table "nothing"');
    const foreign = join(out, "..", "mine");
    await mkdir(foreign);
    await writeFile(join(foreign, "notes.txt"), "mine");
    expectRefusal(
      await runHere(`import ${nodes[0].url} --reduce --out ${foreign}`),
      "was not created by --reduce",
    );
  });
});
