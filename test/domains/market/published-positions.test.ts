import { describe, expect, it } from "vitest";
import { INDUSTRY_GROUPS } from "../../../src/dataset/industry-groups.ts";
import { MarketService } from "../../../src/gen/shorts/v1alpha1/market_pb.ts";
import { COMPANY_LISTS } from "../../../src/importers/markets/company-lists.ts";
import { SHORT_POSITION_REPORTS } from "../../../src/importers/markets/short-positions.ts";
import type { PartialRow } from "../../support/data/build-db.ts";
import { importAll, REAL_DATA, realFile, rowsOf } from "../../support/data/import-files.ts";
import { type Json, marketCalls } from "../../support/data/market-calls.ts";

const DAYS = ["2010-06-30", "2022-03-31", "2024-03-28"];

describe.skipIf(REAL_DATA === undefined)("positions as published (TERRACE_REAL_DATA)", () => {
  it("tells on the wire what the regulator's cells say, of every vintage", async () => {
    const name = (day: string) => `RR${day.replaceAll("-", "")}-001-SSDailyAggShortPos.csv.gz`;
    const files = DAYS.map((day) => realFile(`asx/asic-short-positions/${name(day)}`));
    const rows = rowsOf(importAll(SHORT_POSITION_REPORTS, files), "short_positions");
    const market = await marketCalls({ short_positions: rows as PartialRow[] });
    let compared = 0;
    for (const [i, date] of DAYS.entries()) {
      const [head, ...lines] = files[i].text
        .split(/\r?\n/)
        .map((line) => line.split(/\t|,(?=[^,]*$|[^,]*,)/));
      expect(head[0].trim().replace(/^\uFEFF/, "")).toBe("Product");
      const cells = lines
        .filter((line) => line.length >= 5)
        .map((line) => line.slice(-4).map((cell) => cell.trim()));
      const answer = await market.call(MarketService.method.getMarketByDate, {
        date,
        limit: 1000,
        includeZeroShortPositions: true,
      });
      const stocks = new Map((answer.stocks as Json[]).map((stock) => [stock.productCode, stock]));
      for (const [code, short, issued, percent] of cells) {
        if (percent === "" || percent === "-") continue;
        const stock = stocks.get(code)!;
        expect(stock, `${code} on ${date}`).toBeDefined();
        expect(Math.fround(Number(stock.percentageShorted))).toBe(Math.fround(Number(percent)));
        expect(Math.fround(Number(stock.reportedShortPositions))).toBe(Math.fround(Number(short)));
        expect(Math.fround(Number(stock.totalProductInIssue))).toBe(Math.fround(Number(issued)));
        compared++;
      }
      const latest = await market.call(MarketService.method.getTopShorts, {
        productCodes: ["BHP"],
        period: "MAX",
      });
      expect((latest.timeSeries as Json[])[0]).toMatchObject({ productCode: "BHP" });
    }
    expect(compared).toBeGreaterThan(1400);
    await market.close();
  });

  it("names companies and their industries as the exchange's list does", async () => {
    const list = realFile("asx/ASX_Listed_Companies_07-04-2024.csv.gz");
    const report = realFile("asx/asic-short-positions/RR20240328-001-SSDailyAggShortPos.csv.gz");
    const market = await marketCalls({
      companies: rowsOf(importAll(COMPANY_LISTS, [list]), "companies") as PartialRow[],
      short_positions: rowsOf(importAll(SHORT_POSITION_REPORTS, [report]), "short_positions") as PartialRow[],
    });
    const { stocks } = await market.call(MarketService.method.getMarketByDate, {
      date: "2024-03-28",
      limit: 1000,
    });
    const lines = list.csv();
    const [code, name, group] = ["asx code", "company name", "gics industry group"].map((label) =>
      lines[0].findIndex((cell) => cell.trim().toLowerCase() === label),
    );
    const cells = new Map(lines.slice(1).map((line) => [line[code], line]));
    const groups = new Set<string>();
    let compared = 0;
    for (const stock of stocks as Json[]) {
      const line = cells.get(String(stock.productCode));
      if (line === undefined) continue;
      const isGroup = (INDUSTRY_GROUPS as readonly string[]).includes(line[group]);
      expect([stock.name, stock.industry]).toEqual([line[name], isGroup ? line[group] : ""]);
      groups.add(line[group]);
      compared++;
    }
    expect(compared).toBeGreaterThan(500);
    expect(groups.size).toBeGreaterThan(20);
    await market.close();
  });
});
