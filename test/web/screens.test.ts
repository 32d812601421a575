import { expect, it } from "vitest";
import { PoliticiansService, parseWhere } from "../../src/client.ts";
import { METRIC_KEYS } from "../../src/domains/suburbs/metrics/metric-registry.ts";
import { eventually } from "../support/run/fixtures.ts";
import { runSeed, seededRandom } from "../support/run/seeded-random.ts";
import { cellsOf, describeDeepPage, settledView, untilLoaded, visit } from "../support/web/open-page.ts";
import { servedCountry } from "../support/web/served-country.ts";

const { serving, terrace, frame } = servedCountry({ metrics: METRIC_KEYS });

const money = (value: number) => `$${Math.round(value).toLocaleString("en-AU")}`;

describeDeepPage("the screens", (open) => {
  it("show the figures of twenty suburbs as the API answers them", async () => {
    const random = seededRandom(runSeed("suburbs of the page"));
    const { page } = await open(`${serving.url}/about`, { until: ".about" });
    for (let round = 0; round < 20; round++) {
      const code = frame.index.salCodes[Math.floor(random() * frame.size)];
      await visit(page, `/suburb/${code}`, '.figure [data-metric="population"]');
      await untilLoaded(page);
      const { summary, demographics } = await terrace.housing.getSuburbProfile({ salCode: code });
      // A null figure is not shown; a line names it instead.
      const figure = async (key: string) => {
        const found = page.locator(`.figure [data-metric="${key}"]`);
        return (await found.count()) === 0
          ? "no data"
          : (await found.textContent())!.replaceAll(/\s+/g, " ").trim();
      };
      expect(await page.textContent("h1")).toBe(summary!.salName);
      const { latestMedianPrice, population, medianAge, medianWeeklyHhdIncome } = summary!;
      // The profile has 0 for null; the column has a null mask.
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
  });

  it("list the members who declare property in a suburb, in their words", async () => {
    const politicians = terrace.service(PoliticiansService);
    const { politicians: all } = await politicians.listPoliticians({ limit: 100 });
    const { slug } = all.find(({ declaredPropertyCount }) => declaredPropertyCount > 0)!;
    const { interests } = await politicians.getPolitician({ slug });
    const { salCode } = interests.find((interest) => interest.salCode !== "")!;
    const { properties } = await politicians.listSuburbPoliticians({ salCode });
    const { page } = await open(`${serving.url}/suburb/${salCode}?interactive`);
    await page.waitForSelector(".declared-property tbody th");
    const shown = await cellsOf(page.locator(".declared-property tbody tr"), "a");
    expect(shown).toEqual(
      properties.map(({ politician, interest }) => [politician!.displayName, interest!.declaredText]),
    );
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
        return value === undefined ? "not published" : `${value} years`;
      }),
    );
    const all = await page.locator(".compare-grid tbody tr").count();
    await page.check('label:has-text("only differences") input');
    expect(await page.locator(".compare-grid tbody tr").count()).toBeLessThan(all);
  });

  it("draw the weeks of a market of which one is not known", async () => {
    const salCode = frame.index.salCodes[5];
    const { weeks } = await terrace.explorer.getSuburbMarketSeries({
      salCode,
      lastWeeks: 26,
      lastPeriods: 1,
    });
    expect(weeks.filter(({ newListings }) => newListings === undefined)).not.toEqual([]);
    const { page } = await open(`${serving.url}/suburb/${salCode}?interactive`);
    const card = page.locator('section.card:has(h2:text("Market week by week"))');
    await card.locator("summary").first().click();
    const rows = card.locator("table.plain").first().locator("tbody tr");
    const shown = await rows.evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll("td")].slice(0, 2).map((cell) => cell.textContent)),
    );
    const text = (count: number | undefined) => count?.toLocaleString("en-AU") ?? "not measured";
    expect(shown).toEqual(weeks.map(({ stock, newListings }) => [text(stock), text(newListings)]));
  });

  const share = (fraction: number) =>
    `${(fraction * 100).toLocaleString("en-AU", { maximumFractionDigits: 1 })} %`;

  it("draw the discounting index of the country, a state and a suburb, gaps as gaps", async () => {
    const { page } = await open(`${serving.url}/market`);
    const code = frame.index.salCodes[5];
    for (const [press, grain, grainKey] of [
      ["Australia", "national", "AU"],
      ["NSW", "state", "NSW"],
      [frame.index.salNames[5], "suburb", code],
    ]) {
      if (grain === "suburb") {
        await page.fill('input[aria-label="Index of a suburb"]', press);
        await page.click(`.page .search-list button:has-text("${press}")`);
        await page.waitForURL(new RegExp(`sal=${code}`));
      } else await page.click(`.segments button:has-text("${press}")`);
      await page.waitForSelector(`h2:has-text("Discounting index, ${press}")`);
      const { points } = await terrace.housing.getDropIndexSeries({ grain, grainKey });
      const last = points.findLast(({ isGap }) => !isGap);
      if (last === undefined) {
        await page.waitForSelector('[data-figure="no-reading"], .card.wide .empty');
        continue;
      }
      await page.waitForSelector(`[data-figure="drop-rate"]:text-is("${share(last.dropRate)}")`);
      await page.waitForSelector(".chart svg:has(.line)");
      // The numbers of the chart, day by day; days without a valid reading have none.
      const byDay = new Map(points.map((point) => [point.snapshotDate, point]));
      const shown = await cellsOf(page.locator(".chart-figure").first().locator("details tbody tr"));
      const end = Date.parse(`${points[points.length - 1].snapshotDate}T00:00:00Z`);
      expect(shown.length).toBeGreaterThan(30);
      shown.toReversed().forEach(([day, text], back) => {
        const date = new Date(end - back * 86_400_000);
        const point = byDay.get(date.toISOString().slice(0, 10));
        const wanted = point === undefined || point.isGap ? "not measured" : share(point.dropRate);
        expect([day, text]).toEqual([date.toUTCString().slice(5, 16).replace(/^0/, ""), wanted]);
      });
    }
    await page.goBack();
    await page.waitForSelector('h2:has-text("Discounting index, NSW")');
    await page.click('.tabs button:has-text("Agencies")');
    const { agencies } = await terrace.housing.listAgencyPriceStats({ stateCode: "NSW", limit: 50 });
    await page.waitForSelector('th:has-text("Agency")');
    await eventually(async () =>
      expect(await page.locator('[role="tabpanel"] tbody tr').count()).toBe(agencies.length),
    );
  });

  it("draw the discounting index over the current filter, with what it is and whose listings it rests on", async () => {
    const where = "population >= 200 and not state in (TAS)";
    const { page } = await open(`${serving.url}/?${new URLSearchParams({ where, show: "index" })}`);
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("AggregateDrops")) asked.push(request.url());
    });
    const judge = async (text: string) => {
      const wanted = await terrace.explorer.aggregateDrops({ filter: parseWhere(text)! });
      await page.waitForSelector(`[data-suburbs="${wanted.suburbCount}"]`);
      const last = wanted.points.findLast(({ isGap }) => !isGap);
      if (last === undefined) await page.waitForSelector('[data-figure="no-reading"]');
      else await page.waitForSelector(`[data-figure="drop-rate"]:text-is("${share(last.dropRate)}")`);
      expect(wanted.sources.length).toBeGreaterThan(0);
      for (const { id, publisher, licence } of wanted.sources) {
        const note = await page.locator(`[data-source="${id}"]`).textContent();
        expect(note).toContain(publisher);
        expect(note).toContain(licence);
      }
    };
    await judge(where);
    // A drag calls the server once, at its end.
    const before = asked.length;
    const brush = page.locator('.histogram[aria-label^="Median age"] .brush');
    await brush.scrollIntoViewIfNeeded();
    const box = (await brush.boundingBox())!;
    await page.mouse.move(box.x + 1, box.y + 20);
    await page.mouse.down();
    for (let step = 1; step <= 8; step++) await page.mouse.move(box.x + box.width * step * 0.03, box.y + 20);
    await page.mouse.up();
    const narrowed = (await settledView(page, "age")).get("where")!;
    expect(narrowed).toContain("age >= ");
    await judge(narrowed);
    expect(asked.length - before).toBe(1);
    // The market screen takes over the filter, in its address.
    await page.click('a:has-text("More on the market of these suburbs")');
    await page.waitForURL(/\/market\?where=/);
    expect(new URL(page.url()).searchParams.get("where")).toBe(narrowed);
    await judge(narrowed);
    await page.click('.tabs button:has-text("Agencies")');
    const { agencies } = await terrace.explorer.aggregateAgencies({
      filter: parseWhere(narrowed)!,
      limit: 50,
    });
    await page.waitForSelector('[role="tabpanel"] th:has-text("Agency"), [role="tabpanel"] .empty');
    await eventually(async () =>
      expect(await page.locator('[role="tabpanel"] tbody tr').count()).toBe(agencies.length),
    );
  });

  it("follow an address from the table to its price in steps", async () => {
    const { page } = await open(`${serving.url}/market`);
    await page.click('.tabs button:has-text("Addresses")');
    await page.click('[role="tabpanel"] tbody a');
    await page.waitForURL(/\/market\/address\//);
    await page.waitForSelector(".chart svg:has(.line)");
    const key = decodeURIComponent(new URL(page.url()).pathname.split("/").at(-1)!);
    const history = await terrace.housing.getPropertyHistory({ addressKey: key });
    expect(await page.textContent("h1")).toBe(history.displayAddress);
    expect(await page.locator("section:has-text('What happened') tbody tr").count()).toBe(
      history.events.length,
    );
  });

  it("move a cursor over a chart by keys and pointer, hide a line, and show a span that is picked", async () => {
    const { page } = await open(`${serving.url}/market`);
    const figure = page.locator(".chart-figure", { has: page.locator('[aria-label^="Coverage behind"]') });
    await figure.locator(".line").first().waitFor();
    const numbers = await figure
      .locator("details tbody tr")
      .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
    const legend = () => figure.locator(".chart-legend li").allTextContents();
    const shows = async ([date, coverage]: (string | null)[]) => {
      const [time, first] = await legend();
      expect([time, first.includes(coverage!)]).toEqual([date, true]);
    };
    // Without a cursor, the newest.
    await shows(numbers.at(-1)!);
    await figure.locator(".chart").focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await shows(numbers.at(-2)!);
    await page.keyboard.press("Shift+ArrowLeft");
    await shows(numbers.at(-12)!);
    expect(await figure.locator(".cursor circle").count()).toBe(2);
    // The value under the pointer, until it leaves.
    const { x, y, width, height } = (await figure.locator(".chart .grid").boundingBox())!;
    await page.mouse.move(x + width, y + height / 2);
    await shows(numbers.at(-1)!);
    await page.mouse.move(x, y - 40);
    expect(await figure.locator(".cursor circle").count()).toBe(0);
    const lines = () =>
      figure.locator(".line").evaluateAll((paths) => paths.map((path) => path.getAttribute("d")!));
    const before = await lines();
    await figure.locator('button:has-text("minimum for a reliable figure")').click();
    expect(await lines()).toHaveLength(1);
    await figure.locator('button[aria-pressed="false"]').click();
    expect(await lines()).toEqual(before);
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + 40, y + height / 2);
    await page.mouse.up();
    const points = (d: string) => d.split(/[ML]/).length;
    expect(points((await lines())[1])).toBeLessThan(points(before[1]) / 2);
    await page.mouse.dblclick(x + width / 2, y + height / 2);
    expect(await lines()).toEqual(before);
  });

  it("say which series lead and which follow", async () => {
    const { page } = await open(`${serving.url}/series`, { until: ".heat" });
    const { correlations } = await terrace.explorer.correlateSeries({
      baseSeriesKeys: ["rates.cash_rate_target.aus"],
      transform: 2,
      minLagMonths: -12,
      maxLagMonths: 12,
      windowMonths: 60,
      limit: 200,
    });
    const shown = correlations.filter(
      ({ r, n, bestLagMonths }) => n >= 36 && !(Math.abs(r) >= 0.99 && bestLagMonths === 0),
    );
    const keys = await page
      .locator(".correlations tbody th button")
      .evaluateAll((buttons) => buttons.map((button) => button.getAttribute("data-series")));
    expect(keys).toEqual(shown.slice(0, 12).map(({ overlaySeriesKey }) => overlaySeriesKey));
    const names = await page.locator(".correlations tbody th").allTextContents();
    expect(names.filter((name) => /_|\.\w/.test(name))).toEqual([]);
    expect(await page.textContent("main h2")).toBe("Cash rate target, Australia");
    const lag = shown[0].bestLagMonths;
    expect(await page.textContent(".correlations tbody td:last-child")).toContain(
      lag === 0 ? "Moves with it" : lag > 0 ? `Follows ${lag} month` : `Leads by ${-lag} month`,
    );
  });

  it("say that a suburb does not exist, and what to do", async () => {
    const { page } = await open(`${serving.url}/suburb/99999?interactive`, { expected: /404/ });
    await page.waitForSelector('.empty:has-text("There is no suburb with the code 99999")');
  });
});
