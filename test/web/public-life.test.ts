import { expect, it } from "vitest";
import { MarketService, PoliticiansService, SearchService, StockService } from "../../src/client.ts";
import { eventually, opened } from "../support/run/fixtures.ts";
import { cellsOf, describeDeepPage } from "../support/web/open-page.ts";
import { newestStock, servedCountry } from "../support/web/served-country.ts";

const { serving, terrace } = servedCountry();
const market = opened(() => terrace.service(MarketService));
const politicians = opened(() => terrace.service(PoliticiansService));

describeDeepPage("the screens of stocks and members", (open) => {
  it("show the newest report as the API answers it, and go back to the one before", async () => {
    const { latestDate } = await market.getAvailableDates({ limit: 1 });
    const day = await market.getMarketByDate({ date: latestDate, limit: 100, ordinaryOnly: true });
    const { page } = await open(`${serving.url}/stocks`, { until: '[role="tabpanel"] tbody th' });
    const shown = await cellsOf(page.locator('[role="tabpanel"] tbody tr'), "strong");
    expect(shown).toEqual(
      day.stocks.map(({ productCode, percentageShorted }) => [
        productCode,
        `${percentageShorted.toFixed(2)} %`,
      ]),
    );
    await page.click('button:has-text("←")');
    const written = (iso: string) =>
      new Date(`${iso}T00:00:00Z`).toUTCString().slice(5, 16).replace(/^0/, "");
    const field = 'input[aria-label="Date of the report"]';
    await eventually(async () => expect(await page.inputValue(field)).toBe(written(day.previousDate)));
    // A day can be typed as it is displayed or in ISO format.
    for (const text of [latestDate, written(day.previousDate)]) {
      await page.fill(field, text);
      await page.press(field, "Enter");
      const wanted = text === latestDate ? written(latestDate) : text;
      await eventually(async () => expect(await page.inputValue(field)).toBe(wanted));
    }
  });

  it("draw every industry of the tree map, and lead from a piece to its stock", async () => {
    const map = await market.getIndustryTreeMap({ period: "3M", limit: 12 });
    const { page } = await open(`${serving.url}/stocks`);
    await page.click('.tabs button:has-text("Industries")');
    await page.waitForSelector(".tree-map a");
    expect(await page.locator(".tree-map g").count()).toBe(map.industries.length);
    const drawn = await page.locator(".tree-map a").count();
    expect(drawn).toBe(
      map.industries.flatMap((industry) => industry.stocks).filter((stock) => stock.shortPosition > 0).length,
    );
    const link = (await page.locator(".tree-map a").first().getAttribute("href"))!;
    await page.goto(`${serving.url}${link}?interactive`);
    await page.waitForSelector(".chart svg:has(.line)");
    const stock = await terrace.service(StockService).getStock({ productCode: link.split("/").at(-1)! });
    expect(await page.textContent("h1")).toContain(stock.name);
    expect(await page.textContent(".headline .value")).toBe(`${stock.percentageShorted.toFixed(2)} %`);
  });

  it("find a company by a part of its name", async () => {
    const word = (await newestStock(terrace)).name.split(" ")[0];
    const found = await terrace.service(SearchService).searchStocks({ query: word, limit: 8 });
    const { page } = await open(`${serving.url}/stocks`);
    await page.fill('input[aria-label="Find a company"]', word);
    await eventually(async () =>
      expect(await page.locator(".page .search-list a").count()).toBe(found.stocks.length),
    );
    await page.press('input[aria-label="Find a company"]', "Enter");
    await page.waitForURL(new RegExp(`/stocks/${found.stocks[0].productCode}$`));
  });

  it("find stocks and members from the field at the top, typos too, as text and never as markup", async () => {
    const first = await newestStock(terrace);
    const { page } = await open(`${serving.url}/about`);
    const field = page.locator("header.top input[type=search]");
    await field.fill(first.productCode);
    await page.click(`.search-list li:has-text("stock"):has-text("${first.name}")`);
    await page.waitForURL(new RegExp(`/stocks/${first.productCode}$`));
    await field.fill("federal membre");
    await page.waitForSelector('.search-list li:has-text("member") mark');
    await field.press("ArrowDown");
    await field.press("Enter");
    await page.waitForURL(/\/members\//);
    await field.fill("<img src=x onerror=alert(1)>");
    await page.waitForSelector('.search-list li:has-text("No suburb, stock, series or member matches")');
    expect(await page.locator(".search-list img").count()).toBe(0);
  });

  it("show members and what they declare, with what was read", async () => {
    const { summaries, total } = await politicians.listPoliticianSummaries({ sort: 4, limit: 50 });
    const { page } = await open(`${serving.url}/members`, { until: '[role="tabpanel"] tbody th a' });
    expect(await page.locator('[role="tabpanel"] tbody th').allTextContents()).toEqual(
      summaries.map(({ politician }) => politician!.displayName),
    );
    expect(await page.textContent('[role="tabpanel"]')).toContain(`of ${total.toLocaleString("en-AU")}`);
    const declaring = summaries.find(({ distinctCompanyCount }) => distinctCompanyCount > 0)!.politician!;
    await page.goto(`${serving.url}/members/${declaring.slug}?interactive`);
    await page.waitForSelector("section.wide tbody th");
    const member = await politicians.getPolitician({ slug: declaring.slug });
    expect(await page.locator("section.wide tbody th").allTextContents()).toEqual(
      member.interests.map(({ declaredText }) => declaredText),
    );
  });

  it("show what parties lodged to the dollar, and payers of one group", async () => {
    const overview = await politicians.getDonationsOverview({ limit: 30 });
    const { page } = await open(`${serving.url}/members`);
    await page.click('.tabs button:has-text("Party funding")');
    await page.waitForSelector('[role="tabpanel"] tbody td.number');
    const shown = await cellsOf(page.locator('[role="tabpanel"] table').first().locator("tbody tr"));
    expect(shown).toEqual(
      overview.parties.map(({ partyGroup, totalReceiptsCents }) => [
        partyGroup,
        `$${Math.round(Number(totalReceiptsCents) / 100).toLocaleString("en-AU")}`,
      ]),
    );
    const { partyGroup } = overview.parties[0];
    await page.click(`[role="tabpanel"] tbody button:text-is("${partyGroup}")`);
    await page.waitForSelector(`h2:has-text("Named payers, ${partyGroup}")`);
  });

  it("say that a member does not exist", async () => {
    const { page } = await open(`${serving.url}/members/nobody-at-all?interactive`, { expected: /404/ });
    await page.waitForSelector('.empty:has-text("nobody-at-all"):not(:has-text("could not be loaded"))');
  });
});
