import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createTerraceClient, type LocalFrame, type TerraceClient } from "../../src/client.ts";
import { METRIC_KEYS } from "../../src/domains/suburbs/metrics/metric-registry.ts";
import type { Serving } from "../../src/server/start-serving.ts";
import { serveCountry } from "../support/country/serve-country.ts";
import { runSeed, seededRandom } from "../support/run/seeded-random.ts";
import { CHROMIUM, NEEDS_CHROMIUM, useBrowser } from "../support/web/open-page.ts";

let serving: Serving;
let terrace: TerraceClient;
let frame: LocalFrame;

beforeAll(async () => {
  serving = await serveCountry(inject("country").dataDir);
  terrace = createTerraceClient({ baseUrl: serving.url, userAgent: "terrace-tests/1" });
  frame = await terrace.localFrame("AU", METRIC_KEYS);
});
afterAll(() => serving.close());

const money = (value: number) => `$${Math.round(value).toLocaleString("en-AU")}`;

describe.skipIf(CHROMIUM === undefined)(`the screens${NEEDS_CHROMIUM}`, () => {
  const open = useBrowser();

  it("show the figures of twenty suburbs as the API answers them", async () => {
    const random = seededRandom(runSeed("suburbs of the page"));
    const { page, complaints } = await open(`${serving.url}/about`);
    await page.waitForSelector(".about");
    for (let round = 0; round < 20; round++) {
      const code = frame.index.salCodes[Math.floor(random() * frame.size)];
      await page.goto(`${serving.url}/suburb/${code}`);
      await page.waitForSelector('.figure [data-metric="price"]');
      const { summary, demographics } = await terrace.housing.getSuburbProfile({ salCode: code });
      const figure = async (key: string) =>
        (await page.textContent(`.figure [data-metric="${key}"]`))!.replaceAll(/\s+/g, " ").trim();
      expect(await page.textContent("h1")).toBe(summary!.salName);
      const { latestMedianPrice, population, medianAge, medianWeeklyHhdIncome } = summary!;
      // The profile writes no data as 0; the column knows.
      expect(await figure("price")).toBe(latestMedianPrice > 0 ? money(latestMedianPrice) : "no data");
      expect(await figure("income")).toBe(
        medianWeeklyHhdIncome > 0 ? `${money(medianWeeklyHhdIncome)} a week` : "no data",
      );
      expect(await figure("age")).toBe(medianAge > 0 ? `${medianAge} years` : "no data");
      const people = frame.column("population").at(frame.index.positionOf(code));
      expect(await figure("population")).toBe(
        people === undefined ? "no data" : `${population.toLocaleString("en-AU")} persons`,
      );
      expect(demographics).toBeDefined();
    }
    expect(complaints).toEqual([]);
  });

  it("compare up to four suburbs by every metric", async () => {
    const codes = [3, 60, 120, 200].map((i) => frame.index.salCodes[i]);
    const { page } = await open(`${serving.url}/compare/${codes.join("+")}`);
    await page.waitForSelector('.compare-grid th:has-text("Median minimum lot")');
    const names = await page.locator(".compare-grid thead a").allTextContents();
    expect(names).toEqual(codes.map((code) => frame.index.salNames[frame.index.positionOf(code)]));
    const row = page.locator(".compare-grid tbody tr", { hasText: "Median age" });
    expect(await row.locator("td.number").allTextContents()).toEqual(
      codes.map((code) => {
        const value = frame.column("age").at(frame.index.positionOf(code));
        return value === undefined ? "no data" : `${value} years`;
      }),
    );
    const all = await page.locator(".compare-grid tbody tr").count();
    await page.check('label:has-text("only differences") input');
    expect(await page.locator(".compare-grid tbody tr").count()).toBeLessThan(all);
  });

  it("draw the discounting index of a state with its newest fair reading", async () => {
    const { page, complaints } = await open(`${serving.url}/market`);
    await page.click('.segments button:has-text("NSW")');
    const { points } = await terrace.housing.getDropIndexSeries({ grain: "state", grainKey: "NSW" });
    const last = points.findLast(({ isGap }) => !isGap);
    if (last === undefined) await page.waitForSelector(".chart");
    else {
      const share = `${(last.dropRate * 100).toLocaleString("en-AU", { maximumFractionDigits: 1 })} %`;
      await page.waitForSelector(`[data-figure="drop-rate"]:text-is("${share}")`);
    }
    await page.waitForSelector(".uplot canvas");
    await page.click('.tabs button:has-text("Agencies")');
    const { agencies } = await terrace.housing.listAgencyPriceStats({ stateCode: "NSW", limit: 50 });
    await page.waitForSelector('th:has-text("Agency")');
    expect(await page.locator('[role="tabpanel"] tbody tr').count()).toBe(agencies.length);
    expect(complaints).toEqual([]);
  });

  it("follow an address from the table to its price in steps", async () => {
    const { page } = await open(`${serving.url}/market`);
    await page.click('.tabs button:has-text("Addresses")');
    await page.click('[role="tabpanel"] tbody a');
    await page.waitForURL(/\/market\/address\//);
    await page.waitForSelector(".uplot canvas");
    const key = decodeURIComponent(new URL(page.url()).pathname.split("/").at(-1)!);
    const history = await terrace.housing.getPropertyHistory({ addressKey: key });
    expect(await page.textContent("h1")).toBe(history.displayAddress);
    expect(await page.locator("section:has-text('What happened') tbody tr").count()).toBe(
      history.events.length,
    );
  });

  it("say which series lead and which follow", async () => {
    const { page } = await open(`${serving.url}/series`);
    await page.waitForSelector(".heat");
    const { correlations } = await terrace.explorer.correlateSeries({
      baseSeriesKeys: ["rates.cash_rate_target.aus"],
      transform: 2,
      minLagMonths: -12,
      maxLagMonths: 12,
      windowMonths: 60,
      limit: 15,
    });
    expect(await page.locator(".correlations tbody th").allTextContents()).toEqual(
      correlations.map(({ overlaySeriesKey }) => overlaySeriesKey),
    );
    const lag = correlations[0].bestLagMonths;
    expect(await page.textContent(".correlations tbody td:last-child")).toContain(
      lag === 0 ? "Move together" : `leads by ${Math.abs(lag)} month`,
    );
  });

  it("say that a suburb does not exist, and what to do", async () => {
    const { page } = await open(`${serving.url}/suburb/99999`, { expected: /404/ });
    await page.waitForSelector(".empty");
    expect(await page.textContent(".empty")).toContain("There is no suburb with the code 99999");
  });

  const SCREENS = (): [string, string][] => [
    ["/", ".legend-steps li"],
    ["/?show=table&where=age+%3E%3D+40", ".table-scroll tbody th"],
    ["/?show=score", ".ranking li"],
    ["/?show=download&by=nbn", ".download pre"],
    [`/suburb/${frame.index.salCodes[5]}`, ".similar-row, .empty"],
    [`/compare/${frame.index.salCodes[5]}+${frame.index.salCodes[9]}`, ".axis"],
    ["/market", ".uplot canvas"],
    ["/series", ".heat"],
    ["/stocks", '[role="tabpanel"] tbody th'],
    ["/members", '[role="tabpanel"] tbody th'],
    ["/news", ".articles > li"],
    ["/blog/an-example-of-a-take", ".take-body p"],
    ["/reports", '[aria-label="Reports"] tbody th'],
    ["/reports/2026-W44", ".sparkline"],
    ["/about", ".about table"],
  ];

  it.each(["light", "dark"] as const)("have no serious fault in accessibility, %s", async (colorScheme) => {
    const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
    for (const [path, ready] of SCREENS()) {
      const { page, context } = await open(`${serving.url}${path}`, { colorScheme, bypassCSP: true });
      await page.waitForSelector(ready);
      await page.evaluate(axe);
      const found =
        (await page.evaluate(`axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
        violations.filter(({ impact }) => impact === "serious" || impact === "critical")
          .map(({ id, nodes }) => id + ": " + nodes.slice(0, 3).map(({ target, failureSummary }) => target.join(" ") + " " + failureSummary.split("\\n")[1]).join(" | ")))`)) as string[];
      expect([path, ...found]).toEqual([path]);
      await context.close();
    }
  });

  it("fit a phone without scrolling sideways", async () => {
    for (const [path, ready] of SCREENS()) {
      const { page, context } = await open(`${serving.url}${path}`, {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
      });
      await page.waitForSelector(ready);
      expect([path, await page.evaluate("document.documentElement.scrollWidth")]).toEqual([path, 390]);
      await context.close();
    }
  });

  it.each(["Pacific/Pago_Pago", "Pacific/Kiritimati"])("write the same dates in %s", async (timezoneId) => {
    const { page } = await open(`${serving.url}/market`, { timezoneId });
    await page.waitForSelector(".uplot canvas");
    expect(await page.textContent(".as-of")).toBe("Data of 13 Nov 2026");
    await page.click(".chart-figure summary");
    expect(await page.textContent(".chart-figure .plain tbody tr:last-child th")).toBe("13 Nov 2026");
  });
});
