import { describe, expect, it } from "vitest";
import { NewsService } from "../../../src/gen/shorts/v1alpha1/news_pb.ts";
import type { Json } from "../../support/data/method-calls.ts";
import { articleRow, newsCalls, testUuid } from "../../support/data/news-rows.ts";

const { getStockNews, getMarketNews } = NewsService.method;
const idsOf = ({ articles = [] }: Json) => articles.map(({ id }: Json) => Number(id.slice(-4)));
const SAME = "Regulator approves the very large merger";

describe("GetStockNews", () => {
  it("gives 20 by default and up to 100", async () => {
    const rows = Array.from({ length: 120 }, (_, i) => articleRow(i + 1, { headline: `Word${i} tale${i}` }));
    const { call } = await newsCalls({ news_articles: rows });
    const count = async (limit: number) =>
      (await call(getStockNews, { stockCode: "AAA", limit })).articles.length;
    expect([await count(0), await count(1), await count(100)]).toEqual([20, 1, 100]);
    expect((await call(getStockNews, { stockCode: "AAA", limit: 3 })).totalCount).toBe(120);
  });

  it("orders by published_at descending, then id, whatever the order of the rows", async () => {
    const rows = [articleRow(4, {}, 5), articleRow(2, {}, 5), articleRow(9, {}, 1), articleRow(1, {}, 7)];
    for (const order of [rows, rows.toReversed()]) {
      const { call } = await newsCalls({ news_articles: order });
      expect(idsOf(await call(getStockNews, { stockCode: "AAA" }))).toEqual([9, 2, 4, 1]);
    }
  });

  it("filters by source and sentiment, exactly, both at once, and counts what matches", async () => {
    const { call } = await newsCalls({
      news_articles: [
        articleRow(1, { source: "asx", sentiment: "positive" }),
        articleRow(2, { source: "asx" }),
        articleRow(3, { sentiment: "positive" }),
        articleRow(4, { source: "asx", sentiment: "negative" }),
      ],
    });
    const found = async (request: object) => call(getStockNews, { stockCode: "AAA", ...request });
    expect(idsOf(await found({ source: "asx" }))).toEqual([1, 2, 4]);
    expect(idsOf(await found({ sentiment: "positive" }))).toEqual([1, 3]);
    expect(await found({ source: "asx", sentiment: "positive" })).toMatchObject({ totalCount: 1 });
    expect(await found({ source: "asx", limit: 1 })).toMatchObject({ totalCount: 3 });
    for (const none of [
      { source: "ASX" },
      { source: "asx " },
      { sentiment: "Positive" },
      { sentiment: "x" },
    ]) {
      expect(await found(none)).toEqual({});
    }
  });

  it("sends an unknown sentiment, summary or picture as nothing", async () => {
    const { call } = await newsCalls({ news_articles: [articleRow(1)] });
    const { articles } = await call(getStockNews, { stockCode: "AAA" });
    expect(articles).toEqual([
      {
        id: testUuid(1),
        stockCode: "AAA",
        source: "wire",
        headline: "Headline 1 of its own kind",
        url: "https://wire.example/1",
        publishedAt: "2026-11-10T22:00:00Z",
        syndicationCount: 1,
      },
    ]);
  });
});

describe("syndication", () => {
  it("serves one article a cluster: the earliest, ties by id, with the others' outlets once, ascending", async () => {
    const { call } = await newsCalls({
      news_articles: [
        articleRow(5, { headline: SAME, source: "first" }, 20),
        articleRow(3, { headline: SAME, source: "zeta" }, 20),
        articleRow(4, { headline: `${SAME} - update`, source: "alpha" }, 9),
        articleRow(6, { headline: SAME.toUpperCase(), source: "alpha" }, 8.5),
      ],
    });
    const { articles, totalCount } = await call(getStockNews, { stockCode: "AAA" });
    expect(totalCount).toBe(1);
    expect(articles[0]).toMatchObject({
      id: testUuid(3),
      syndicationCount: 4,
      syndicatedSources: ["alpha", "first"],
    });
  });

  it("does not reach beyond 12 hours after the first article, nor to another stock", async () => {
    const { call } = await newsCalls({
      news_articles: [
        articleRow(1, { headline: SAME }, 30),
        articleRow(2, { headline: SAME }, 18),
        articleRow(3, { headline: SAME }, 17.99),
        articleRow(4, { headline: SAME, stock_code: "BBB" }, 30),
      ],
    });
    expect(idsOf(await call(getMarketNews))).toEqual([3, 1, 4]);
    const { articles } = await call(getStockNews, { stockCode: "AAA" });
    expect(articles.map(({ syndicationCount }: Json) => syndicationCount)).toEqual([1, 2]);
  });

  it("lets filters look at the primary only", async () => {
    const { call } = await newsCalls({
      news_articles: [
        articleRow(1, { headline: SAME, source: "asx" }, 9),
        articleRow(2, { headline: SAME, source: "other", is_price_sensitive: true }, 8),
      ],
    });
    expect(await call(getStockNews, { stockCode: "AAA", source: "other" })).toEqual({});
    expect(await call(getMarketNews, { source: "other" })).toEqual({});
    expect(await call(getMarketNews, { priceSensitiveOnly: true })).toEqual({});
    expect(idsOf(await call(getMarketNews, { source: "asx" }))).toEqual([1]);
  });
});

describe("GetMarketNews", () => {
  it("spans all stocks, 50 by default and up to 200", async () => {
    const rows = Array.from({ length: 230 }, (_, i) =>
      articleRow(i + 1, { stock_code: `A${10 + (i % 80)}`, is_price_sensitive: i % 10 === 0 }),
    );
    const { call } = await newsCalls({ news_articles: rows });
    const count = async (limit: number) => (await call(getMarketNews, { limit })).articles.length;
    expect([await count(0), await count(1), await count(200)]).toEqual([50, 1, 200]);
    expect((await call(getMarketNews, { limit: 2 })).totalCount).toBe(230);
    expect(await call(getMarketNews, { limit: 2, priceSensitiveOnly: true })).toMatchObject({
      totalCount: 23,
    });
  });

  it("joins its filters by and", async () => {
    const { call } = await newsCalls({
      news_articles: [
        articleRow(1, { source: "asx", is_price_sensitive: true }),
        articleRow(2, { source: "asx" }),
        articleRow(3, { is_price_sensitive: true }),
      ],
    });
    expect(idsOf(await call(getMarketNews, { source: "asx", priceSensitiveOnly: true }))).toEqual([1]);
    expect(idsOf(await call(getMarketNews, { priceSensitiveOnly: true }))).toEqual([1, 3]);
    expect(await call(getMarketNews, { source: "nobody" })).toEqual({});
  });

  it("leaves out what may not be shown and what is dated after the snapshot", async () => {
    const { call } = await newsCalls({
      news_articles: [
        articleRow(1),
        articleRow(2, { source_licence: "proprietary-tos-restricted" }),
        articleRow(3, { published_at: "2026-11-13T00:00:01Z" }),
        articleRow(4, { published_at: "2026-11-13T00:00:00Z" }),
      ],
    });
    expect(idsOf(await call(getMarketNews))).toEqual([4, 1]);
  });
});
