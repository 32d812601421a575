import { LINK_PATTERN } from "../../../dataset/tables/published/news.ts";
import { type Aggregate, sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { plainLine, plainLines } from "../../../snapshot/tables/plain-text-sql.ts";
import { sqlText } from "../../../snapshot/tables/sql-text.ts";
import { NEWS_ARTICLE_TABLE } from "./news-articles.ts";
import { REPORT_CHANGES, REPORT_PERIODS, REPORT_TABLES, REPORT_TRENDS } from "./reports.ts";

/** SQL: a JSON array of objects as a list of structs. Missing members are null, unlisted ones are dropped. */
function structs(column: string, fields: Readonly<Record<string, "VARCHAR" | "INTEGER">>): string {
  const shape = sqlText(JSON.stringify([fields]));
  const list = `CASE WHEN json_type(${column}) = 'ARRAY' THEN json_transform(${column}, ${shape}) END`;
  const cleaned = Object.entries(fields)
    .map(([name, type]) => `'${name}': ${type === "VARCHAR" ? plainLine(`x.${name}`) : `x.${name}`}`)
    .join(", ");
  // Drops pictures and citations whose URL is not a valid link.
  return `list_transform(
    list_filter(coalesce(${list}, []), lambda x: regexp_full_match(x.url, ${sqlText(LINK_PATTERN)})),
    lambda x: {${cleaned}})`;
}

const TEXT = "VARCHAR";

/** `editorial_takes`: the published takes; one without a date, or dated after the as-of, is a draft. */
const EDITORIAL_TAKE_TABLE: Aggregate = sqlAggregate(
  "editorial_takes",
  [{ name: "editorial_takes", orderBy: "published_at DESC, slug" }],
  `
CREATE TABLE serve.editorial_takes AS
SELECT
  id,
  slug,
  coalesce(${plainLine("headline")}, '') AS headline,
  stock_code,
  ${plainLines("body_md")} AS body_md,
  sentiment,
  source_article_id,
  source_url,
  ${plainLine("source_name")} AS source_name,
  og_image_url,
  coalesce(word_count, len(regexp_extract_all(body_md, '\\S+')))::INTEGER AS word_count,
  published_at,
  created_at,
  hero_image_url,
  ${structs("inline_images", { url: TEXT, topic: TEXT, alt: TEXT })} AS inline_images,
  ${structs("citations", { ref_id: TEXT, url: TEXT, source: TEXT, headline: TEXT, date: TEXT, type: TEXT })}
    AS citations,
  ${structs("layout_images", {
    url: TEXT,
    style: TEXT,
    ratio: TEXT,
    brief: TEXT,
    caption: TEXT,
    placement: TEXT,
    anchor_after_block: "INTEGER",
  })} AS layout_images,
  body_format,
  ${plainLine("standfirst")} AS standfirst,
  ${plainLine("byline")} AS byline,
  ${plainLine("hero_caption")} AS hero_caption,
  ${plainLine("hero_credit")} AS hero_credit
FROM editorial_takes
WHERE published_at <= getvariable('as_of');
`,
);

/** In build order: reports list announcements, which are articles. */
export const NEWS_AGGREGATES: readonly Aggregate[] = [
  NEWS_ARTICLE_TABLE,
  EDITORIAL_TAKE_TABLE,
  REPORT_PERIODS,
  REPORT_CHANGES,
  REPORT_TABLES,
  REPORT_TRENDS,
];
