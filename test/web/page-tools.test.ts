import { beforeAll, expect, it } from "vitest";
import { isDeepRun, someOf } from "../support/run/test-form.ts";
import { expectAccessible } from "../support/web/axe.ts";
import { describePage, PHONE } from "../support/web/open-page.ts";
import { memberSlug, newestStock, servedCountry } from "../support/web/served-country.ts";

const { serving, terrace, frame } = servedCountry();
/** An address of each kind of page. */
let pages: readonly string[];

beforeAll(async () => {
  const { councils } = await terrace.housing.listCouncils({ stateCode: "NSW" });
  const { series } = await terrace.economy.listEconomicSeries({ limit: 1 });
  const suburb = await fetch(`${serving.url}/suburb/${frame.index.salCodes[5]}`, { redirect: "manual" });
  pages = [
    ...[suburb.headers.get("location")!, `/councils/nsw/${councils[0].slug}`, "/states/nsw", "/australia"],
    ...[`/stocks/${(await newestStock(terrace)).productCode}`, `/series/${series[0].seriesKey}`],
    ...[`/members/${await memberSlug(terrace)}`, "/rankings/population/nsw", "/rankings", "/councils"],
  ];
});

const SHARE = "button.sign-share";
const SEARCH = '.top input[type="search"]';
/** Positions of the parts of a page whose shift a reader would notice. */
const BOXES = `JSON.stringify([...document.querySelectorAll(".top, .top nav a, main, h1, .actions a, h2, footer")]
  .map((part) => Object.values(part.getBoundingClientRect().toJSON())))`;

describePage("tools of rendered pages", (open) => {
  it.each([["wide", {}], ...(isDeepRun ? [["on a phone", PHONE] as const] : [])] as const)(
    "share every kind of page without moving it, %s",
    async (_name, options) => {
      const { page, context } = await open(`${serving.url}/about`, options);
      let release = () => {};
      await context.route("**/assets/page-tools-*", async (route) => {
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        await route.continue();
      });
      for (const path of someOf(pages, 4)) {
        const asked = page.waitForRequest("**/assets/page-tools-*");
        await page.goto(serving.url + path, { waitUntil: "commit" });
        await asked;
        await page.waitForFunction(`document.readyState !== "loading"`);
        const before = await page.evaluate(BOXES);
        release();
        await page.waitForSelector(SEARCH);
        await page.waitForSelector(SHARE);
        expect([path, await page.evaluate(BOXES)]).toEqual([path, before]);
        expect([path, await page.evaluate("document.documentElement.scrollWidth")]).toEqual([
          path,
          page.viewportSize()!.width,
        ]);
        const cited = page.locator('[data-texts="Cite"]');
        expect([await cited.locator("textarea").count(), await cited.locator("button").count()]).toEqual([
          3, 3,
        ]);
        await page.click(SHARE);
        expect(await page.inputValue(".share-box textarea >> nth=0")).toBe(serving.url + path);
        const picture = await page.getAttribute('.share-box a:has-text("Picture")', "href");
        expect([path, (await fetch(serving.url + picture)).headers.get("content-type")]).toEqual([
          path,
          "image/png",
        ]);
        await page.click('.share-box summary:has-text("Permanent")');
        const texts = (await page.evaluate(
          `[...document.querySelectorAll(".share-box textarea")].map(({ value }) => value)`,
        )) as string[];
        const [, ...rest] = texts;
        expect(
          rest.filter((text) => text.includes("@misc{") && text.includes("synthetic data")),
        ).toHaveLength(1);
        expect(rest.filter((text) => text.startsWith(`${serving.url}/at/2026-`))).toHaveLength(1);
        for (const text of rest.filter((one) => one.startsWith("<iframe"))) {
          const [, src] = /src="([^"]+)"/.exec(text)!;
          expect([src, (await fetch(src.replaceAll("&amp;", "&"))).status]).toEqual([src, 200]);
        }
        await page.keyboard.press("Escape");
      }
    },
  );

  it("save a suburb where the screens find it, and let it go", async () => {
    const { page } = await open(serving.url + pages[0]);
    const save = '[data-tool="save"] button';
    await page.click(save);
    await page.waitForSelector(`${save}[aria-pressed="true"]`);
    await page.goto(`${serving.url}/suburb/${frame.index.salCodes[5]}?interactive`);
    await page.click('header button[aria-pressed="true"]');
    await page.goto(serving.url + pages[0]);
    await page.waitForSelector(`${save}[aria-pressed="false"]`);
  });

  it.runIf(isDeepRun)("find other pages by name, under an older snapshot too", async () => {
    const { page } = await open(serving.url + pages[3]);
    const name = frame.index.salNames[7];
    for (const prefix of ["", await page.locator("footer a code").textContent()]) {
      const at = prefix === "" ? "" : `/at/${prefix}`;
      await page.goto(`${serving.url}${at}${pages[3]}`);
      await page.waitForSelector(SEARCH);
      await page.keyboard.press("/");
      await page.keyboard.type(name);
      await page.waitForSelector(`.search-list [role="option"]:has-text(${JSON.stringify(name)})`);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await page.waitForURL(`${serving.url}${at}/suburbs/**`);
      expect(await page.getAttribute("article", "data-key")).toBe(frame.index.salCodes[7]);
    }
  });

  it("take little, and come after the page", async () => {
    const { page } = await open(serving.url + pages[0], { until: SHARE });
    const scripts = (await page.evaluate(
      `performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js")).map(({ name, encodedBodySize }) => [name, encodedBodySize])`,
    )) as [string, number][];
    const html = await (await fetch(serving.url + pages[0])).text();
    // Scripts in the HTML itself are tiny.
    const named = scripts.filter(([name]) => html.includes(new URL(name).pathname));
    expect(named).toHaveLength(1);
    expect(named[0][1]).toBeLessThan(1500);
    expect(scripts.reduce((sum, [, bytes]) => sum + bytes, 0)).toBeLessThan(20_000);
  });

  it("are not there without scripts, when the texts to copy still are", async () => {
    const { page } = await open(serving.url + pages[0], { javaScriptEnabled: false });
    expect(await page.locator(".tool").first().isVisible()).toBe(false);
    await page.click('summary:has-text("Cite")');
    expect(await page.locator('[data-texts="Cite"] textarea').first().isVisible()).toBe(true);
  });

  it.runIf(isDeepRun)("leave no fault in accessibility on any kind of page, light and dark", async () => {
    const { page } = await open(`${serving.url}/about`, { bypassCSP: true });
    for (const path of pages) {
      await page.goto(serving.url + path);
      await page.click(SHARE);
      await page.click('.share-box summary:has-text("Permanent")');
      await expectAccessible(page, path);
    }
  });
});
