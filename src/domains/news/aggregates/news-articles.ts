import { wordsOf } from "../../../runtime/words/words-of.ts";
import { type Aggregate, tablesInSql } from "../../../snapshot/tables/aggregate.ts";
import { plainLine } from "../../../snapshot/tables/plain-text-sql.ts";
import { IS_PUBLIC } from "../../../snapshot/tables/public-licence-sql.ts";
import type { BuildDatabase } from "../../../snapshot/tables/write-tables.ts";

/** Public articles as plain text. One dated after the dataset's as-of has not been published yet. */
const PLAIN = `
CREATE OR REPLACE TABLE derived.plain_news AS
SELECT
  id, stock_code, source, coalesce(${plainLine("headline")}, '') AS headline, url, published_at, sentiment,
  relevance_score, is_price_sensitive, ${plainLine("summary")} AS summary,
  list_filter(list_transform(coalesce(tags, []), lambda t: ${plainLine("t")}), lambda t: t IS NOT NULL) AS tags,
  image_url
FROM news_articles
WHERE ${IS_PUBLIC} AND published_at <= getvariable('as_of');
CREATE OR REPLACE TABLE derived.news_clusters (id VARCHAR, cluster_id VARCHAR);`;

/** Numbers are in response order, so ties sort by number. */
const SERVED = `
CREATE TABLE serve.news_articles AS
WITH clusters AS (
  SELECT cluster_id, count(*)::INTEGER AS members
  FROM derived.news_clusters
  GROUP BY cluster_id
),
others AS (
  SELECT cluster_id, list_sort(list_distinct(list(source))) AS sources
  FROM derived.news_clusters
  JOIN derived.plain_news USING (id)
  WHERE id <> cluster_id
  GROUP BY cluster_id
)
SELECT
  (row_number() OVER (ORDER BY published_at DESC, id) - 1)::INTEGER AS number,
  plain_news.*,
  cluster_id,
  id = cluster_id AS is_primary,
  members AS syndication_count,
  CASE WHEN id = cluster_id THEN coalesce(sources, []) ELSE [] END AS syndicated_sources
FROM derived.plain_news
JOIN derived.news_clusters USING (id)
JOIN clusters USING (cluster_id)
LEFT JOIN others USING (cluster_id);`;

/** `news_articles`: every article with its cluster; `cluster_id` is the id of the cluster's primary. */
export const NEWS_ARTICLE_TABLE: Aggregate = {
  name: "news_articles",
  tables: [{ name: "news_articles", orderBy: "number" }],
  ...tablesInSql(PLAIN + SERVED),
  run: async (db) => {
    await db.run(PLAIN);
    await writeClusters(db);
    await db.run(SERVED);
  },
};

interface Article {
  readonly id: string;
  readonly headline: string;
  readonly publishedMs: number;
}

const BY_STOCK = `
SELECT id, stock_code, headline, epoch_us(published_at) / 1000 AS published_ms
FROM derived.plain_news
ORDER BY stock_code, published_at, id`;

async function writeClusters(db: BuildDatabase): Promise<void> {
  const { id, stock_code, headline, published_ms } = await db.columns(BY_STOCK);
  const clusterIds: string[] = [];
  for (let from = 0, end = 0; from < id.length; from = end) {
    const own: Article[] = [];
    for (; end < id.length && stock_code[end] === stock_code[from]; end++) {
      own.push({ id: id[end], headline: headline[end], publishedMs: published_ms[end] } as Article);
    }
    // Not push(...ids): a call takes at most some hundred thousand arguments.
    for (const clusterId of clusterStories(own)) clusterIds.push(clusterId);
  }
  await db.append("derived.news_clusters", [id as string[], clusterIds]);
}

const CLUSTER_MS = 12 * 3_600_000;
/** Minimum share of common word pairs among all pairs of two headlines (Jaccard similarity). */
const ALIKE = 0.5;

/** Bigrams of a headline; a single word is returned itself. */
function wordPairs(headline: string): ReadonlySet<string> {
  const words = wordsOf(headline);
  if (words.length < 2) return new Set(words);
  return new Set(words.slice(1).map((word, i) => `${words[i]} ${word}`));
}

interface OpenCluster {
  readonly primaryId: string;
  readonly startMs: number;
  readonly pairs: ReadonlySet<string>;
}

/** The primary's id for each article of one stock, which must be sorted oldest first, then by id. */
function clusterStories(articles: readonly Article[]): string[] {
  let open: OpenCluster[] = [];
  return articles.map(({ id, headline, publishedMs }) => {
    open = open.filter(({ startMs }) => publishedMs - startMs <= CLUSTER_MS);
    const pairs = wordPairs(headline);
    const joined = open.find((cluster) => areAlike(cluster.pairs, pairs));
    if (joined !== undefined) return joined.primaryId;
    open.push({ primaryId: id, startMs: publishedMs, pairs });
    return id;
  });
}

function areAlike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  let common = 0;
  for (const pair of a) if (b.has(pair)) common++;
  return common > 0 && common >= ALIKE * (a.size + b.size - common);
}
