import { parse } from "csv-parse/sync";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { METRICS } from "../../../src/domains/suburbs/metrics/metric-registry.ts";
import { openEngine } from "../../../src/index.ts";
import { serveCountry } from "../../support/country/serve-country.ts";
import { serveLimited } from "../../support/wire/access-server.ts";

const AGENT = { "user-agent": "terrace-tests/1" };
const KEYS = ["price", "income", "nbn", "distance_to_coast"];

interface Table {
  readonly columns: string[];
  readonly rows: (string | number | null)[][];
  readonly metrics: { key: string; sources: object[]; categories?: string[] }[];
}

async function serve() {
  const serving = await serveCountry(inject("country").dataDir);
  onTestFinished(() => void serving.close());
  return serving.url;
}
const get = (url: string, path: string, headers: Record<string, string> = {}) =>
  fetch(`${url}${path}`, { headers: { ...AGENT, ...headers } });

describe("registerSuburbTables", () => {
  it("gives null, and an empty cell, exactly where the columns are masked, and labels for categories", async () => {
    const url = await serve();
    const engine = await openEngine(inject("country").dataDir);
    onTestFinished(() => engine.close());
    for (const state of ["VIC", "AU"]) {
      const path = (form: string) => `/v1/suburbs/${state}.${form}?metrics=${KEYS.join(",")}`;
      const table = (await (await get(url, path("json"))).json()) as Table;
      expect(table.columns).toEqual(["sal_code", "sal_name", "state_code", "postcode", ...KEYS]);
      const asked = { stateCode: state, metricKeys: KEYS, includeIndex: true };
      const { columns, index } = await engine.explorer.getColumns(asked);
      let nulls = 0;
      for (const [i, salCode] of index!.salCodes.entries()) {
        const row = table.rows[i];
        expect(row.slice(0, 2)).toEqual([salCode, index!.salNames[i]]);
        for (const [c, column] of columns.entries()) {
          const isMasked = ((column.nullMask[i >> 3] >> (i & 7)) & 1) === 1;
          if (isMasked) nulls++;
          const { categoryLabels } = column;
          const value = categoryLabels.length === 0 ? column.values[i] : categoryLabels[column.values[i]];
          const cell = row[4 + c];
          expect(typeof cell === "number" ? Math.fround(cell) : cell).toBe(isMasked ? null : value);
        }
      }
      expect(nulls).toBeGreaterThan(0);
      expect(table.rows).toHaveLength(index!.salCodes.length);
      const csv = parse(await (await get(url, path("csv"))).text()) as string[][];
      expect(csv[0]).toEqual(table.columns);
      expect(csv.slice(1)).toEqual(
        table.rows.map((row) => row.map((cell) => (cell === null ? "" : String(cell)))),
      );
    }
  });

  it("cites the sources of each metric and sends a tag", async () => {
    const url = await serve();
    const response = await get(url, "/v1/suburbs/tasmania.json?metrics=price&metrics=nbn");
    const table = (await response.json()) as Table;
    for (const { key, sources } of table.metrics) {
      expect(sources.length, key).toBeGreaterThan(0);
      expect(sources[0]).toMatchObject({ licence: "synthetic-CC0-1.0" });
    }
    expect(table.metrics[1].categories).toEqual(METRICS.find(({ key }) => key === "nbn")!.categories);
    expect(response.headers.get("x-terrace-synthetic")).toBe("true");
    const tag = { "if-none-match": response.headers.get("etag")! };
    expect((await get(url, "/v1/suburbs/TAS.json?metrics=price,nbn", tag)).status).toBe(304);
  });

  it.each([
    ["/v1/suburbs/NSW.csv", "metrics needs at least one key"],
    ["/v1/suburbs/NSW.csv?metrics=pirce", 'unknown metric "pirce"; did you mean "price"'],
    ["/v1/suburbs/XX.json?metrics=price", 'state_code: "XX" is not one of NSW'],
    [`/v1/suburbs/NSW.json?metrics=${Array(21).fill("price").join()}`, "at most 20"],
  ])("refuses %s and says what there is", async (path, message) => {
    const response = await get(await serve(), path);
    expect(response.status).toBe(400);
    expect(((await response.json()) as { error: string }).error).toContain(message);
  });

  it("counts as a call, and is turned away like one", async () => {
    const { url } = await serveLimited();
    const path = "/v1/suburbs/ACT.csv?metrics=price";
    expect((await get(url, path)).headers.get("x-ratelimit-remaining")).not.toBeNull();
    expect((await get(url, path, { "user-agent": "curl/8" })).status).toBe(403);
    expect((await fetch(`${url}${path}`, { method: "POST", headers: AGENT })).status).toBe(405);
  });
});
