import type { Searchable } from "../domain.ts";

/** The kind of an article among what is found by words. */
export const ARTICLE_KIND = "article";

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
    kind: ARTICLE_KIND,
    sql: `
SELECT
  id, headline AS title, source || ', ' || strftime(published_at, '%Y-%m-%d') AS detail, NULL AS names,
  concat_ws(' ', stock_code, company_name, array_to_string(news_articles.tags, ' ')) AS words, -number AS weight
FROM serve.news_articles
LEFT JOIN main.companies USING (stock_code)
WHERE is_primary`,
  },
];
