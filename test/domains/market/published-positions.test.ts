import { describe, expect, it } from "vitest";
import { MarketService } from "../../../src/gen/shorts/v1alpha1/market_pb.ts";
import { SHORT_POSITION_REPORTS } from "../../../src/importers/markets/short-positions.ts";
import { importAll, REAL_DATA, realFile, rowsOf } from "../../importers/import-text.ts";
import type { PartialRow } from "../../support/data/build-db.ts";
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
});
