import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { NewsService, ReportsService } from "../../src/client.ts";
import { eventually, opened, sharedDirectory } from "../support/run/fixtures.ts";
import { isDeepRun } from "../support/run/test-form.ts";
import { LONG_BODY, MARKUP, publishHostileNews, SEEN, SEEN_IN_BODY } from "../support/web/hostile-news.ts";
import { describeDeepPage } from "../support/web/open-page.ts";
import { servedCountry } from "../support/web/served-country.ts";

/** Run in the page: what was executed, unexpected elements and handlers, and the protocols of links. */
const LOOK = `(() => {
  const main = document.querySelector("main");
  const all = [...main.querySelectorAll("*")];
  return {
    stolen: window.stolen,
    elements: main.querySelectorAll("script, img, iframe, object, embed, form, base, meta").length,
    handlers: all.flatMap((one) => one.getAttributeNames()).filter((name) => name.startsWith("on")),
    links: [...main.querySelectorAll("a")].map(({ protocol }) => protocol),
    loose: [...main.querySelectorAll('a[target="_blank"]')].filter(
      ({ rel }) => rel !== "noopener noreferrer nofollow",
    ).length,
  };
})()`;

const headlines = (page: Page) => page.locator(".articles > li > h3").allTextContents();

describeDeepPage("the screen of news", (open) => {
  const { serving, terrace } = servedCountry();
  const news = opened(() => terrace.service(NewsService));

  it("shows the newest stories as the API answers them, one a cluster", async () => {
    const { articles, totalCount } = await news.getMarketNews({ limit: 50 });
    const { page } = await open(`${serving.url}/news`, { until: ".articles > li" });
    expect(await headlines(page)).toEqual(articles.map(({ headline }) => headline));
    expect(await page.textContent(".chart-note")).toContain(
      `50 of ${totalCount.toLocaleString("en-AU")} stories`,
    );
    const story = articles.findIndex(({ syndicationCount }) => syndicationCount > 1);
    expect(await page.locator(".articles > li").nth(story).locator(".article-story").textContent()).toBe(
      `${articles[story].syndicationCount} outlets ran this story; the others are ${articles[story].syndicatedSources.join(", ")}`,
    );
    expect(await page.locator('nav a[aria-current="page"]').allTextContents()).toEqual([
      "News",
      "Market news",
    ]);
  });

  it("filters by outlet, sentiment and mark, keeps them in the address, and goes back", async () => {
    const { page } = await open(`${serving.url}/news`, { until: ".articles > li" });
    await page.selectOption('select[aria-label="Sentiment"]', "negative");
    await page.selectOption('select[aria-label="Outlet"]', "asx");
    await page.check('label:has-text("price sensitive only") input');
    await page.waitForURL(/\/news\?source=asx&sentiment=negative&sensitive=1$/);
    const filter = { source: "asx", sentiment: "negative", limit: 50 };
    const marked = await news.getMarketNews({ ...filter, priceSensitiveOnly: true });
    expect(marked.articles.length).toBeGreaterThan(0);
    await eventually(async () =>
      expect(await headlines(page)).toEqual(marked.articles.map(({ headline }) => headline)),
    );
    await page.reload();
    await eventually(async () =>
      expect(await headlines(page)).toEqual(marked.articles.map(({ headline }) => headline)),
    );
    await page.goBack();
    const all = await news.getMarketNews(filter);
    await eventually(async () =>
      expect(await headlines(page)).toEqual(all.articles.map(({ headline }) => headline)),
    );
  });

  it("finds articles by words, and shows those with like words", async () => {
    const [first] = (await news.getMarketNews({ limit: 1 })).articles;
    const { page } = await open(`${serving.url}/news`, { until: ".articles > li" });
    await page.click(".articles > li:first-child summary");
    const near = await news.getRelatedNews({ stockCode: first.stockCode, articleId: first.id, limit: 5 });
    await eventually(async () =>
      expect(await page.locator(".related li > a[target]").allTextContents()).toEqual(
        near.articles.map(({ headline }) => headline),
      ),
    );
    await page.fill('input[aria-label="Search articles"]', first.headline);
    const { hits } = await terrace.explorer.searchNews({ query: first.headline, limit: 50 });
    await eventually(async () =>
      expect(await headlines(page)).toEqual(hits.map(({ article }) => article!.headline)),
    );
    expect(await page.locator(".articles mark").count()).toBeGreaterThan(0);
  });

  it("shows takes with what they rest on, and says that a draft is not there", async () => {
    const { takes } = await news.listEditorialTakes({});
    const cited = takes.find(({ citations, bodyMd }) => citations.length > 0 && bodyMd.includes("[ref-1]"))!;
    const { page } = await open(`${serving.url}/blog`, { expected: /404/, until: ".articles > li" });
    expect(await headlines(page)).toEqual(takes.map(({ headline }) => headline));
    await page.goto(`${serving.url}/blog/${cited.slug}`);
    await page.waitForSelector(".take-body p");
    expect(await page.textContent("h1")).toBe(cited.headline);
    expect(
      await page.locator("ol.citations a").evaluateAll((all) => all.map((a) => a.getAttribute("href"))),
    ).toEqual(cited.citations.map(({ url }) => url));
    await page.click('.take-body a[aria-label="Citation 1"]');
    await page.waitForURL(/#cited-1$/);
    await page.goto(`${serving.url}/blog/nothing-of-the-kind`);
    await page.waitForSelector(`.empty:has-text('There is no take "nothing-of-the-kind"')`);
  });

  it("shows weekly, monthly and yearly reports, figure by figure", async () => {
    const reports = terrace.service(ReportsService);
    const { page } = await open(`${serving.url}/reports`);
    for (const [reportType, title] of [
      ["weekly", "Weekly"],
      ["monthly", "Monthly"],
      ["yearly", "Yearly"],
    ]) {
      const list = (await reports.listReports({ reportType, limit: 52 })).reports;
      const { slug } = list[0];
      await page.click(`.segments button:text-is("${title}")`);
      await page.waitForSelector(`tbody a[href="/reports/${slug}"]`);
      expect(await page.locator("tbody th strong").allTextContents()).toEqual(list.map((one) => one.slug));
      await page.click(`tbody a[href="/reports/${slug}"]`);
      await page.waitForSelector("section:has-text('Largest positions') tbody th");
      const report = await reports.getWeeklyReport({ weekSlug: slug });
      expect(await page.textContent("h1")).toBe(report.headline);
      const codes = (section: string) =>
        page.locator(`section:has(h2:text-is("${section}")) tbody th strong`).allTextContents();
      expect(await codes("Largest positions")).toEqual(report.topShorted.map(({ code }) => code));
      expect(await codes("Risers")).toEqual(report.risers.map(({ code }) => code));
      expect(await codes("Fallers")).toEqual(report.fallers.map(({ code }) => code));
      expect(await page.locator(".headline .value").first().textContent()).toBe(
        report.marketStats!.totalStocksShorted.toLocaleString("en-AU"),
      );
      await page.goBack();
    }
  });
});

describe.runIf(isDeepRun)("what strangers write", () => {
  const root = sharedDirectory("hostile");
  let refused: readonly unknown[];
  const { serving } = servedCountry({
    dataDir: async () => {
      const published = await publishHostileNews(root);
      refused = published.refused;
      return published.dataDir;
    },
  });

  it("is refused as a row where its link runs or its body has a megabyte", () => {
    expect(refused).toEqual([
      { table: "news_articles", rows: 1 },
      { table: "editorial_takes", rows: 1 },
    ]);
  });

  describeDeepPage("on the page", (open) => {
    /** Expects that nothing ran, that markup of strangers made no elements, and that links use http(s). */
    async function expectCalm(page: Page): Promise<void> {
      const seen = (await page.evaluate(LOOK)) as { links: string[] };
      expect(seen).toMatchObject({ stolen: undefined, elements: 0, handlers: [], loose: 0 });
      expect(new Set(seen.links).difference(new Set(["http:", "https:"]))).toEqual(new Set());
      // A page that scrolls sideways has an unbroken word that breaks the layout.
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    }

    it("is text in the list of articles, each isolated from its neighbours", async () => {
      const { page } = await open(`${serving.url}/news`, { until: ".articles > li" });
      expect(await headlines(page)).toEqual([MARKUP, SEEN, "x".repeat(500)]);
      expect(await page.locator(".articles > li > h3 bdi").count()).toBe(3);
      expect(await page.locator(".article-summary bdi").count()).toBe(3);
      expect(await page.textContent(".tags")).toBe("<b>tag</b>");
      await expectCalm(page);
    });

    it("is text in a take, whose links lead to good addresses or nowhere, however long it is", async () => {
      const { page } = await open(`${serving.url}/blog/take-1`, { expected: /404/, until: ".take-body p" });
      expect(await page.textContent("h1")).toBe(MARKUP);
      const body = await page.textContent(".take-body");
      for (const shown of [
        MARKUP,
        SEEN_IN_BODY,
        '<a href="javascript:window.stolen=8">six</a>',
        "one",
        "five",
      ])
        expect(body).toContain(shown);
      const links = page.locator(".take-body a");
      expect(await links.evaluateAll((all) => all.map((a) => a.getAttribute("href")))).toEqual([
        "https://good.example/page?a=1&b=2",
      ]);
      await expectCalm(page);
      await page.goto(`${serving.url}/blog/take-2`);
      await page.waitForSelector("ol.citations li");
      expect(await page.locator("ol.citations a").allTextContents()).toEqual([MARKUP]);
      await expectCalm(page);
      await page.goto(`${serving.url}/blog/take-3`);
      await page.waitForSelector(".take-body p");
      expect((await page.textContent(".take-body p"))!.trim()).toBe(LONG_BODY.trim());
      await page.goto(`${serving.url}/blog/take-4`);
      await page.waitForSelector(`.empty:has-text('There is no take "take-4"')`);
      await expectCalm(page);
    });
  });
});
