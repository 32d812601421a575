import { describe, expect, it } from "vitest";
import { NewsService } from "../../../src/gen/shorts/v1alpha1/news_pb.ts";
import type { Json } from "../../support/data/method-calls.ts";
import { articleRow, newsCalls, testUuid } from "../../support/data/news-rows.ts";

const { getStockNews, getMarketNews } = NewsService.method;
const idsOf = ({ articles = [] }: Json) => articles.map(({ id }: Json) => Number(id.slice(-4)));
const SAME = "Regulator approves the very large merger";

describe("GetStockNews", () => {
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
});

describe("GetMarketNews", () => {
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
