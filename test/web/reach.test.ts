import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { eventually } from "../support/run/fixtures.ts";
import { COUNTED, describePage, matchCount } from "../support/web/open-page.ts";
import { servedCountry } from "../support/web/served-country.ts";

const { serving, frame } = servedCountry({ metrics: ["age"] });

/** Presses a key until the focused element matches; fails after more presses than a reader would make. */
async function pressTo(page: Page, key: string, selector: string): Promise<void> {
  for (let presses = 0; presses < 120; presses++) {
    if (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)}) === true`)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not reach ${selector}`);
}
const tabTo = (page: Page, selector: string) => pressTo(page, "Tab", selector);
const tabBack = (page: Page, selector: string) => pressTo(page, "Shift+Tab", selector);

describePage("reach", (open) => {
  it("lets a keyboard alone filter, mark, compare, save and share", async () => {
    const { page } = await open(`${serving.url}/`);
    const all = await matchCount(page);
    await tabTo(page, '[role="slider"][aria-label="Median age, from"]');
    for (let step = 0; step < 2; step++) await page.keyboard.press("Shift+ArrowRight");
    await eventually(async () => expect(await matchCount(page)).toBeLessThan(all));
    await tabTo(page, '[role="tab"]:not(.phone-only)');
    await page.keyboard.press("Enter");
    await page.waitForSelector(".table-scroll tbody th");
    for (const row of [1, 2]) {
      await tabTo(page, `.table-scroll tbody tr:nth-child(${row}) input`);
      await page.keyboard.press("Space");
      await page.waitForSelector(`.marked-bar:has-text("${row} marked")`);
    }
    // The bar is before the table.
    await tabBack(page, '.marked-bar a[href^="/compare/"]');
    await page.keyboard.press("Enter");
    await page.waitForSelector(".compare-grid thead a");
    expect(await page.locator(".compare-grid thead a").count()).toBe(2);
    await page.keyboard.press("/");
    await page.keyboard.type(frame.index.salNames[7]);
    await page.waitForSelector('.search-list [role="option"]');
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForSelector("main[data-screen^='/suburb/']");
    await tabTo(page, ".page > header button[aria-pressed]");
    await page.keyboard.press("Enter");
    await page.waitForSelector('.page > header button[aria-pressed="true"]');
    await tabBack(page, "button.sign-share");
    await page.keyboard.press("Enter");
    await tabTo(page, ".share-box textarea");
    await page.keyboard.press("Escape");
    await eventually(async () => expect(await page.locator(".share-box").count()).toBe(0));
  });

  it("moves nothing by itself where the reader asks for no motion", async () => {
    const { page } = await open(`${serving.url}/?show=table`, { reducedMotion: "reduce", until: COUNTED });
    await page.click("button.sign-share");
    expect(await page.evaluate("document.getAnimations().length")).toBe(0);
  });
});
