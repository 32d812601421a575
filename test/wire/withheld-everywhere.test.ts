import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { WITHHELD_TABLES } from "../../src/domains/withheld-tables.ts";
import { postJson } from "../support/country/call-json.ts";
import { copiedCountry } from "../support/country/copy-country.ts";
import { allSwitches, steppingClock } from "../support/country/serve-country.ts";
import { serveForTest } from "../support/country/serve-for-test.ts";
import { runTerrace } from "../support/run/run-terrace.ts";
import { clientOverStdio } from "../support/wire/mcp-calls.ts";

const TOKEN = "a-token-of-operators";
/** By name, a count of each withheld table or column. */
const HIDDEN = new Map(
  Object.values(WITHHELD_TABLES)
    .flatMap((tables) => Object.entries(tables))
    .flatMap(([table, columns]): (readonly [string, string])[] =>
      columns.length === 0
        ? [[table, `count(*) FROM ${table}`]]
        : columns.map((column) => [`${table}_${column}`, `count(${column}) FROM ${table}`]),
    ),
);
const NOTHING = Object.fromEntries([...HIDDEN.keys()].map((name) => [name, 0]));

/** A statement whose only row counts the visible rows of everything withheld. */
const SEEN = `SELECT ${[...HIDDEN].map(([name, counted]) => `(SELECT ${counted})::INTEGER AS ${name}`).join(", ")}`;

async function ownCountry() {
  const dataDir = await copiedCountry();
  const turn = (switches: object) => writeFile(join(dataDir, "switches.json"), JSON.stringify(switches));
  return { dataDir, turn };
}

describe("what the switches withhold", () => {
  it("is withheld from SQL over HTTP, from the moment of the switch on", async () => {
    const { dataDir, turn } = await ownCountry();
    const serving = await serveForTest(dataDir, {
      config: { internalToken: TOKEN },
      monotonicMs: steppingClock(),
    });
    const ask = async (sql: string) => {
      const answer = await postJson(
        `${serving.url}/v1/sql`,
        { sql, timeoutSeconds: 30 },
        { authorization: `Bearer ${TOKEN}` },
      );
      return { status: answer.status, body: (await answer.json()) as [Record<string, number>] };
    };
    const shown = await ask(SEEN);
    expect([shown.status, shown.body]).toEqual([200, [expect.anything()]]);
    for (const [name, count] of Object.entries(shown.body[0])) expect(count, name).toBeGreaterThan(0);
    await turn(allSwitches(false));
    const hidden = await ask(SEEN);
    expect(hidden.body).toEqual([NOTHING]);
    // The files cannot be read by their paths either.
    for (const table of ["suburb_price_drops", "suburbs"]) {
      const { snapshotId } = serving.engine.manifest;
      const path = join(dataDir, "snapshots", snapshotId, "tables", `${table}.parquet`);
      expect((await ask(`SELECT count(*) FROM read_parquet('${path}')`)).status, table).toBe(400);
    }
    await turn({});
    expect((await ask(SEEN)).body).toEqual(shown.body);
  });

  it("is withheld from terrace query, in SQL and by methods", async () => {
    const { dataDir, turn } = await ownCountry();
    await turn(allSwitches(false));
    const query = (...words: string[]) =>
      runTerrace(["query", ...words, "--format", "json", "--data-dir", dataDir]);
    const sql = await query(SEEN);
    expect(JSON.parse(sql.stdout)).toEqual([NOTHING]);
    for (const words of [
      ["drops", "suburbs", "NSW"],
      ["filter", "NSW", "politician_property > 0"],
      ["filter", "NSW", "days_on_market > 0"],
    ]) {
      const answered = await query(...words);
      expect([answered.exitCode, JSON.parse(answered.stdout)], words[0]).toEqual([0, []]);
    }
  });

  it("is withheld from terrace mcp", async () => {
    const { dataDir, turn } = await ownCountry();
    await turn(allSwitches(false));
    const client = await clientOverStdio(dataDir);
    onTestFinished(() => client.close());
    for (const where of ["politician_property > 0", "days_on_market > 0"]) {
      const given = { state: "NSW", where };
      const { structuredContent } = await client.callTool({ name: "filter_suburbs", arguments: given });
      expect(structuredContent).toMatchObject({ data: { matches: 0, rows: [] } });
    }
  });
});
