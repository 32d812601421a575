import { describe, expect, it } from "vitest";
import { SearchService } from "../../../src/gen/shorts/v1alpha1/market_pb.ts";
import { type Json, marketCalls, position, session } from "../../support/data/market-calls.ts";
import { opened } from "../../support/run/fixtures.ts";

const { searchStocks } = SearchService.method;
const DAY = "2026-10-30";

const market = opened(() =>
  marketCalls({
    companies: [
      {
        stock_code: "GOLD",
        company_name: "Gold Road",
        industry: "Materials",
        tags: ["mining"],
        summary: "Digs.",
      },
      {
        stock_code: "AGLD",
        company_name: "Alpha",
        industry: "Banks",
        summary: "Lends for gold mines in WA.",
      },
      { stock_code: "BBB", company_name: "Bright Gold 100%", industry: "Energy" },
      { stock_code: "CCC", company_name: "Bright_Gold", industry: "Energy" },
      { stock_code: "NOP", company_name: "Gold without a price" },
    ],
    short_positions: [
      position("GOLD", DAY, 1),
      position("AGLD", DAY, 9),
      position("BBB", DAY, 2),
      position("CCC", DAY, 2),
      position("DDD", DAY, 7, { product_name: "GOLDEN STATE LIMITED ORDINARY" }),
      // The newest row counts, whatever its percentage.
      position("DDD", "2026-10-29", 50, { product_name: "OLD NAME" }),
      position("NOP", DAY, 3),
    ],
    stock_prices: ["GOLD", "AGLD", "BBB", "CCC", "DDD"].map((code) => session(code, "2026-10-29", 2)),
  }),
);

const found = async (query: string, request: object = {}) =>
  ((await market.call(searchStocks, { query, ...request })).stocks as Json[]).map(
    ({ productCode }) => productCode,
  );

describe("SearchStocks", () => {
  it("ranks the code itself, then codes, then names, then words told, each by percent and then code", async () => {
    expect(await found("gold")).toEqual(["GOLD", "DDD", "BBB", "CCC", "AGLD"]);
    expect(await found("gld")).toEqual(["AGLD"]);
    expect(await found("GoLd")).toEqual(await found("gold"));
    expect(await found(" lends   wa ")).toEqual(["AGLD"]);
    expect(await found("mining")).toEqual(["GOLD"]);
  });

  it("looks at codes with a price alone, and at product names where no company is known", async () => {
    expect(await found("without")).toEqual([]);
    expect(await found("golden state")).toEqual(["DDD"]);
    expect(await found("old name")).toEqual([]);
  });

  it("takes signs of patterns for what they are", async () => {
    expect(await found("100%")).toEqual(["BBB"]);
    expect(await found("t_g")).toEqual(["CCC"]);
    expect(await found("%")).toEqual(["BBB"]);
  });

  it("gives 50 by default and below 1, 100 above, and counts what it gives", async () => {
    expect(await found("gold", { limit: 2 })).toEqual(["GOLD", "DDD"]);
    expect(await found("gold", { limit: -3 })).toHaveLength(5);
    const answer = await market.call(searchStocks, { query: " Gold ", limit: 999 });
    expect([answer.query, answer.count]).toEqual([" Gold ", 5]);
    expect(await market.call(searchStocks, { query: "zzz" })).toEqual({ query: "zzz", stocks: [], count: 0 });
  });

  it("fills tags always, and sizes when details are asked for", async () => {
    const stock = async (includeDetails: boolean) =>
      ((await market.call(searchStocks, { query: "gold", limit: 1, includeDetails })).stocks as Json[])[0];
    expect(await stock(false)).toMatchObject({ tags: ["mining"], marketCap: 0, securityType: "" });
    expect(await stock(true)).toMatchObject({ marketCap: 200_000_000, securityType: "ordinary" });
  });
});
