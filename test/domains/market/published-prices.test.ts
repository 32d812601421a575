import { describe, expect, it } from "vitest";
import { MarketService } from "../../../src/gen/shorts/v1alpha1/market_pb.ts";
import { StockService } from "../../../src/gen/shorts/v1alpha1/stock_pb.ts";
import { DAILY_PRICES } from "../../../src/importers/markets/daily-prices.ts";
import { INDEX_ROUNDUPS } from "../../../src/importers/markets/index-roundups.ts";
import type { PartialRow } from "../../support/data/build-db.ts";
import { importAll, REAL_DATA, realFile, rowsOf } from "../../support/data/import-files.ts";
import { type Json, marketCalls } from "../../support/data/market-calls.ts";
import { stockCalls, stockEngine } from "../../support/data/stock-calls.ts";

const FOLDER = "asx-fundamentals";

describe.skipIf(REAL_DATA === undefined)("prices and levels as published (TERRACE_REAL_DATA)", () => {
  it.each(["BHP", "CBA"])("tells on the wire every cell of the sessions of %s", async (code) => {
    const file = realFile(`${FOLDER}/${code}.AX-daily.2017_2022.csv.gz`);
    const rows = rowsOf(importAll(DAILY_PRICES, [file]), "stock_prices");
    const engine = await stockEngine({ stock_prices: rows as PartialRow[] });
    const { points } = await stockCalls(engine).call(StockService.method.getStockPrices, {
      productCode: code,
      period: "MAX",
    });
    const shown = (points as Json[]).map((point) => [
      ...[point.date, point.open, point.high, point.low, point.close, point.adjustedClose],
      Number(point.volume ?? 0),
    ]);
    const lines = file.text.trim().split(/\r?\n/).slice(1);
    expect(shown).toEqual(
      lines.map((line) => {
        const [date, ...figures] = line.split(",");
        return [date, ...figures.map(Number)];
      }),
    );
    await engine.close();
  });

  it("tells on the wire every level of two publishers, each under its code", async () => {
    const daily = realFile(`${FOLDER}/axjo-index-daily.2005_2025.csv.gz`);
    const weeks = realFile(`${FOLDER}/australian-indices.2015-h1.zip`).members();
    const parts = [importAll(DAILY_PRICES, [daily]), importAll(INDEX_ROUNDUPS, weeks)];
    const unique = (rows: PartialRow[]) => [
      ...new Map(rows.map((row) => [`${row.index_code} ${row.date}`, row])).values(),
    ];
    const market = await marketCalls({
      index_definitions: parts.flatMap((part) => rowsOf(part, "index_definitions")) as PartialRow[],
      index_prices: unique(parts.flatMap((part) => rowsOf(part, "index_prices")) as PartialRow[]),
    });
    const levels = async (indexCode: string) =>
      (await market.call(MarketService.method.getIndexSeries, { indexCode, period: "MAX" })).points as Json[];
    const closes = daily.csv().slice(1);
    expect((await levels("axjo")).map(({ close }) => close)).toEqual(closes.map((cells) => Number(cells[4])));
    const table = weeks.at(-1)!.csv();
    const last = table.filter((cells) => /^X[A-Z]{2}$/.test(cells[0]));
    expect(last.length).toBeGreaterThan(20);
    for (const [code, , ...figures] of last) {
      const week = (await levels(code)).filter(({ date }) => String(date) >= "2015-06-22");
      expect(
        week.map(({ close }) => close),
        code,
      ).toEqual(figures.slice(0, 5).map(Number));
    }
    const { indices } = await market.call(MarketService.method.listIndices, {});
    expect(indices).toHaveLength(27);
    await market.close();
  });
});
