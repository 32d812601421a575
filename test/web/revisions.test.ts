import { describe, expect, it } from "vitest";
import { revisedPeriods, vintageLines } from "../../src/web/pages/series/vintages.ts";
import { describeDeepPage } from "../support/web/open-page.ts";
import { servedCountry } from "../support/web/served-country.ts";

const period = (day: string) => ({ seconds: BigInt(Date.parse(day) / 1000) });
const time = (day: string) => Date.parse(day) / 1000;
const VINTAGES = {
  publications: ["2024-03-01", "2024-06-01", "2024-09-01"],
  periods: [
    { period: period("2023-04-01"), figures: [{ publication: 0, value: 10 }] },
    { period: period("2023-07-01"), figures: [{ publication: 0, value: 20 }] },
    {
      period: period("2023-10-01"),
      figures: [
        { publication: 0, value: 30 },
        { publication: 2, value: 33 },
      ],
      revision: 3,
      revisionPercent: 10,
    },
    { period: period("2024-01-01"), figures: [{ publication: 1, value: 40 }] },
  ],
};

describe("vintageLines", () => {
  it("draw a publication from the period before its first figure that was changed later", () => {
    expect(vintageLines(VINTAGES).map(({ publication, points }) => [publication, [...points]])).toEqual([
      [
        "2024-03-01",
        [
          [time("2023-07-01"), 20],
          [time("2023-10-01"), 30],
        ],
      ],
      [
        "2024-06-01",
        [
          [time("2023-07-01"), 20],
          [time("2023-10-01"), 30],
          [time("2024-01-01"), 40],
        ],
      ],
    ]);
  });

  it("are none of a series that was never revised", () => {
    expect(vintageLines({ ...VINTAGES, periods: VINTAGES.periods.slice(0, 2) })).toEqual([]);
  });
});

describe("revisedPeriods", () => {
  it("are the periods whose figure was changed, with the first and the latest", () => {
    expect(revisedPeriods(VINTAGES, 8)).toEqual([
      {
        period: VINTAGES.periods[2].period,
        first: { value: 30, publication: "2024-03-01" },
        latest: { value: 33, publication: "2024-09-01" },
        revision: 3,
        revisionPercent: 10,
      },
    ]);
  });
});

describeDeepPage("the revisions of a series", (open) => {
  const { serving, terrace } = servedCountry();

  it("are in a table as the API has them, below faint lines that the legend leaves out, of one series alone", async () => {
    const seriesKey = "gdp.gross_domestic_product.total.aus.seasadj";
    const vintages = await terrace.explorer.getSeriesVintages({ seriesKey, maxPeriods: 600 });
    const { page } = await open(`${serving.url}/series?s=${seriesKey}`, {
      viewport: { width: 390, height: 844 },
    });
    await page.waitForSelector(".revisions > .table-wrap");
    const rows = await page.locator(".revisions > .table-wrap tbody tr").count();
    expect(rows).toBe(revisedPeriods(vintages, 8).length);
    const lines = vintageLines(vintages);
    expect(await page.textContent(".revisions > p")).toContain(`on ${lines.length} days from`);
    await page.waitForSelector(".revisions .chart-legend");
    // A row of time and one of the series per chart; the faint lines are only drawn.
    expect(await page.locator(".chart-legend li:visible").count()).toBe(4);
    expect(await page.locator(".chart .line.is-faint").count()).toBe(2 * lines.length);
    const width = await page.evaluate("document.documentElement.scrollWidth");
    expect(width).toBeLessThanOrEqual(390);
    await page.goto(`${serving.url}/series?s=${seriesKey},rates.cash_rate_target.aus`);
    await page.waitForSelector(".chart svg:has(.line)");
    expect(await page.locator(".revisions").count()).toBe(0);
  });
});
