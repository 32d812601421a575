import { describe, expect, inject, it } from "vitest";
import { MARKET_AGGREGATES } from "../../../../src/domains/market/aggregates/index.ts";
import { MARKET_PAGES } from "../../../../src/domains/market/pages.ts";
import { findWellKnown } from "../../../../src/domains/search/queries/well-known-stocks.ts";
import { asking, servedCountry } from "../../../support/country/ask-country.ts";
import { emptyDatasetDatabase, insertRows } from "../../../support/data/build-db.ts";
import { rawTables } from "../../../support/data/raw-tables.ts";
import { serveAggregates } from "../../../support/data/serve-aggregates.ts";

type Found = { code: string; name: string; exchange: string; industry: string; sector: string }[];

const serving = servedCountry();

const search = (query: string) => asking(serving).json<Found>(`/api/search/stocks${query}`);

describe("GET /api/search/stocks", () => {
  it("finds by part of a code or name in either case, largest companies first where no well-known one is held", async () => {
    const { companies } = await rawTables("market", inject("country").datasetDir);
    const worth = (cap: string | null) => (/^[0-9.]+$/.test(cap ?? "") ? Number(cap) : 0);
    const largest = companies
      .filter(({ market_cap }) => worth(market_cap) > 0)
      .sort((a, b) => worth(b.market_cap) - worth(a.market_cap) || (a.stock_code < b.stock_code ? -1 : 1))
      .slice(0, 64);
    for (const text of ["z", "LIMITED", "zb"]) {
      const expected = largest
        .filter(({ stock_code, company_name }) =>
          `${stock_code}\n${company_name ?? ""}`.toLowerCase().includes(text.toLowerCase()),
        )
        .slice(0, 10)
        .map(({ stock_code }) => stock_code);
      expect((await search(`?q=%20${text}%20`)).map(({ code }) => code)).toEqual(expected);
    }
  });

  it("tells code, name, exchange, industry and sector, and nothing for an empty text", async () => {
    const [first] = await search("?q=z&limit=1");
    expect(Object.keys(first)).toEqual(["code", "name", "exchange", "industry", "sector"]);
    expect(first.exchange).toBe("ASX");
    expect(await search("?q=")).toEqual([]);
    expect(await search("")).toEqual([]);
  });

  it("moves a limit into 1 to 10", async () => {
    expect(await search("?q=z&limit=0")).toHaveLength(1);
    expect(await search("?q=z&limit=99")).toHaveLength(10);
    expect(await search("?q=z&limit=3")).toHaveLength(3);
    expect(await search("?q=z&limit=many")).toHaveLength(10);
  });
});

/** As published, in the order in which they are offered. */
const PUBLISHED_ORDER =
  "CBA BHP CSL NAB WBC ANZ WES MQG WOW TLS RIO FMG GMG TCL WDS NCM ALL COL REA QBE APT XRO SHL RMD COH IAG SUN ORG APA " +
  "TWE CPU MPL AGL ASX STO S32 A2M JHX SGP GPT MIN EVN NST OZL WHC PLS LYC IGO NHC WTC ALU NEA APX TNE PME NAN PNV BOT " +
  "IMM JBH HVN SUL KGN BRG";

describe("findWellKnown", () => {
  it("offers the 64 of the published list in its order, whatever the order of the companies", async () => {
    const codes = PUBLISHED_ORDER.split(" ");
    expect(codes).toHaveLength(64);
    const db = await emptyDatasetDatabase();
    const others = ["AAA", "ZZZ"];
    await insertRows(
      db,
      "companies",
      [...codes, ...others].sort().map((stock_code) => ({ stock_code, company_name: "A Company" })),
    );
    const served = await serveAggregates(db, MARKET_AGGREGATES, MARKET_PAGES);
    db.close();
    expect(findWellKnown(served.view, "company", 100).map(({ code }) => code)).toEqual(codes);
    expect(findWellKnown(served.view, "s", 4).map(({ code }) => code)).toEqual(["CSL", "WES", "TLS", "WDS"]);
    await served.close();
  });

  it("keeps the order of the list and the codes that are listed", async () => {
    const db = await emptyDatasetDatabase();
    const company = (stock_code: string, company_name: string, industry: string) => ({
      stock_code,
      company_name,
      industry,
    });
    await insertRows(db, "companies", [
      company("BHP", "Big Mines", "Materials"),
      company("WBC", "West Bank", "Banks"),
      company("CBA", "Common Bank", "Banks"),
      company("QQQ", "Queue Bank", "Banks"),
    ]);
    const served = await serveAggregates(db, MARKET_AGGREGATES, MARKET_PAGES);
    db.close();
    expect(findWellKnown(served.view, "b", 10).map(({ code, sector }) => [code, sector])).toEqual([
      ["CBA", "Financials"],
      ["BHP", "Materials"],
      ["WBC", "Financials"],
    ]);
    expect(findWellKnown(served.view, "bank", 1).map(({ code }) => code)).toEqual(["CBA"]);
    await served.close();
  });
});
