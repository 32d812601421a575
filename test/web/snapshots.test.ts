import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parseWhere } from "../../src/client.ts";
import { publishSnapshot } from "../../src/snapshot/store/publish.ts";
import { copyCountry, copySecondCountry } from "../support/country/copy-country.ts";
import { sharedDirectory } from "../support/run/fixtures.ts";
import { COUNTED, describeDeepPage, matchCount, untilCount } from "../support/web/open-page.ts";
import { clientOf, servedCountry } from "../support/web/served-country.ts";

const root = sharedDirectory("page-at");
let older: string;
const { serving } = servedCountry({
  dataDir: async () => {
    const dataDir = join(root, "data");
    await copyCountry(dataDir);
    [older] = await readdir(join(dataDir, "snapshots"));
    const { directory } = await copySecondCountry(root);
    await publishSnapshot(directory, dataDir);
    return dataDir;
  },
});

describeDeepPage("the page of an older snapshot", (open) => {
  it("is chosen by the date in the header, says that it is not the newest, and asks no other", async () => {
    const { page } = await open(`${serving.url}/?in=NSW`, { until: COUNTED });
    await page.click('button[aria-label="Other dates of the data"]');
    // Both are of one day, so the earlier one is listed separately.
    await page.click(".popover-dates summary");
    await page.click(`.snapshots a[href^="/at/${older}/"]`);
    await page.waitForSelector(".snapshot-ribbon");
    expect(new URL(page.url()).pathname).toBe(`/at/${older}/`);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${serving.url}/at/${older}/`);
    await matchCount(page);
    expect(await page.getAttribute(".as-of", "title")).toBe(older);
    await page.click('nav[aria-label="Screens"] a >> nth=1');
    await page.waitForURL(
      (url) => url.pathname.startsWith(`/at/${older}/`) && url.pathname.length > older.length + 5,
    );
    const elsewhere = asked.filter((path) => !/^\/(assets\/|at\/|v1\/snapshots$)/.test(path));
    expect(elsewhere).toEqual([]);
    await page.click(".snapshot-ribbon a");
    await page.waitForURL((url) => !url.pathname.startsWith("/at/"));
    await page.waitForSelector("main[data-screen]");
    expect(await page.locator(".snapshot-ribbon").count()).toBe(0);
  });

  it("keeps links that are opened in a new tab under its address, save those to the newest", async () => {
    const { page } = await open(`${serving.url}/at/${older}/?show=table`);
    await page.waitForSelector(".table-scroll tbody th a");
    const hrefs = (await page.evaluate(
      `[...document.querySelectorAll("a[href^='/']:not([data-native])")].map((link) => link.getAttribute("href"))`,
    )) as string[];
    expect(hrefs.length).toBeGreaterThan(10);
    expect(hrefs.filter((href) => !href.startsWith(`/at/${older}/`))).toEqual([]);
    expect(await page.getAttribute('nav a:has-text("Rankings")', "href")).toBe(`/at/${older}/rankings`);
    const [tab] = await Promise.all([
      page.context().waitForEvent("page"),
      page.click(".table-scroll tbody th a", { modifiers: ["Control"] }),
    ]);
    await tab.waitForSelector("article[data-kind=suburb]");
    expect(new URL(tab.url()).pathname).toMatch(new RegExp(`^/at/${older}/suburbs/[a-z]+/[a-z0-9-]+$`));
    await page.click(".table-scroll tbody th a");
    await page.waitForURL((url) => url.pathname.startsWith(`/at/${older}/suburb/`));
  });

  it("is cited by figure, chart and table, with a link that leads to the same", async () => {
    const { page } = await open(`${serving.url}/?show=table&where=age+%3E%3D+40`);
    const wanted = await matchCount(page);
    const now = (await page.getAttribute(".as-of", "title"))!;
    await page.click(".table-tools .sign-cite");
    const texts = page.locator(".cite-body textarea");
    const link = await texts.nth(0).inputValue();
    expect(link).toBe(`${serving.url}/at/${now}/?where=age+%3E%3D+40&show=table`);
    expect(await texts.nth(1).inputValue()).toMatch(
      /Terrace synthetic generator, Synthetic census, 13 Nov 2026, synthetic-CC0-1\.0/,
    );
    expect(await texts.nth(2).inputValue()).toContain(`@misc{synthetic-census-${now},`);
    await page.click('.cite-body button[aria-label="Copy: BibTeX"]');
    await page.waitForSelector('.cite-body [role="status"]:has-text("Copied")');
    await page.keyboard.press("Escape");
    await page.goto(link);
    await untilCount(page, wanted);
    const first = (await page.locator(".table-scroll tbody th a").first().getAttribute("href"))!;
    await page.goto(`${serving.url}${first}?interactive`);
    await page.click(".figure .sign-info");
    await page.click(".popover-box summary");
    expect(await page.locator(".popover-box textarea").nth(0).inputValue()).toBe(
      `${serving.url}${first}?interactive`,
    );
    await page.keyboard.press("Escape");
    await page.goto(`${serving.url}/at/${now}/series`);
    await page.click(".chart-figure .popover-cite .sign-cite");
    expect(await page.locator(".cite-body textarea").nth(1).inputValue()).toMatch(
      /Terrace synthetic generator/,
    );
  });

  it("is compared with the newest: which suburbs entered and left, and what moved, by filter and by suburb", async () => {
    const sides = await Promise.all(
      ["", `/at/${older}`].map((path) =>
        clientOf(serving, path).localFrame("AU", ["age", "income", "population"]),
      ),
    );
    const picked = sides.map((frame) => {
      const words = frame.match(parseWhere("age >= 40"));
      return new Set(Array.from(frame.positions(words), (position) => frame.index.salCodes[position]));
    });
    const [entered, left] = [picked[0].difference(picked[1]), picked[1].difference(picked[0])];
    expect(entered.size * left.size).toBeGreaterThan(0);
    const { page } = await open(`${serving.url}/?where=age+%3E%3D+40&by=income`, { until: COUNTED });
    await page.click('.tabs button:has-text("Two dates")');
    await page.selectOption(".dates-panel select", older);
    await page.waitForSelector(`.dates-panel [data-entered="${entered.size}"][data-left="${left.size}"]`);
    expect(new URL(page.url()).searchParams.get("since")).toBe(older);
    const rows = page.locator('.dates-panel details:has(summary:has-text("moved")) tbody tr');
    const code = (await rows.first().locator("a").getAttribute("href"))!.split("/").at(-1)!;
    const income = sides.map((frame) => frame.column("income").at(frame.index.positionOf(code))!);
    const text = (value: number) => `$${value.toLocaleString("en-AU")} a week`;
    expect(await rows.first().locator("td").allTextContents()).toEqual([
      sides[0].index.stateCodes[sides[0].index.positionOf(code)],
      text(income[1]),
      text(income[0]),
      expect.stringMatching(/^[+−][\d.,]+ %$/),
    ]);
    await page.goto(`${serving.url}/compare/${code}?since=${older}`);
    const cell = page.locator('tr:has(th:has-text("Median weekly household income")) td').first();
    await cell.locator(".before").waitFor();
    expect(await cell.textContent()).toContain(`${text(income[0])}was ${text(income[1])}`);
    // The response of another snapshot does not count as newer data.
    expect(await page.locator(".notice").count()).toBe(0);
  });
});
