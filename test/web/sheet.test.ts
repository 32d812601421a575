import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { parseWhere } from "../../src/client.ts";
import { eventually } from "../support/run/fixtures.ts";
import {
  COUNTED,
  describeDeepPage,
  matchCount,
  PHONE,
  settledView,
  untilCount,
  untilMapped,
} from "../support/web/open-page.ts";
import { servedCountry } from "../support/web/served-country.ts";

const { serving, frame } = servedCountry({ metrics: ["age"] });

const heightOf = async (page: Page, selector: string) => (await page.locator(selector).boundingBox())!.height;

async function drawGrip(page: Page, by: number): Promise<void> {
  const box = (await page.locator(".sheet-grip").boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - by / 2, { steps: 3 });
  await page.mouse.move(x, y - by, { steps: 3 });
  await page.mouse.up();
}

describeDeepPage("the sheet of a phone", (open) => {
  it("has three heights, by finger and by keyboard, and leaves the rest to the map", async () => {
    const { page } = await open(`${serving.url}/`, { ...PHONE, until: COUNTED });
    await untilMapped(page);
    const whole = await heightOf(page, ".explore");
    const half = await heightOf(page, ".sheet");
    expect(half / whole).toBeCloseTo(0.55, 1);
    expect(await heightOf(page, ".explore-map")).toBeCloseTo(whole - half, 0);
    await drawGrip(page, 280);
    await eventually(async () => expect((await heightOf(page, ".sheet")) / whole).toBeCloseTo(0.88, 1));
    await drawGrip(page, -600);
    await eventually(async () => expect(await heightOf(page, ".sheet")).toBeLessThan(150));
    // The count stays visible, and the map fills its space.
    expect(await page.locator(".match-count").isVisible()).toBe(true);
    const count = (await page.locator(".match-count").boundingBox())!;
    expect(count.y + count.height).toBeLessThanOrEqual(844);
    await eventually(async () =>
      expect(await heightOf(page, ".map-ground")).toBeCloseTo(await heightOf(page, ".explore-map"), 0),
    );
    await page.focus(".sheet-grip");
    await page.keyboard.press("ArrowUp");
    await eventually(async () => expect(await heightOf(page, ".sheet")).toBeCloseTo(half, 0));
    expect(await page.getAttribute(".sheet-grip", "aria-label")).toBe("Filters and tables, half open");
  });

  it("filters by a thumb, and shows a table in place of the histograms", async () => {
    const { page } = await open(`${serving.url}/`, PHONE);
    const all = await matchCount(page);
    const handle = page.locator('[role="slider"][aria-label="Median age, from"]');
    await handle.scrollIntoViewIfNeeded();
    const box = (await handle.boundingBox())!;
    // As wide as a thumb.
    expect(box.width).toBeGreaterThanOrEqual(44);
    expect(box.height).toBeGreaterThanOrEqual(44);
    await page.mouse.move(box.x + 22, box.y + 30);
    await page.mouse.down();
    await page.mouse.move(box.x + 110, box.y + 30, { steps: 4 });
    await page.mouse.up();
    const where = (await settledView(page, "age")).get("where")!;
    const wanted = frame.count(frame.match(parseWhere(where)));
    expect(wanted).toBeLessThan(all);
    await untilCount(page, wanted);
    await page.click('.tabs button:has-text("Table")');
    await page.waitForSelector(".table-scroll tbody th");
    expect(await page.locator(".histogram").first().isVisible()).toBe(false);
    await page.click('.tabs button:has-text("Filters")');
    await page.waitForSelector(".histogram .brush");
    expect(await page.locator(".table-scroll").count()).toBe(0);
  });
});
