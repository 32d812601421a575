import { expect, it } from "vitest";
import { NEWS_ARTICLE_TABLE } from "../../../src/domains/news/aggregates/news-articles.ts";
import { emptyDatasetDatabase, runAggregates } from "../../support/data/build-db.ts";

/** More than the maximum number of arguments of a call. */
const ARTICLES = 150_000;

it("finds the clusters of a company with more articles than a call has arguments", async () => {
  const db = await emptyDatasetDatabase();
  await db.run(`
    INSERT INTO news_articles (id, stock_code, source, headline, url, published_at)
    SELECT uuid(), 'AAA', 'wire', 'Headline', 'https://wire.example', TIMESTAMP '2000-01-01' + to_hours(i)
    FROM range(${ARTICLES}) AS numbers(i)`);
  await runAggregates(db, [NEWS_ARTICLE_TABLE]);
  expect(await db.rows("SELECT count(*) AS n FROM serve.news_articles")).toEqual([{ n: BigInt(ARTICLES) }]);
  db.close();
});
