import { describe, expect, inject, it, onTestFinished } from "vitest";
import type { Serving } from "../../../../src/server/start/start-serving.ts";
import { servedCountry } from "../../../support/country/ask-country.ts";
import { postJson } from "../../../support/country/call-json.ts";
import { copiedCountry } from "../../../support/country/copy-country.ts";
import { serveForTest } from "../../../support/country/serve-for-test.ts";
import { leaveDescriptors } from "../../../support/run/leave-descriptors.ts";
import { startServer } from "../../../support/run/run-terrace.ts";
import { isDeepRun } from "../../../support/run/test-form.ts";
import { jsonCall, threadsForTest } from "../../../support/wire/thread-connections.ts";

const TOKEN = "an operator's-token".replaceAll(/[ ']/g, "-");

/** Adds the maximum timeout unless the body has one: a process may have to start first. */
function patient(body: object): object {
  return "sql" in body ? { timeoutSeconds: 30, ...body } : body;
}

const shared = servedCountry({ config: { internalToken: TOKEN } });

/** Calls operators' SQL, by default on the shared server, whose SQL process starts at the first call. */
function serve(serving: Pick<Serving, "url" | "engine"> = shared) {
  const ask = (body: unknown, token = TOKEN) =>
    postJson(`${serving.url}/v1/sql`, typeof body === "string" ? body : patient(body as object), {
      "user-agent": "terrace-tests/1",
      authorization: `Bearer ${token}`,
    });
  return { url: serving.url, engine: serving.engine, ask };
}

describe("registerSql", () => {
  it("answers operators alone", async () => {
    const { ask, engine } = serve();
    const answer = await ask({ sql: "SELECT count(*) AS suburbs FROM suburbs" });
    expect([answer.status, await answer.json()]).toEqual([
      200,
      [{ suburbs: engine.manifest.rowCounts.suburbs }],
    ]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    for (const token of ["", "wrong", `${TOKEN}x`]) {
      const refused = await ask({ sql: "SELECT 1" }, token);
      expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    }
    const { ask: unset } = serve(await serveForTest(inject("country").dataDir));
    expect((await unset({ sql: "SELECT 1" })).status).toBe(404);
  });

  it("gives any format, and says when rows were cut", async () => {
    const { ask } = serve();
    const csv = await ask({ sql: "SELECT i, i / 2 AS half FROM range(5) t(i)", format: "csv", maxRows: 3 });
    expect(csv.headers.get("x-terrace-rows-cut")).toBe("true");
    expect(await csv.text()).toBe("i,half\n0,0\n1,0.5\n2,1\n");
    const all = await ask({ sql: "SELECT i FROM range(5) t(i)", format: "ndjson" });
    expect(all.headers.get("x-terrace-rows-cut")).toBe("false");
    expect((await all.text()).split("\n").length).toBe(6);
    const parquet = await ask({ sql: "SELECT 1 AS one", format: "parquet" });
    expect(
      Buffer.from(await parquet.arrayBuffer())
        .subarray(0, 4)
        .toString(),
    ).toBe("PAR1");
  });

  it("refuses what it cannot read, and what takes too long, too much or comes at the same time", async () => {
    const { ask, engine } = serve();
    const cases = [
      ["{", 400, "JSON"],
      [{}, 400, "sql: missing"],
      [{ sql: 5 }, 400, "sql: 5"],
      [{ sql: "SELECT 1", formats: "csv" }, 400, "formats"],
      [{ sql: "SELECT 1", format: "xls" }, 400, 'format: "xls" is not one of csv'],
      [{ sql: "SELECT 1", maxRows: 0 }, 400, "maxRows: 0 is not within 1 to 100000"],
      [{ sql: "DROP VIEW suburbs" }, 400, "only statements that read are run"],
      [{ sql: "SELECT * FROM read_csv('/etc/passwd')" }, 400, "disabled by configuration"],
      [
        { sql: "SELECT sum(a.i * b.i) FROM range(10000000) a(i), range(10000000) b(i)", timeoutSeconds: 1 },
        504,
        "timed out",
      ],
      [
        { sql: "SELECT repeat('x', 1000000) FROM range(100)", timeoutSeconds: 30 },
        429,
        "more than 67108864 bytes",
      ],
    ] as const;
    for (const [body, status, reason] of cases) {
      const answer = await ask(body);
      expect([status, JSON.stringify(await answer.json())]).toEqual([
        answer.status,
        expect.stringContaining(reason.replaceAll('"', '\\"')),
      ]);
    }
    const slow = ask({
      sql: "SELECT sum(a.i * b.i) FROM range(10000000) a(i), range(10000000) b(i)",
      timeoutSeconds: 2,
    });
    const both = await Promise.all([slow, ask({ sql: "SELECT 1" })]);
    expect(both.map(({ status }) => status).sort()).toEqual([503, 504]);
    expect(engine.callsInFlight).toBe(0);
    expect((await ask({ sql: "SELECT 1" })).status).toBe(200);
  });

  it("ends what nothing interrupts and no setting bounds, and the server goes on", async () => {
    const { ask, engine, url } = serve();
    const cases = [
      ["SELECT length((repeat('9', 30000000)::BIGNUM)::VARCHAR)", 1, 504, "timed out"],
      ["SELECT length(printf('%1500000000d', 1))", 30, 429, "more than 1024 MB of memory"],
      ["SELECT repeat('x', 1000000) FROM range(2048)", 30, 429, "more than 1024 MB of memory"],
    ] as const;
    for (const [sql, timeoutSeconds, status, reason] of cases) {
      const asking = ask({ sql, timeoutSeconds });
      expect((await fetch(`${url}/health`)).status).toBe(200);
      const answer = await asking;
      expect([sql, answer.status, await answer.text()]).toEqual([
        sql,
        status,
        expect.stringContaining(reason),
      ]);
    }
    expect(engine.callsInFlight).toBe(0);
    expect(await (await ask({ sql: "SELECT 1 AS one" })).json()).toEqual([{ one: 1 }]);
  });

  it.runIf(isDeepRun)("is unavailable while no process can be had, and answers when one can", async () => {
    const flags = ["--data-dir", await copiedCountry(), "--threads", "1"];
    const { url, child, stop } = await startServer(flags, { TERRACE_INTERNAL_TOKEN: TOKEN });
    // A persistent connection: a new one would need a descriptor.
    const [connection] = await threadsForTest(url, 1);
    const ask = async (body: object = patient({ sql: "SELECT 1 AS one" })) =>
      (await connection.ask("/v1/sql", jsonCall(body, { authorization: `Bearer ${TOKEN}` }))).status;
    expect(await ask({})).toBe(400);
    const raise = await leaveDescriptors(child.pid!, 0);
    for (let i = 0; i < 3; i++) expect(await ask()).toBe(503);
    raise();
    expect(await ask()).toBe(200);
    expect((await stop()).exitCode).toBe(0);
  });

  it("knows nothing of the server's environment", async () => {
    process.env.TERRACE_TEST_SECRET = "a secret of the tests";
    onTestFinished(() => {
      delete process.env.TERRACE_TEST_SECRET;
    });
    // The SQL process gets the environment when it starts.
    const serving = await serveForTest(inject("country").dataDir, { config: { internalToken: TOKEN } });
    const { ask } = serve(serving);
    const answer = await ask({ sql: "SELECT getenv('TERRACE_TEST_SECRET') AS secret" });
    expect(await answer.text()).not.toContain("a secret");
  });
});
