import type { Domain, Searchable } from "../domain.ts";
import type { Export } from "../export.ts";
import { SAMPLES } from "./samples.ts";

const LIMIT = { doc: "Most rows.", example: "100" };

/** Articles that their licence withholds are not in a snapshot. */
const EXPORTS: readonly Export[] = [
  {
    path: "news/:stock",
    title: "News of a stock",
    doc: "The rows of GetStockNews, all of them, newest first: a row a story, with the other outlets that carried it.",
    tables: ["news_articles"],
    key: { doc: "Code of the stock.", example: "BHP" },
    parameters: {
      source: { doc: "Outlet; all of them unless given.", example: "asx" },
      sentiment: { doc: "positive, negative or neutral; all unless given.", example: "negative" },
      limit: LIMIT,
    },
    load: async () => (await import("./export-articles.ts")).stockNewsFile,
  },
  {
    path: "news",
    title: "News articles",
    doc: "Every article of every stock, newest first. Articles that tell one story are rows of their own.",
    tables: ["news_articles"],
    parameters: { limit: LIMIT },
    load: async () => (await import("./export-articles.ts")).newsFile,
  },
];

export const SEARCHABLES: readonly Searchable[] = [
  {
    kind: "take",
    sql: `
SELECT
  slug AS id, headline AS title, strftime(published_at, '%Y-%m-%d') AS detail, NULL AS names,
  concat_ws(' ', stock_code, standfirst) AS words, epoch(published_at) AS weight
FROM serve.editorial_takes`,
  },
  {
    kind: "article",
    sql: `
SELECT
  id, headline AS title, source || ', ' || strftime(published_at, '%Y-%m-%d') AS detail, NULL AS names,
  concat_ws(' ', stock_code, company_name, array_to_string(news_articles.tags, ' ')) AS words, -number AS weight
FROM serve.news_articles
LEFT JOIN main.companies USING (stock_code)
WHERE is_primary`,
  },
];

/** News, editorial takes and reports on short positions: NewsService and ReportsService. */
export const news: Domain = {
  name: "news",
  samples: SAMPLES,
  exports: EXPORTS,
  searchables: SEARCHABLES,
  aggregates: async () => (await import("./aggregates/index.ts")).NEWS_AGGREGATES,
  pages: async () => (await import("./pages/index.ts")).NEWS_PAGES,
  methods: async () => (await import("./service.ts")).newsMethods,
};
