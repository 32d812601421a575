import { resolve } from "node:path";
import { create, toJson } from "@bufbuild/protobuf";
import fc from "fast-check";
import { build, type Rollup } from "vite";
import { expect, inject, it, onTestFinished } from "vitest";
import { NATIONAL_SCOPE } from "../../src/dataset/states.ts";
import { METRIC_KEYS } from "../../src/domains/suburbs/metrics/metric-registry.ts";
import { FilterExpressionSchema } from "../../src/gen/terrace/v1/explorer_pb.ts";
import { publishSnapshot } from "../../src/snapshot/store/publish.ts";
import { copiedCountry, copySecondCountry } from "../support/country/copy-country.ts";
import { serveCountry } from "../support/country/serve-country.ts";
import { serveForTest } from "../support/country/serve-for-test.ts";
import { expressionOver } from "../support/data/random-expression.ts";
import { whereOf } from "../support/data/where-of.ts";
import { eventually, temporaryDirectory } from "../support/run/fixtures.ts";
import { describeDeepPage, matchCount, untilCount, untilLoaded } from "../support/web/open-page.ts";
import { clientOf } from "../support/web/served-country.ts";
import { serveLimited } from "../support/wire/access-server.ts";

describeDeepPage("an open page", (open) => {
  it("works on while the server is away, says so, and goes on when it is back", async () => {
    const dataDir = inject("country").dataDir;
    const first = await serveCountry(dataDir);
    const { port } = new URL(first.url);
    const { page } = await open(`${first.url}/`, { expected: /ERR_CONNECTION|Failed to load/ });
    const all = await matchCount(page);
    // The code of other screens is loaded after what is visible.
    await untilLoaded(page);
    await eventually(async () => expect(await page.locator(".brush").count()).toBe(5));
    await page.selectOption(".filters > .metric-picker select", "unemployment_rate");
    await page.waitForSelector('.histogram[aria-label="Unemployment rate"] .brush');
    await first.close();
    await page.fill('input[aria-label="Median age from"]', "40");
    await page.keyboard.press("Enter");
    await eventually(async () => expect(await matchCount(page)).toBeLessThan(all));
    await page.click('nav a:has-text("Market")');
    await page.waitForSelector(
      '.notice:has-text("The server is not responding; the data already loaded still works")',
    );
    const second = await serveCountry(dataDir, { config: { port: Number(port) } });
    onTestFinished(() => second.close().then(() => {}));
    await page.click('.notice button:has-text("Try now")');
    await eventually(async () =>
      expect(await page.textContent("body")).not.toContain("The server is not responding"),
    );
    await page.click('.empty button:has-text("Try again")');
    await page.waitForSelector(".chart svg:has(.line)");
  });

  it("says that a screen's code did not come, and has it when it is loaded again", async () => {
    const serving = await serveForTest(inject("country").dataDir);
    const { page } = await open(`${serving.url}/docs`, { expected: /ERR_FAILED|dynamically imported/ });
    let isAway = true;
    await page.route(/\/assets\/market-page-[\w-]{8}\.js$/, (route) =>
      isAway ? route.abort() : route.continue(),
    );
    await page.goto(`${serving.url}/`);
    await matchCount(page);
    const missing = page.locator('.empty:has-text("This screen could not be loaded")');
    for (const path of ["Market", "Explore", "Market"]) {
      await page.click(`nav a:has-text("${path}")`);
      if (path === "Market") await missing.waitFor();
      else await page.waitForSelector(".histogram");
    }
    await page.click('button:has-text("Load the page again")');
    await page.waitForURL(/market$/);
    await missing.waitFor();
    isAway = false;
    await page.click('button:has-text("Load the page again")');
    await page.waitForSelector(".chart svg:has(.line)");
    expect(await missing.count()).toBe(0);
  });

  it("is offered newer data, and keeps its view when it takes it", async () => {
    const dataDir = await copiedCountry();
    const serving = await serveForTest(dataDir);
    const { page } = await open(`${serving.url}/?where=age+%3E%3D+40`);
    const before = await matchCount(page);
    await publishSnapshot((await copySecondCountry(await temporaryDirectory())).directory, dataDir);
    await serving.check();
    await page.click('nav a:has-text("Series")');
    await page.waitForSelector('.notice:has-text("Newer data of 13 Nov 2026 is available")');
    await page.click('nav a:has-text("Explore")');
    // Nothing changes under the reader's hand until they agree.
    await untilCount(page, before);
    await page.click('.notice button:has-text("Switch")');
    const terrace = clientOf(serving);
    const frame = await terrace.localFrame("AU", ["age"]);
    const { matchCount: wanted } = await terrace.explorer.explore({
      filter: { node: { case: "range", value: { metricKey: "age", min: 40 } } },
    });
    await untilCount(page, wanted);
    expect(await page.textContent(".match-count")).toContain(`of ${frame.size}`);
    await eventually(async () => expect(await page.textContent("body")).not.toContain("Newer data"));
  });

  it("says kindly that it has called too often, while filters go on", async () => {
    const { url } = await serveLimited({
      config: { tierLimits: { ...(await limitsOf(6)) } },
    });
    const { page } = await open(`${url}/`, { expected: /429/ });
    const all = await matchCount(page);
    for (const name of ["Market", "Series", "Market", "Series"])
      await page.click(`nav a:has-text("${name}")`);
    await page.waitForSelector(".notice:has-text('filters still work, other requests resume in')");
    expect(await page.textContent(".notice")).toMatch(
      /^6 calls a minute is the limit; filters still work, other requests resume in \d+ s\.$/,
    );
    await page.click('nav a:has-text("Explore")');
    await page.fill('input[aria-label="Median age from"]', "40");
    await page.keyboard.press("Enter");
    await eventually(async () => expect(await matchCount(page)).toBeLessThan(all));
  });

  it("matches in the browser what the server matches, bit for bit, over random expressions", async () => {
    const serving = await serveForTest(inject("country").dataDir);
    const { page } = await open(`${serving.url}/about`, { bypassCSP: true });
    await page.addScriptTag({ content: await clientScript() });
    const pin = serving.engine.pin();
    const filters = fc.sample(expressionOver(pin.view.columns.scopes.get(NATIONAL_SCOPE)!), 100).map(whereOf);
    pin.release();
    const terrace = clientOf(serving);
    const wanted: string[] = [];
    for (const filter of filters) {
      wanted.push(Buffer.from((await terrace.explorer.explore({ filter })).matchMask).toString("hex"));
    }
    const texts = filters.map((filter) =>
      JSON.stringify(toJson(FilterExpressionSchema, create(FilterExpressionSchema, filter))),
    );
    expect(new Set(texts).size).toBeGreaterThan(80);
    for (const plain of [false, true]) {
      const [kind, ...masks] = (await page.evaluate(`(async () => {
        const client = terrace.createTerraceClient({ baseUrl: location.origin });
        const frame = await client.localFrame("AU", ${JSON.stringify(METRIC_KEYS)}, { plain: ${plain} });
        const masks = ${JSON.stringify(filters)}.map((filter) => [...frame.bytesOf(frame.match(filter))]
          .map((byte) => byte.toString(16).padStart(2, "0")).join(""));
        return [frame.kernelKind, ...masks];
      })()`)) as string[];
      expect(kind).toBe(plain ? "plain" : "wasm-simd");
      expect(masks).toEqual(wanted);
    }
  });
});

/** The default limits with this many calls per minute for an anonymous browser. */
async function limitsOf(browserPerMinute: number) {
  const { DEFAULT_LIMITS } = await import("../../src/config/tier-limits.ts");
  return { ...DEFAULT_LIMITS, anonymous: { ...DEFAULT_LIMITS.anonymous, browserPerMinute } };
}

/** The client as one script that defines `terrace`. */
async function clientScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      minify: true,
      lib: { entry: resolve(import.meta.dirname, "../../src/client.ts"), formats: ["iife"], name: "terrace" },
      rollupOptions: { external: ["apache-arrow"] },
    },
  });
  const outputs = (Array.isArray(built) ? built : [built]) as Rollup.RollupOutput[];
  return outputs.flatMap(({ output }) => output.filter((part) => part.type === "chunk"))[0].code;
}
