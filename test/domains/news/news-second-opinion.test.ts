import { describe, expect, it } from "vitest";
import { COMMON_WORDS } from "../../../src/domains/news/pages/nearest-articles.ts";
import { newsMethods } from "../../../src/domains/news/service.ts";
import { NewsService } from "../../../src/gen/shorts/v1alpha1/news_pb.ts";
import { followCountry } from "../../support/country/follow-country.ts";
import { type Json, methodCalls } from "../../support/data/method-calls.ts";
import {
  type PlainArticle,
  plainArticles,
  plainCosine,
  plainPrimaries,
  plainVectors,
} from "../../support/plain/plain-news.ts";
import { draws, runSeed } from "../../support/run/seeded-random.ts";

const { getStockNews, getMarketNews, getRelatedNews } = NewsService.method;
const { random, pick } = draws(runSeed("news"));

const newer = (a: PlainArticle, b: PlainArticle) =>
  Date.parse(b.published_at) - Date.parse(a.published_at) || (a.id < b.id ? -1 : 1);

const engine = followCountry("opinionCountry");
const articles = plainArticles();
const primaryOf = plainPrimaries(articles);
const primaries = [...new Set(primaryOf.values())].sort(newer);
const calls = methodCalls(engine, newsMethods);

/** Ids with the cluster's size and other outlets, computed from every row. */
function expected(matching: readonly PlainArticle[], limit: number) {
  return {
    totalCount: matching.length,
    articles: matching.slice(0, limit).map((primary) => {
      const members = articles.filter((one) => primaryOf.get(one) === primary);
      const others = members.filter((one) => one !== primary).map(({ source }) => source);
      return { id: primary.id, count: members.length, sources: [...new Set(others)].sort() };
    }),
  };
}

const seen = ({ articles: list = [], totalCount = 0 }: Json) => ({
  totalCount,
  articles: list.map((one: Json) => ({
    id: one.id,
    count: one.syndicationCount,
    sources: one.syndicatedSources ?? [],
  })),
});

describe("clusters, filters and order of the synthetic country", () => {
  it("has clusters of two and more, silent stocks, every sentiment and two articles at one instant", () => {
    const sizes = [...Map.groupBy(primaryOf.values(), (primary) => primary).values()].map(
      (list) => list.length,
    );
    expect(new Set(sizes).size).toBeGreaterThan(2);
    expect(new Set(articles.map(({ sentiment }) => sentiment))).toEqual(
      new Set(["", "positive", "negative", "neutral"]),
    );
    const byInstant = Map.groupBy(primaries, ({ published_at }) => published_at);
    expect([...byInstant.values()].some((list) => list.length > 1)).toBe(true);
    expect(articles.every(({ published_at }) => published_at <= "2026-11-13T14:00:00Z")).toBe(true);
  });

  it("are those of a look at every pair of rows", async () => {
    const codes = [...new Set(articles.map(({ stock_code }) => stock_code)), "ZZZZ"];
    const sources = [...new Set(articles.map(({ source }) => source)), ""];
    for (let i = 0; i < 150; i++) {
      const [stockCode, source, limit] = [pick(codes), pick(sources), 1 + Math.floor(random() * 100)];
      const sentiment = pick(["", "positive", "neutral"]);
      const matching = primaries.filter(
        (one) =>
          one.stock_code === stockCode &&
          (source === "" || one.source === source) &&
          (sentiment === "" || one.sentiment === sentiment),
      );
      const answer = await calls.call(getStockNews, { stockCode, source, sentiment, limit });
      expect(seen(answer)).toEqual(expected(matching, limit));
    }
    const lists = sources.flatMap((source) =>
      ["", "positive", "negative", "neutral", "cheerful"].flatMap((sentiment) =>
        [false, true].map((priceSensitiveOnly) => ({ source, sentiment, priceSensitiveOnly })),
      ),
    );
    for (const { source, sentiment, priceSensitiveOnly } of lists) {
      const matching = primaries.filter(
        (one) =>
          (source === "" || one.source === source) &&
          (sentiment === "" || one.sentiment === sentiment) &&
          (!priceSensitiveOnly || one.is_price_sensitive === "true"),
      );
      const limit = pick([1, 50, 200]);
      const answer = await calls.call(getMarketNews, { source, sentiment, priceSensitiveOnly, limit });
      expect(seen(answer)).toEqual(expected(matching, limit));
    }
  });
});

describe("related news of the synthetic country", () => {
  it("are the largest cosines of a look at every article", async () => {
    const vectors = plainVectors(articles, COMMON_WORDS);
    const candidates = vectors.filter(({ article }) => primaryOf.get(article) === article);
    for (let i = 0; i < 60; i++) {
      const anchor = pick(vectors);
      const nearest = candidates
        .filter(({ article }) => article !== anchor.article)
        .map((other) => ({
          id: other.article.id,
          article: other.article,
          cosine: plainCosine(anchor, other),
        }))
        .filter(({ cosine }) => cosine > 0)
        .sort((a, b) => b.cosine - a.cosine || newer(a.article, b.article))
        .slice(0, 50)
        .map(({ id }) => id);
      const request = { stockCode: "ANY", articleId: anchor.article.id, limit: 50 };
      const { articles: found = [] } = await calls.call(getRelatedNews, request);
      expect(found.map(({ id }: Json) => id)).toEqual(nearest);
    }
  });
});
