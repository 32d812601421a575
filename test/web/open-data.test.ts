import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { parseWhere } from "../../src/client.ts";
import { METRIC_KEYS, METRICS } from "../../src/domains/suburbs/metrics/metric-registry.ts";
import { sharedAustralia } from "../support/country/shared-country.ts";
import { eventually } from "../support/run/fixtures.ts";
import { describeDeepPage, matchCount, PHONE, untilLoaded, visit } from "../support/web/open-page.ts";
import { newestStock, servedCountry } from "../support/web/served-country.ts";

/** Text that a visitor must not see: keys, raw units, and words for missing values. */
const RAW = [
  /no date/,
  /no data/,
  /No article is like that/,
  /No member is called so/,
  /is called so/,
  /\b[a-z]+\.[a-z_]+(\.[a-z0-9_]+)*\.(aus|nsw|vic|qld|sa|wa|tas|nt|act)\b/,
  /0\.\.100/,
  /1\.\.10/,
  /% area/,
  /\bres low\b/,
  /\bbreak ins\b/,
  /\b(abs|rba|aec|asic|ato)-[a-z0-9-]+/,
  /\b\d{4}-\d{2}-\d{2}\b(?!-)/,
  /\d (Sept|June|July) \d{4}/,
];

describeDeepPage("the page on open data", (open) => {
  const { serving, terrace, frame } = servedCountry({
    dataDir: async () => (await sharedAustralia()).dataDir,
    metrics: METRIC_KEYS,
  });
  let bondi: string;
  let bundle: string;

  beforeAll(async () => {
    bundle = (await sharedAustralia()).datasetDir;
    bondi = frame.index.salCodes[frame.index.salNames.indexOf("Bondi")];
  });

  const textOf = async (page: Page) => (await page.textContent("main"))!.replaceAll(/\s+/g, " ");

  it("opens on income among suburbs of 200 residents or more, with histograms that have figures", async () => {
    const { page } = await open(`${serving.url}/`);
    const wanted = frame.count(frame.match(parseWhere("population >= 200")!));
    await page.waitForSelector(`.match-count[data-count="${wanted}"]`);
    expect(await page.locator(".histogram h3").allTextContents()).toEqual([
      "Median weekly household income",
      "Median weekly rent",
      "Median age",
      "SEIFA relative advantage and disadvantage (IRSAD), national decile",
      "Population",
    ]);
    expect(await page.inputValue(".legend .metric-picker select")).toBe("income");
    expect(page.url()).toBe(`${serving.url}/`);
    expect(await page.textContent(".chip span")).toBe("Population ≥ 200");
    // Removing the default condition is stored in the address, so a reload shows the same.
    await page.click('.chip button[aria-label="Remove population >= 200"]');
    await page.waitForSelector(`.match-count[data-count="${frame.size}"]`);
    expect(new URL(page.url()).searchParams.get("where")).toBe("");
    await page.reload();
    expect(await matchCount(page)).toBe(frame.size);
  });

  it("offers no metric without a figure, and shows the columns that are filtered by", async () => {
    const { page } = await open(`${serving.url}/?show=table&where=pct_rented+%3E%3D+50`);
    await page.waitForSelector(".table-scroll tbody th");
    expect(await page.locator(".table-scroll thead .heading").allTextContents()).toContainEqual(
      expect.stringMatching(/^Rented/),
    );
    const empty = METRIC_KEYS.filter(isEmpty);
    expect(empty.length).toBeGreaterThan(20);
    for (const picker of [
      ".filters > .metric-picker",
      ".table-tools .metric-picker",
      ".legend .metric-picker",
    ]) {
      const keys = await page
        .locator(`${picker} option`)
        .evaluateAll((options) => options.map((option) => option.getAttribute("value") ?? ""));
      expect(keys.filter((key) => empty.includes(key))).toEqual([]);
    }
    // Rents sort ascending first, incomes descending.
    await page.click('.heading:has-text("Median weekly rent")');
    await page.waitForURL(/sort=median_weekly_rent/);
    await page.click('.heading:has-text("Median weekly household income")');
    await page.waitForURL(/sort=-income/);
    expect(await page.locator('.tabs button:has-text("Price cuts")').count()).toBe(0);
  });

  it("names series and bounds as people do", async () => {
    const { page } = await open(`${serving.url}/?where=price+%3C%3D+900000`);
    await page.waitForSelector('.filters :text("House median price ≤ $900,000")');
    await page.fill(".search input", "cash rate target");
    await page.waitForSelector('[role=option]:has-text("Cash rate target, Australia")');
    expect(await page.locator('[role=option]:has-text("percent, monthly")').count()).toBe(0);
  });

  const isEmpty = (key: string) =>
    frame.index.salCodes.every((_, row) => frame.column(key).at(row) === undefined);

  it("ranks by what most suburbs have", async () => {
    const { page } = await open(`${serving.url}/?show=score`, { until: ".ranking li" });
    const left = /([\d,]+) of ([\d,]+) matching suburbs lack data/.exec(await textOf(page))!;
    const [without, all] = left.slice(1).map((text) => Number(text.replaceAll(",", "")));
    expect(without / all).toBeLessThan(0.1);
  });

  it("has no raw word, key or empty box on any screen", async () => {
    const { page } = await open(`${serving.url}/about`, { expected: /404/ });
    await untilLoaded(page);
    for (const [path, ready] of [
      [`/suburb/${bondi}`, ".lacking"],
      ["/market", ".chart svg:has(.line)"],
      ["/series", ".correlations tbody th"],
      ["/stocks", "[role=tabpanel] tbody th"],
      ["/stocks?tab=battlegrounds", "[role=tabpanel] tbody th"],
      [`/stocks/${(await newestStock(terrace)).productCode}`, ".chart svg:has(.line)"],
      ["/members", "[role=tabpanel] tbody th"],
      ["/news", '[aria-label="Reports"] tbody th'],
      ["/reports/2025-W40", ".sparkline"],
      ["/coverage", ".coverage-table td.number"],
      [`/compare/${bondi}+${frame.index.salCodes[9]}`, ".compare-grid tbody tr"],
    ] as const) {
      await visit(page, path, ready);
      await eventually(async () => expect(await page.locator(".waiting").count()).toBe(0));
      const text = await textOf(page);
      const raw = RAW.filter((one) => one.test(text));
      expect([path, ...raw.map((one) => one.exec(text)![0])]).toEqual([path]);
      expect([path, await page.locator(".empty").count()]).toEqual([path, 0]);
    }
  });

  it("says on a screen in one sentence what is missing and how to get it", async () => {
    const { table_gaps } = (await (await fetch(`${serving.url}/v1/sources`)).json()) as {
      table_gaps: Record<string, { why: string }>;
    };
    const { page } = await open(`${serving.url}/about`);
    for (const [path, subject, words] of [
      ["/market", "listings", "data/guides/listing-feeds.md"],
      ["/members", "register", "data/guides/importing.md"],
      ["/news", "articles", "data/guides/missing-tables.md"],
      ["/?show=index", "listings", "--synthetic"],
    ]) {
      await visit(page, path);
      const text = await page.textContent(`[data-absent="${subject}"]`);
      expect([path, text]).toEqual([path, expect.stringContaining("not in this data")]);
      expect([path, text]).toEqual([path, expect.stringContaining(words)]);
      await page.click(`[data-absent="${subject}"] a`);
      await page.waitForSelector("#missing tbody tr");
      const listed = (await page.textContent("#missing"))!;
      for (const { why } of Object.values(table_gaps)) expect(listed).toContain(why.replaceAll("`", ""));
    }
  });

  it("says of each empty cell why it is empty", async () => {
    const populations = frame.column("population");
    const small = frame.index.salCodes.findIndex(
      (_, row) => frame.index.stateCodes[row] === "NSW" && (populations.at(row) ?? 100) < 100,
    );
    const codes = [bondi, frame.index.salCodes[small]];
    const { page } = await open(`${serving.url}/compare/${codes.join("+")}`);
    await page.waitForSelector('.compare-grid th:has-text("Remoteness area")');
    const cells = async (label: string) =>
      await page
        .locator(".compare-grid tr", { hasText: label })
        .first()
        .locator("td.number")
        .allTextContents();
    await eventually(async () => expect((await cells("Rented"))[1]).toBe("under 100 residents"));
    await visit(page, "/?show=table&cols=price,born_overseas,pct_rented", ".table-scroll tbody th");
    await untilLoaded(page);
    const unknown = await page.locator(".table-scroll td.is-unknown").allTextContents();
    expect(unknown).toContain("no source");
    const reasons = ["no source", "not published", "under 100 residents"];
    expect(unknown.filter((text) => !reasons.includes(text))).toEqual([]);
  });

  it("shows of a suburb what there is, with publisher and date, and names the rest in one place", async () => {
    const { page } = await open(`${serving.url}/suburb/${bondi}?interactive`, { until: ".lacking" });
    await untilLoaded(page);
    const income = frame.column("income").at(frame.index.positionOf(bondi))!;
    const figure = page.locator('.figure:has([data-metric="income"])');
    expect(await figure.textContent()).toContain(`$${income.toLocaleString("en-AU")} a week`);
    expect(await figure.textContent()).toContain("Australian Bureau of Statistics, 12 Oct 2022");
    expect(await page.locator('.figure [data-metric="price"]').count()).toBe(0);
    const headings = await page.locator(".cards h2").allTextContents();
    expect(headings).toEqual([
      "Similar suburbs",
      "People",
      "Council",
      "Hazards",
      "Public life",
      "Not available",
    ]);
    expect(await page.textContent('section:has(> h2:text-is("People")) .published')).toContain("Census");
  });

  it("places a figure that one state alone publishes among the suburbs of that state alone", async () => {
    const { salCodes, salNames, stateCodes } = frame.index;
    const glenelg = salCodes[salNames.indexOf("Glenelg (SA)")];
    const { page } = await open(`${serving.url}/suburb/${glenelg}?interactive`);
    await page.waitForSelector('.figure [data-metric="price"]');
    await untilLoaded(page);
    const bars = async (key: string) =>
      page.locator(`.figure:has([data-metric="${key}"]) .range-row > :first-child`).allTextContents();
    for (const key of ["price", "income"]) {
      const column = frame.column(key);
      const states = new Set(stateCodes.filter((_, position) => column.at(position) !== undefined));
      expect(await bars(key), key).toEqual(states.size > 1 ? ["SA", "Australia"] : ["SA"]);
    }
    expect(await bars("price")).toEqual(["SA"]);
  });

  it("begins with the series that people ask for, in words, and leaves out what only repeats them", async () => {
    const { page } = await open(`${serving.url}/series`, { until: ".correlations tbody th" });
    expect(await page.textContent("main h2")).toBe("Cash rate target, Australia");
    const listed = await page.locator(".series-list button").count();
    expect(listed).toBeGreaterThanOrEqual(10);
    expect(listed).toBeLessThanOrEqual(16);
    expect(await page.textContent(".published")).toContain("Reserve Bank of Australia");
    const names = await page.locator(".correlations tbody th").allTextContents();
    expect(names.filter((name) => /cash rate target/i.test(name))).toEqual([]);
    const months = await page.locator(".correlations tbody td:last-child").allTextContents();
    expect(months.every((text) => Number(/(\d+) months\.$/.exec(text)![1]) >= 36)).toBe(true);
    // A search by words lists the exact name first, and its address draws it.
    await page.fill('input[aria-label="Find a series"]', "unemployment rate");
    await page.click(".series-list button >> nth=0");
    await page.waitForURL(/s=rates\.cash_rate_target\.aus,labour\.unemployment_rate\./);
  });

  it("finds a suburb by its exact name first", async () => {
    const { page } = await open(`${serving.url}/`);
    await matchCount(page);
    for (const name of ["Glenelg", "Bondi"]) {
      await page.fill(".top .search input", name);
      await page.waitForSelector(".search-list li strong");
      const first = await page.textContent(".search-list li strong");
      expect(first).toMatch(new RegExp(`^${name}( \\((\\w|\\.)+\\))?$`));
    }
  });

  it("counts coverage by state as the bundle's own page does, with publisher, age and what is missing", async () => {
    const readme = await readFile(join(bundle, "README.md"), "utf8");
    const part = readme.slice(readme.indexOf("## Coverage"), readme.indexOf("## What is missing"));
    const wanted = new Map(
      part
        .split("\n")
        .filter((line) => line.startsWith("| `"))
        .map((line) => line.split("|").map((cell) => cell.trim()))
        .map((cells) => [cells[1].replaceAll("`", ""), cells.slice(2, 11)]),
    );
    const { page } = await open(`${serving.url}/coverage`);
    await untilLoaded(page);
    const shown = await page
      .locator("[data-metric]")
      .evaluateAll((rows) =>
        rows.map((row): [string, string[]] => [
          row.getAttribute("data-metric")!,
          [...row.querySelectorAll("td.number")].map((cell) => cell.textContent!.trim()),
        ]),
      );
    expect(shown.length).toBe(METRIC_KEYS.length);
    expect(wanted.size).toBeGreaterThan(45);
    // The bundle's page counts columns of its tables: metrics that a build computes are not among them.
    const stored = new Set(METRICS.flatMap(({ key, isDerived }) => (isDerived === true ? [] : [key])));
    for (const [key, cells] of shown.filter(([one]) => stored.has(one)))
      expect([key, ...cells]).toEqual([key, ...(wanted.get(key) ?? Array(9).fill(""))]);
    const price = (await page.textContent('[data-metric="price"]'))!;
    expect(price).toContain("Office of the Valuer-General");
    expect(price).toContain("30 Jun 2023");
    expect(price).toContain("suburb medians under an open licence");
    expect(await page.locator('nav a[href="/coverage"]').count()).toBe(1);
  });

  it("keeps an opened note within the window, and everything that is pressed at least 24 pixels large", async () => {
    const { page } = await open(`${serving.url}/`, PHONE);
    await matchCount(page);
    await page.click(".histogram .sign-info >> nth=1");
    const box = (await page.locator(".popover-box").boundingBox())!;
    expect([box.x >= 0, box.y >= 0, box.x + box.width <= 390, box.y + box.height <= 844]).toEqual([
      ...Array(4).fill(true),
    ]);
    expect(
      await page.evaluate(`(() => {
      const { left, top } = document.querySelector(".popover-box").getBoundingClientRect();
      return document.elementFromPoint(left + 20, top + 10).closest(".popover-box") !== null;
    })()`),
    ).toBe(true);
    for (const path of ["/", "/?show=score", "/?show=table", `/suburb/${bondi}`, "/series", "/stocks"]) {
      await visit(page, path);
      await eventually(async () => expect(await page.locator(".waiting").count()).toBe(0));
      const small =
        (await page.evaluate(`[...document.querySelectorAll("button, select, summary, input:not([type=checkbox], [type=range])")]
        .filter((one) => one.checkVisibility() && one.getClientRects().length > 0)
        .map((one) => [one.getAttribute("aria-label") ?? one.textContent, one.getBoundingClientRect()])
        .filter(([, { width, height }]) => width > 0 && (width < 24 || height < 24))
        .map(([name, { width, height }]) => name + " " + width + "x" + height)`)) as string[];
      expect([path, ...small]).toEqual([path]);
    }
  });
});
