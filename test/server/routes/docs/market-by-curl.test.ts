import { execFile } from "node:child_process";
import { chmod, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { serveCountry } from "../../../support/country/serve-country.ts";
import { opened } from "../../../support/run/fixtures.ts";
import { removeDirectory } from "../../../support/run/remove-directory.ts";

const CURL = resolve(import.meta.dirname, "../../../support/wire/curl.ts");
const run = promisify(execFile);

const serving = opened(() => serveCountry(inject("country").dataDir));
let folder: string;
let env: NodeJS.ProcessEnv;
let blocks: string[];

beforeAll(async () => {
  const response = await fetch(`${serving.url}/docs.md`, { headers: { "user-agent": "terrace-tests/1" } });
  blocks = (await response.text()).split("```").filter((block) => block.includes("curl -sS"));
  // A curl for machines without one, last in the path.
  folder = await mkdtemp(join(tmpdir(), "terrace-curl-"));
  await writeFile(join(folder, "curl"), `#!/bin/sh\nexec "${process.execPath}" "${CURL}" "$@"\n`);
  await chmod(join(folder, "curl"), 0o755);
  env = { ...process.env, PATH: [process.env.PATH, folder].join(delimiter) };
});
afterAll(async () => {
  await removeDirectory(folder);
});

/** What the documented command answers, pasted into a shell. */
async function pasted(method: string) {
  const block = blocks.find((one) => one.includes(`/shorts.v1alpha1.${method}`))!;
  const command = block
    .slice(block.indexOf("curl"))
    .replace(/https?:\/\/[^/'"\s]+(?=\/shorts)/, new URL(serving.url).origin);
  const { stdout } = await run("sh", ["-c", command], { env, maxBuffer: 2 ** 26 });
  // biome-ignore lint/suspicious/noExplicitAny: answers of many methods
  return JSON.parse(stdout) as any;
}

describe("commands of the documentation, by curl", () => {
  it("GetTopShorts ranks with points", async () => {
    const { timeSeries, offset } = await pasted("MarketService/GetTopShorts");
    expect(offset).toBe(10);
    expect(Object.keys(timeSeries[0])).toEqual([
      ...["productCode", "name", "latestShortPosition", "points", "max", "min"],
    ]);
    expect(timeSeries[0].points.at(-1)).toMatchObject({
      timestamp: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T00:00:00Z$/),
      shortPosition: timeSeries[0].latestShortPosition,
    });
  });

  it("GetIndustryTreeMap has the nested form under the documented names", async () => {
    const map = await pasted("MarketService/GetIndustryTreeMap");
    expect(map).toMatchObject({ period: "3M", viewMode: "PERCENTAGE_CHANGE", lastUpdated: "2026-11-06" });
    expect(map.industries[0]).toEqual({
      name: expect.any(String),
      sector: expect.any(String),
      stocks: expect.any(Array),
      aggregateShortPosition: expect.any(Number),
      averagePercentage: expect.any(Number),
    });
    expect(Object.keys(map.industries[0].stocks[0])).toEqual([
      ...["productCode", "productName", "shortPosition", "percentage", "change"],
    ]);
  });

  it("GetMarketByDate tells a day and its neighbours", async () => {
    const { date, stocks, totalCount, previousDate } = await pasted("MarketService/GetMarketByDate");
    expect([date, stocks.length, previousDate]).toEqual(["2026-11-06", 20, "2026-11-05"]);
    expect(totalCount).toBeGreaterThan(20);
  });

  it("GetAvailableDates counts the whole dataset", async () => {
    const { dates, latestDate, earliestDate, totalCount } = await pasted("MarketService/GetAvailableDates");
    expect([dates.length, dates[0], earliestDate]).toEqual([10, latestDate, "2010-06-16"]);
    expect(totalCount).toBeGreaterThan(100);
  });

  it("GetBattlegroundStocks orders by score", async () => {
    const { stocks } = await pasted("MarketService/GetBattlegroundStocks");
    const scores = stocks.map((stock: { squeezeScore: number }) => stock.squeezeScore);
    expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a));
  });

  it("GetShortCampaignScoreboard tells who won", async () => {
    const { campaigns, campaignsTotal, totalCount } = await pasted(
      "MarketService/GetShortCampaignScoreboard",
    );
    expect(campaigns.length).toBeGreaterThan(0);
    expect(campaignsTotal).toBe(totalCount);
  });

  it.each([
    "MarketService/ListIndices",
    "MarketService/GetIndexSeries",
    "SearchService/SearchStocks",
    "ScreenerService/ScreenStocks",
    "StockService/GetStock",
    "StockService/GetStockFundamentals",
  ])("%s answers", async (method) => {
    expect(await pasted(method)).not.toHaveProperty("code");
  });
});
