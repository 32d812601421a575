import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createTerraceClient, type TerraceClient } from "../../src/client.ts";
import type { Serving } from "../../src/server/start/start-serving.ts";
import { serveCountry } from "../support/country/serve-country.ts";
import { CHROMIUM, matchCount, NEEDS_CHROMIUM, untilCount, useBrowser } from "../support/web/open-page.ts";

let serving: Serving;
let terrace: TerraceClient;

beforeAll(async () => {
  serving = await serveCountry(inject("country").dataDir);
  terrace = createTerraceClient({ baseUrl: serving.url, userAgent: "terrace-tests/1" });
});
afterAll(() => serving.close());

describe.skipIf(CHROMIUM === undefined)(
  `what the explore screen offers to people who choose${NEEDS_CHROMIUM}`,
  () => {
    const open = useBrowser();

    it("applies every preset by one press, explains it, and undoes it by another", async () => {
      const { presets } = await terrace.explorer.describePresets({});
      const { page, complaints } = await open(`${serving.url}/`);
      const all = await matchCount(page);
      for (const { label, matchCount: wanted, conditions, weights, where } of presets) {
        const button = page.locator(".preset-row button", { hasText: label });
        await button.click();
        await untilCount(page, wanted);
        expect(new URL(page.url()).searchParams.get("where")).toBe(where);
        expect(await button.getAttribute("aria-pressed")).toBe("true");
        const why = (await page.textContent(".preset-why"))!;
        for (const part of [...conditions, ...weights]) expect(why).toContain(part.why);
        await page.waitForSelector(".ranking li");
      }
      await page.locator('.preset-row button[aria-pressed="true"]').press("Enter");
      await untilCount(page, all);
      expect(complaints).toEqual([]);
    });

    it("says what a preset is applied without in a state that lacks it, and why another cannot be applied", async () => {
      const { presets } = await terrace.explorer.describePresets({ stateCode: "NT" });
      const [first, yields] = presets;
      expect(yields.unavailable).not.toBe("");
      const { page } = await open(`${serving.url}/?in=NT`);
      const all = await matchCount(page);
      await page.click(`.preset-row button:has-text("${yields.label}")`);
      await page.waitForSelector(`.presets [role="status"]:has-text("${yields.unavailable}")`);
      expect(await matchCount(page)).toBe(all);
      await page.click(`.preset-row button:has-text("${first.label}")`);
      await untilCount(page, first.matchCount);
      expect(await page.textContent('.presets [role="status"]')).toContain(first.conditions[0].leftOut);
    });
  },
);
