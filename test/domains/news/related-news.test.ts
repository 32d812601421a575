import { describe, expect, it } from "vitest";
import { NewsService } from "../../../src/gen/shorts/v1alpha1/news_pb.ts";
import type { Json } from "../../support/data/method-calls.ts";
import { articleRow, newsCalls, testUuid } from "../../support/data/news-rows.ts";

const { getRelatedNews } = NewsService.method;
const idsOf = ({ articles = [] }: Json) => articles.map(({ id }: Json) => Number(id.slice(-4)));

const ROWS = [
  articleRow(1, { headline: "Lithium smelter reopens" }),
  articleRow(2, { headline: "Smelter for lithium reopens soon", stock_code: "BBB" }),
  articleRow(3, { headline: "Lithium prices fall", stock_code: "CCC" }),
  articleRow(4, { headline: "Bank raises dividend" }),
  articleRow(5, { headline: "Smelter for lithium reopens soon", stock_code: "BBB" }, 1),
];

describe("GetRelatedNews", () => {
  it("takes the stock's newest primary for the anchor, and candidates of all stocks", async () => {
    const { call } = await newsCalls({ news_articles: ROWS });
    // 1 is the newest of AAA; 5 is a second copy of 2, which is older.
    expect(idsOf(await call(getRelatedNews, { stockCode: "AAA" }))).toEqual([2, 3]);
    expect(await call(getRelatedNews, { stockCode: "AAA" })).toEqual(
      await call(getRelatedNews, { stockCode: "ZZZ", articleId: testUuid(1) }),
    );
  });

  it("leaves out the anchor and articles that are not primaries, and says nothing of clusters", async () => {
    const { call } = await newsCalls({ news_articles: ROWS });
    const found = await call(getRelatedNews, { stockCode: "BBB" });
    expect(idsOf(found)).toEqual([1, 3]);
    const { articles } = await call(getRelatedNews, { stockCode: "BBB", articleId: testUuid(5) });
    expect(articles[0]).toMatchObject({ id: testUuid(2), syndicationCount: 1 });
    expect(articles[0]).not.toHaveProperty("syndicatedSources");
  });

  it("answers an unknown anchor, one without words and a stock without articles with nothing", async () => {
    const { call } = await newsCalls({
      news_articles: [...ROWS, articleRow(9, { headline: "!!!", stock_code: "NNN" })],
    });
    for (const request of [
      { articleId: "nonsense" },
      { articleId: testUuid(77) },
      { stockCode: "QQQ" },
      { stockCode: "NNN" },
    ]) {
      expect(await call(getRelatedNews, { stockCode: "AAA", ...request })).toEqual({});
    }
  });
});
