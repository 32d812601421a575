import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openServingDatabase, type ServingDatabase } from "../../../src/engine/sql/database.ts";
import { statement } from "../../../src/engine/sql/statement.ts";
import { TerraceError } from "../../../src/runtime/errors.ts";
import { openBuildDatabase } from "../../../src/snapshot/tables/write-tables.ts";
import { eventually, sharedDirectory } from "../../support/run/fixtures.ts";

const SLOW = statement<{ n: number }>(
  "slow",
  {},
  "SELECT count(*) AS n FROM range(100000) a, range(100000) b WHERE (a.range * b.range) % 7 = 3",
);
const BY_KEY = statement<{
  id: number;
  label: string | null;
  day: number;
  tags: string[];
  part: { x: number };
}>("by-key", { key: "integer" }, "SELECT id, label, day, tags, part FROM things WHERE key = $key");

const directory = sharedDirectory("db");
/** Parent of this file's databases' private copies; no other test uses it. */
let ownTemporary: string;
let database: ServingDatabase;

beforeAll(async () => {
  ownTemporary = join(directory, "temporary");
  await mkdir(ownTemporary);
  vi.stubEnv("TMPDIR", ownTemporary);
  const build = await openBuildDatabase({ path: ":memory:", memoryLimitMb: 200, tempDirectory: directory });
  await build.writeParquet(
    `SELECT (i // 3)::INTEGER AS key, i AS id, CASE WHEN i % 5 = 0 THEN NULL ELSE 'é' || i END AS label,
            DATE '2026-01-01' + (i % 30)::INTEGER AS day, TIMESTAMP '2026-01-01 00:00:00.5' AS seen,
            ['a', 'b' || i] AS tags, {'x': i * 0.5::DOUBLE} AS part
     FROM range(60000) t(i) ORDER BY key, i DESC`,
    join(directory, "things.parquet"),
  );
  build.close();
  database = await openServingDatabase({ directory, tables: ["things"], connections: 2, maxWaiting: 3 });
});

afterAll(async () => {
  await database.close();
  vi.unstubAllEnvs();
});

/** A list larger than the memory that queries share. */
const TOO_LARGE = statement<{ n: number }>(
  "too large",
  {},
  "SELECT len(list(i)) AS n FROM range(90000000) t(i)",
);

describe("openServingDatabase", () => {
  it("refuses a question that needs more memory than there is, as for now, and answers the next", async () => {
    await expect(database.query(TOO_LARGE, {})).rejects.toMatchObject({
      code: "unavailable",
      message: "the questions in progress need more memory than they may use; try again shortly",
    });
    expect((await database.query(BY_KEY, { key: 1000 })).rowCount).toBe(3);
  });

  it("answers by key in the order of the file, with nulls, dates, lists and structs as plain values", async () => {
    const { rowCount, columns } = await database.query(BY_KEY, { key: 1000 });
    expect(rowCount).toBe(3);
    expect(columns.id).toEqual([3002, 3001, 3000]);
    expect(columns.label).toEqual(["é3002", "é3001", null]);
    expect(columns.day[0]).toBe(Date.parse("2026-01-01") / 86_400_000 + 2);
    expect(columns.tags[0]).toEqual(["a", "b3002"]);
    expect(columns.part[0]).toEqual({ x: 1501 });
  });

  it("binds every parameter type", async () => {
    const echo = statement<Record<string, unknown>>(
      "echo",
      { i: "integer", b: "bigint", v: "varchar" },
      "SELECT $i + 0 AS i, typeof($i) AS kind, $b AS b, $v AS v, seen FROM things LIMIT 1",
    );
    const { columns } = await database.query(echo, { i: 7, b: 2 ** 40, v: "it's" });
    const row = Object.fromEntries(Object.entries(columns).map(([k, v]) => [k, v[0]]));
    const seen = Date.parse("2026-01-01T00:00:00.500Z");
    expect(row).toEqual({ i: 7, kind: "INTEGER", b: 2 ** 40, v: "it's", seen });
  });

  it("stops a query when its signal fires, answers with the signal's reason and reuses the connection", async () => {
    const deadline = new AbortController();
    const reason = new TerraceError("deadline_exceeded", "too late");
    const call = database.query(SLOW, {}, deadline.signal);
    setImmediate(() => deadline.abort(reason));
    await expect(call).rejects.toBe(reason);
    for (let i = 0; i < 4; i++) expect((await database.query(BY_KEY, { key: i })).rowCount).toBe(3);
    // The caller is answered at once; the interrupted statement releases its connection a moment later.
    await eventually(() => expect(database.load()).toMatchObject({ running: 0, waiting: 0 }));
  });

  it("refuses calls past the waiting bound with unavailable and lets waiting ones leave", async () => {
    const stop = new AbortController();
    const leave = new AbortController();
    const slow = [0, 1].map(() => database.query(SLOW, {}, stop.signal).catch((e) => e));
    const waiting = [0, 1, 2].map((i) =>
      database.query(BY_KEY, { key: i }, i === 1 ? leave.signal : undefined),
    );
    const left = expect(waiting[1]).rejects.toMatchObject({ code: "canceled" });
    await expect(database.query(BY_KEY, { key: 9 })).rejects.toMatchObject({ code: "unavailable" });
    leave.abort("gone");
    await left;
    stop.abort();
    expect((await waiting[0]).rowCount).toBe(3);
    expect((await waiting[2]).rowCount).toBe(3);
    await Promise.all(slow);
    // The caller is answered at once; the interrupted statement releases its connection a moment later.
    await eventually(() => expect(database.load()).toMatchObject({ running: 0, waiting: 0 }));
  });

  it("cannot be written and leaves no file behind", async () => {
    const write = statement<object>("write", {}, "DELETE FROM things");
    await expect(database.query(write, {})).rejects.toMatchObject({ code: "internal" });
    expect((await readdir(ownTemporary)).filter((name) => name.startsWith("terrace-tables-"))).toEqual([]);
    expect((await database.query(BY_KEY, { key: 1000 })).rowCount).toBe(3);
  });

  it("cannot reach files once it serves, and hides the engine's words behind the query's name", async () => {
    const peek = statement<object>("peek", {}, "SELECT * FROM read_text('/etc/hostname')");
    await expect(database.query(peek, {})).rejects.toMatchObject({
      code: "internal",
      message: "the query peek failed",
    });
  });

  it("keeps the tables in memory and says why when no temporary file can be made", async () => {
    vi.stubEnv("TMPDIR", join(directory, "absent"));
    const causes: unknown[] = [];
    const inMemory = await openServingDatabase({
      directory,
      tables: ["things"],
      connections: 1,
      maxWaiting: 1,
      onMemoryOnly: (cause) => causes.push(cause),
    });
    vi.stubEnv("TMPDIR", ownTemporary);
    expect(causes).toMatchObject([{ code: "ENOENT" }]);
    expect((await inMemory.query(BY_KEY, { key: 1000 })).columns).toEqual(
      (await database.query(BY_KEY, { key: 1000 })).columns,
    );
    await inMemory.close();
  });

  it("names the folder when a table cannot be loaded", async () => {
    const missing = openServingDatabase({ directory, tables: ["absent"], connections: 1, maxWaiting: 1 });
    await expect(missing).rejects.toMatchObject({ code: "bad_snapshot" });
  });
});
