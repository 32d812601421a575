import { expect, it } from "vitest";
import { parseWhere } from "../../src/client.ts";
import { monthlyRepayment } from "../../src/web/view/household.ts";
import { eventually } from "../support/run/fixtures.ts";
import { describeDeepPage, matchCount, untilCount } from "../support/web/open-page.ts";
import { servedCountry } from "../support/web/served-country.ts";

const { serving, terrace } = servedCountry();

describeDeepPage("what the explore screen offers to people who choose", (open) => {
  it("applies every preset by one press, explains it, and undoes it by another", async () => {
    const { presets } = await terrace.explorer.describePresets({});
    const { page } = await open(`${serving.url}/`);
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

  it("keeps the filters where they are when the presets arrive", async () => {
    const { page } = await open(`${serving.url}/about`);
    const held = Promise.withResolvers<void>();
    await page.route("**/DescribePresets?**", async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(`${serving.url}/`);
    const topOf = async () => (await page.locator(".filters .brush").first().boundingBox())!.y;
    const before = await topOf();
    held.resolve();
    await page.waitForSelector(".preset-row button");
    expect(await topOf()).toBe(before);
  });

  const served = (annualIncome: number, deposit: number) =>
    terrace.explorer.afford({ annualIncome, deposit, k: 20 });

  it("picks by the keyboard alone what a household can pay, as Afford does, and keeps it in the address", async () => {
    const { page } = await open(`${serving.url}/`);
    const all = await matchCount(page);
    await page.focus('.tabs button:has-text("Afford")');
    await page.keyboard.press("Enter");
    await untilCount(page, (await served(150_000, 150_000)).matchCount);
    await page.focus('.amount:has-text("Income") input');
    await page.keyboard.type("210k");
    await page.keyboard.press("Tab");
    await page.keyboard.type("330,000");
    await page.keyboard.press("Tab");
    const wanted = await served(210_000, 330_000);
    await untilCount(page, wanted.matchCount);
    expect(wanted.matchCount).toBeGreaterThan(0);
    expect(wanted.matchCount).toBeLessThan(all);
    expect(new URL(page.url()).searchParams.get("afford")).toBe("210000,330000,0,,owner,existing,house");
    const listed = page.locator(".afford details:last-of-type tbody tr");
    expect(await listed.locator("th").allTextContents()).toEqual(
      wanted.suburbs.map(({ salName }) => salName),
    );
    expect(await listed.locator("td:last-child").allTextContents()).toEqual(
      wanted.suburbs.map(({ margin }) => `$${margin.toLocaleString("en-AU")}`),
    );
    const states = page.locator(".afford-answer > .table-wrap tbody tr");
    expect(await states.locator("td:nth-child(2)").allTextContents()).toEqual(
      wanted.states.map(({ highestPrice }) => `$${highestPrice.toLocaleString("en-AU")}`),
    );
    const { repayments } = wanted.states[0];
    const moved = page.locator(".afford details:first-of-type tbody tr").first();
    expect(await moved.locator("td").allTextContents()).toEqual(
      repayments.map(({ monthly }) => `$${Math.round(monthly).toLocaleString("en-AU")}`),
    );
    const notes = (await page.textContent(".afford-notes"))!;
    for (const part of ["Not advice.", wanted.note]) expect(notes).toContain(part);
    expect(await page.getAttribute(".afford-notes a", "href")).toBe(`/series?s=${wanted.rateSeriesKey}`);
    // In one state, with another condition, and after a reload.
    await page.goto(`${page.url()}&in=NSW&where=population+%3E%3D+300`);
    const filter = parseWhere("population >= 300")!;
    const narrower = await terrace.explorer.afford({
      annualIncome: 210_000,
      deposit: 330_000,
      stateCode: "NSW",
      filter,
    });
    await untilCount(page, narrower.matchCount);
    await page.click('[aria-label="Remove the affordability filter"]');
    await page.waitForFunction('!location.search.includes("afford")');
  });

  it("drops answers to what was typed before, and asks once for what is typed without a pause", async () => {
    const { page } = await open(`${serving.url}/?show=afford`, { until: ".afford-notes" });
    const asked: string[] = [];
    let releaseFirst = () => {};
    const held = new Promise<void>((release) => {
      releaseFirst = release;
    });
    await page.route("**/Afford?**", async (route) => {
      asked.push(route.request().url());
      if (asked.length === 1) await held;
      await route.continue().catch(() => {});
    });
    const savings = page.locator('.amount:has-text("Savings") input');
    await savings.fill("90000");
    await eventually(() => expect(asked.length).toBe(1));
    await page.evaluate(`(() => {
      const input = document.querySelectorAll(".amount input")[1];
      for (const text of ["1", "12", "120", "1200", "12000", "260000"]) {
        input.value = text;
        input.dispatchEvent(new Event("input", { bubbles: true }));
      }
    })()`);
    const wanted = (await served(150_000, 260_000)).matchCount;
    await untilCount(page, wanted);
    releaseFirst();
    expect(asked.length).toBe(2);
    await savings.fill("not a figure");
    await page.waitForSelector('.amount input[aria-invalid="true"]');
    expect(await matchCount(page)).toBe(wanted);
  });

  it("says that a state has no prices rather than show an empty list", async () => {
    const { page } = await open(`${serving.url}/?show=afford&in=TAS`);
    const all = await matchCount(page);
    await page.waitForSelector('.afford-within:has-text("No suburb in TAS has a house price in this data")');
    expect(await matchCount(page)).toBe(all);
    expect(all).toBeGreaterThan(0);
  });

  it("shows the market of a suburb in numbers with their places in the country, and rent against repayments", async () => {
    const keys = ["price", "gross_yield", "price_growth_1y", "days_on_market", "price_to_income"];
    const frame = await terrace.localFrame("AU", keys);
    const known = parseWhere(keys.map((key) => `${key} is known`).join(" and "));
    const [position] = frame.positions(frame.match(known));
    const { page } = await open(`${serving.url}/suburb/${frame.index.salCodes[position]}?interactive`);
    for (const key of keys.slice(1)) {
      const box = page.locator(`.market-strip [data-metric="${key}"]`);
      await box.waitFor();
      const values = Array.from({ length: frame.size }, (_, i) => frame.column(key).at(i)).filter(
        (value) => value !== undefined,
      );
      const rank = values.sort((a, b) => b - a).indexOf(frame.column(key).at(position)!) + 1;
      expect(await box.textContent()).toContain(`${rank} of ${values.length}, highest first`);
    }
    expect(await page.textContent(".market-strip .chart-note")).toContain("vacancy");
    const salCode = frame.index.salCodes[position];
    const { weeks } = await terrace.explorer.getSuburbMarketSeries({ salCode, lastWeeks: 26 });
    const stocks = page.locator(
      '.market-strip [data-metric="months_of_stock"], .market-strip [data-metric="stock_on_market"]',
    );
    await stocks.getByText(/[→↑↓]/).waitFor();
    expect(await stocks.textContent()).toContain(`from ${weeks[0].stock} homes on`);
    const chart = page.locator('.card:has(h2:text("Market week by week"))');
    await chart.waitFor();
    expect(await chart.textContent()).toContain("On the market");
    const card = page.locator(".rent-or-buy");
    await card.waitFor();
    const { annualRatePercent } = await served(150_000, 150_000);
    const rows = await card.locator("tbody tr").allTextContents();
    expect(rows.length).toBe(7);
    expect(rows[3]).toContain(`${annualRatePercent.toFixed(2)} %`);
    const loan = 0.8 * frame.column("price").at(position)!;
    const rent = (frame.column("price").at(position)! * frame.column("gross_yield").at(position)!) / 1200;
    const cost = monthlyRepayment(loan, annualRatePercent, 30);
    expect(rows[3]).toContain(
      `$${Math.round(cost).toLocaleString("en-AU")}${cost >= rent ? "+" : "−"}$${Math.round(Math.abs(cost - rent)).toLocaleString("en-AU")}`,
    );
    expect(await card.textContent()).toContain("Not advice");
  });
});
