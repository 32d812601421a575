import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { MarketService, PoliticiansService, StockService } from "../../src/client.ts";
import { buildSnapshot } from "../../src/library/build-snapshot.ts";
import { publishSnapshot } from "../../src/snapshot/store/publish.ts";
import { copyKept } from "../support/country/shared-country.ts";
import { eventually, sharedDirectory } from "../support/run/fixtures.ts";
import { describeDeepPage, visit } from "../support/web/open-page.ts";
import { memberSlug, servedCountry } from "../support/web/served-country.ts";

const TABLE_URL = "https://publisher.example/tables/one.xlsx";

const CRIME = ["crime_break_ins", "crime_violent", "crime_motor_vehicle"];

const root = sharedDirectory("first-hours");

/** A country whose sources have addresses of publication. */
const { serving, terrace, frame } = servedCountry({
  metrics: ["population", ...CRIME],
  dataDir: async () => {
    const [datasetDir, dataDir] = [join(root, "dataset"), join(root, "data")];
    await cp(inject("country").datasetDir, datasetDir, { recursive: true });
    await copyKept(dataDir, inject("country"));
    const path = join(datasetDir, "dataset.json");
    const manifest = JSON.parse(await readFile(path, "utf8")) as { sources: object[] };
    const sources = manifest.sources.map((source) => ({ ...source, url: TABLE_URL }));
    await writeFile(path, JSON.stringify({ ...manifest, sources }));
    const { directory } = await buildSnapshot({ datasetDir, dataDir });
    await publishSnapshot(directory, dataDir);
    return dataDir;
  },
});

describeDeepPage("the page in the first hours", (open) => {
  it("says what a company has not in words of its own, never in those of the API", async () => {
    const stocks = terrace.service(StockService);
    const { latestDate } = await terrace.service(MarketService).getAvailableDates({ limit: 1 });
    const day = await terrace.service(MarketService).getMarketByDate({ date: latestDate, limit: 100 });
    const refusals: string[] = [];
    let untaxed = "";
    for (const { productCode } of day.stocks) {
      const refusal = await stocks.getCompanyTaxProfile({ productCode }).then(
        ({ years }) => (years.length === 0 ? "" : undefined),
        ({ rawMessage }: { rawMessage: string }) => rawMessage,
      );
      if (refusal === undefined) continue;
      untaxed = productCode;
      refusals.push(refusal);
      break;
    }
    expect(untaxed).not.toBe("");
    const { page } = await open(`${serving.url}/stocks/${untaxed}?interactive`, { expected: /404|400/ });
    await page.waitForSelector('.lacking:has-text("the ATO lists no entity of this company.")');
    for (const text of refusals.filter((one) => one !== ""))
      expect(await page.textContent("main")).not.toContain(text);
    for (const code of ["ZZZZ", "NOT-A-CODE-AT-ALL"]) {
      await page.goto(`${serving.url}/stocks/${code}?interactive`);
      await page.waitForSelector(`.empty:has-text('There is no security with the code "${code}"')`);
      expect(await page.textContent(".empty")).toBe(`There is no security with the code "${code}".`);
    }
  });

  it("has its tabs in the address: a link opens them, and Back leaves them", async () => {
    const { page } = await open(`${serving.url}/stocks?tab=battlegrounds`);
    const selected = () => page.textContent('[role="tab"][aria-selected="true"]');
    await page.waitForSelector('[role="tabpanel"][aria-label="Battlegrounds"]');
    expect(await selected()).toBe("Battlegrounds");
    await page.click('.tabs button:has-text("Industries")');
    await page.waitForURL(/\/stocks\?tab=industries$/);
    await page.goBack();
    await eventually(async () => expect(await selected()).toBe("Battlegrounds"));
    await visit(page, "/members?tab=funding");
    await page.waitForSelector('[role="tabpanel"][aria-label="Party funding"] tbody td.number');
    await page.click('.tabs button:has-text("Register of interests")');
    await page.waitForURL(/\/members$/);
  });

  it("gives the one reason why crime is not shown", async () => {
    const rates = CRIME.map((key) => frame.column(key));
    const isKnown = (i: number) => rates.some((column) => column.at(i) !== undefined);
    const all = frame.index.salCodes.map((_, i) => i);
    const known = new Set(all.filter(isKnown).map((i) => frame.index.stateCodes[i]));
    const without = all.filter((i) => !isKnown(i));
    const people = (i: number) => frame.column("population").at(i) ?? 0;
    const few = without.find((i) => known.has(frame.index.stateCodes[i]) && people(i) < 2000)!;
    const { page } = await open(`${serving.url}/suburb/${frame.index.salCodes[few]}?interactive`);
    const box = page.locator('.lacking [data-lack="Crime"]');
    await box.getByText("2,000 residents are needed").waitFor();
    const unreliable = without.find((i) => known.has(frame.index.stateCodes[i]) && people(i) >= 2000);
    const elsewhere = without.find((i) => !known.has(frame.index.stateCodes[i]));
    for (const [i, text] of [
      [unreliable, "no reliable figures are published for this suburb"],
      [elsewhere, "that may be published"],
    ] as const) {
      if (i === undefined) continue;
      await visit(page, `/suburb/${frame.index.salCodes[i]}`);
      await box.getByText(text).waitFor();
    }
  });

  it("leads from a figure to its table and its publisher, and says how it is made", async () => {
    const { metrics } = await terrace.explorer.describeMetrics({});
    const { page } = await open(`${serving.url}/suburb/${frame.index.salCodes[5]}?interactive`);
    const metric = metrics.find(({ key }) => key === "income")!;
    await page.click(`button[aria-label="About ${metric.label}"]`);
    const note = page.locator(`.facts:has(code:text-is("income"))`);
    await note.waitFor();
    expect(
      await note.locator("a").evaluateAll((links) => links.map((link) => link.getAttribute("href"))),
    ).toEqual([TABLE_URL, "https://publisher.example/"]);
    expect(metric.derivation).toBe("stored value");
    expect(await note.textContent()).toContain("Howas published");
    expect(metrics.filter(({ derivation }) => derivation === "")).toEqual([]);
  });

  it("says of the parties of a made-up country that results and sums are invented", async () => {
    const invented = '.invented:has-text("their members, seats, results and amounts shown here are made up")';
    const { page } = await open(`${serving.url}/members`);
    for (const path of [
      "/members",
      "/members?tab=funding",
      `/members/${await memberSlug(terrace)}`,
      `/suburb/${frame.index.salCodes[5]}`,
    ]) {
      await visit(page, path, invented);
    }
    const overview = await terrace.service(PoliticiansService).getDonationsOverview({});
    expect(overview.attribution).toContain("sums here are invented");
  });
});
