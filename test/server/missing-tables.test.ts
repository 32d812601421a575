import { describe, expect, it } from "vitest";
import { METHOD_TABLES, SAMPLE_REQUESTS } from "../../src/domains/samples.ts";
import { asking, servedCountry } from "../support/country/ask-country.ts";
import { postJson } from "../support/country/call-json.ts";
import { openSnapshot } from "../support/country/open-snapshot.ts";
import { callJson } from "../support/country/serve-country.ts";
import { sharedTerritory } from "../support/country/shared-country.ts";
import { opened } from "../support/run/fixtures.ts";
import { someOf } from "../support/run/test-form.ts";

const HEADER = "x-terrace-missing";
const SUBURBS =
  "suburb_connectivity, suburb_crime_stats, suburb_offences, suburb_planning, register_suburb_property, property_listings, property_price_events, property_valuations";

describe("a server of a territory of the real country", () => {
  const serving = servedCountry({}, sharedTerritory);
  const rows = opened(
    async () => (await openSnapshot((await sharedTerritory()).dataDir)).manifest.datasetRows,
  );

  const { get, text, json } = asking(serving);
  const post = (method: string, request: object) => postJson(`${serving.url}/${method}`, request);

  it("has the territory whole: its suburbs, and rows of every table that is about them", () => {
    expect([rows.suburb_demographics, rows.suburb_outlines]).toEqual([136, 136]);
    expect(rows.economic_observations).toBeGreaterThan(100_000);
    expect(rows.short_positions).toBe(0);
  });

  it("names in a header of each method the tables without rows that it reads, and says nothing where there are none", async () => {
    for (const [method, request] of someOf([...SAMPLE_REQUESTS], 12)) {
      const { needs, adds } = METHOD_TABLES.get(method)!;
      const missing = [...needs, ...adds].filter((table) => rows[table] === 0).join(", ");
      const answer = await post(method, request);
      // Without a required token a response reveals nothing of the snapshot.
      const needsToken = method === "shorts.v1alpha1.CoreStocksService/GetStockData";
      expect([method, answer.status === 401]).toEqual([method, needsToken]);
      expect([method, answer.headers.get(HEADER) ?? ""]).toEqual([method, needsToken ? "" : missing]);
    }
    const index = await post("shorts.v1alpha1.HousingService/GetSuburbIndex", { stateCode: "ACT" });
    expect([index.status, index.headers.has(HEADER)]).toEqual([200, false]);
  });

  it("says the same over Connect GET, in the answer to a known tag, and in gRPC-Web", async () => {
    const method = "shorts.v1alpha1.HousingService/ListSuburbPriceDrops";
    const missing = "property_listings, property_price_events";
    const address = `/${method}?connect=v1&encoding=json&message=%7B%7D`;
    const first = await get(address);
    expect([first.status, first.headers.get(HEADER)]).toEqual([200, missing]);
    const again = await get(address, { "if-none-match": first.headers.get("etag")! });
    expect([again.status, again.headers.get(HEADER)]).toEqual([304, missing]);
    const web = await fetch(`${serving.url}/${method}`, {
      method: "POST",
      headers: { "content-type": "application/grpc-web+proto" },
      body: new Uint8Array(5),
    });
    expect([web.status, web.headers.get(HEADER)]).toEqual([200, missing]);
  });

  it("says it of files, and lets pages of other origins read it", async () => {
    const file = await get("/v1/suburbs/ACT.csv?metrics=population", { origin: "http://localhost:3000" });
    expect([file.status, file.headers.get(HEADER)]).toEqual([200, SUBURBS]);
    expect(file.headers.get("access-control-expose-headers")).toContain("X-Terrace-Missing");
    expect((await file.text()).split("\n")[1]).toMatch(/^80001,ACT Remainder - Belconnen,ACT,2611,\d+$/);
    const news = await get("/v1/news.csv");
    expect([news.status, news.headers.get(HEADER)]).toEqual([200, "news_articles"]);
  });

  it("has a reason for each at /v1, and a sentence at each method of the documentation", async () => {
    const { missing } = await json<{ missing: { table: string; why?: string; guide: string }[] }>("/v1");
    const listings = missing.find(({ table }) => table === "property_listings");
    expect(listings).toMatchObject({
      why: expect.stringContaining("portals"),
      guide: "data/guides/listing-feeds.md",
    });
    const sources = await json<{ table_gaps: object }>("/v1/sources");
    expect(Object.keys(sources.table_gaps)).toEqual(missing.map(({ table }) => table));
    expect(await text("/docs")).toContain(
      "This snapshot has no rows of <code>property_listings</code>, <code>property_price_events</code>: asking prices",
    );
  });

  it("answers from real places", async () => {
    const { body } = await callJson(serving.url, "terrace.v1.ExplorerService/Search", {
      query: "Belconnen",
      kinds: ["suburb"],
      limit: 1,
    });
    expect(body).toMatchObject({ hits: [{ title: "Belconnen", detail: "ACT 2617" }] });
  });
});
