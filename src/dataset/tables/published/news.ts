import {
  bool,
  double,
  int,
  json,
  licence,
  must,
  type Rule,
  table,
  text,
  texts,
  timestamp,
} from "../../table-definition.ts";
import { STOCK_CODE_PATTERN } from "../market.ts";

const UUID_PATTERN = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
/** A URL that is safe as a link: no scripts, spaces, quotes or markup. */
export const LINK_PATTERN = "https?://[^\\s<>\"'`\\\\]+";
export const SENTIMENTS = ["positive", "negative", "neutral"] as const;
/** Longest body of a take in characters, the length of a long essay. */
export const MAX_BODY_CHARACTERS = 200_000;

const uuid = (doc: string, example: string, rules: Rule = must) =>
  text(doc, example, rules, { pattern: UUID_PATTERN });
const link = (doc: string, example: string, missing: Rule = "none") =>
  text(doc, example, missing, { pattern: LINK_PATTERN, maxCharacters: 2_000 });
const sentiment = text("Sentiment for the company.", "neutral", { values: SENTIMENTS });
const headline = (example: string) => text("Headline, plain text.", example, must, { maxCharacters: 500 });
const stockCode = (rules: Rule) =>
  text("Stock that it is about.", "ZZA", rules, { pattern: STOCK_CODE_PATTERN });

export const NEWS_ARTICLES = table("news_articles", "News articles", {
  key: ["id"],
  doc: "One row per story, outlet and stock. The build of a snapshot groups rows of the same story.",
  columns: {
    id: uuid("Id.", "5f0c7a52-3a0e-4d5e-9a51-0d8f6f0b1c01"),
    stock_code: stockCode(must),
    source: text("Outlet.", "example-wire", must, { keyCase: "lower", pattern: "[a-z0-9][a-z0-9._-]{0,59}" }),
    headline: headline("Zephyr Alloys lifts output"),
    url: link("URL of the article.", "https://wire.example/zza/1", { ...must, unique: true }),
    published_at: timestamp("When it was published.", "2026-11-05T23:10:00Z", must),
    sentiment,
    relevance_score: double("Relevance to the stock.", "0.8", { default: 0, min: 0, max: 1 }),
    is_price_sensitive: bool("True if the exchange marked it as price sensitive.", "false", {
      default: false,
    }),
    summary: text("A sentence or two, plain text.", "Output rose by a tenth.", "none", {
      maxCharacters: 5_000,
    }),
    tags: texts("Subjects.", '["production"]', "none"),
    image_url: link("URL of a picture.", "https://wire.example/zza/1.png"),
    source_licence: licence(),
  },
});

export const EDITORIAL_TAKES = table("editorial_takes", "Editorial takes", {
  key: ["id"],
  doc: "Editorial articles. A row without `published_at`, or with a later one than the dataset's as-of time, is a draft and never enters a snapshot.",
  columns: {
    id: uuid("Id.", "7b0d4c1e-1f3a-4c55-8d0e-2f6a9b7c5d01"),
    slug: text("Name in URLs.", "what-zephyr-reported", must, {
      unique: true,
      pattern: "[a-z0-9]+(-[a-z0-9]+)*",
      maxCharacters: 120,
    }),
    headline: headline("What Zephyr reported"),
    stock_code: stockCode("about no stock"),
    body_md: text("Body in Markdown; citations as `[ref-1]`.", "Output rose [ref-1].", must, {
      maxCharacters: MAX_BODY_CHARACTERS,
    }),
    sentiment,
    source_article_id: uuid(
      "Id of the article that it comments on.",
      "5f0c7a52-3a0e-4d5e-9a51-0d8f6f0b1c01",
      "none",
    ),
    source_url: link("URL of that article.", "https://wire.example/zza/1"),
    source_name: text("Outlet of that article.", "Example Wire", "none"),
    og_image_url: link("URL of the picture for link previews.", "https://takes.example/og/1.png"),
    word_count: int("Number of words in the body.", "3", "counted from the body", { min: 0 }),
    created_at: timestamp("When it was written.", "2026-11-06T01:00:00Z"),
    updated_at: timestamp("When it was last changed.", "2026-11-06T02:00:00Z", "never"),
    published_at: timestamp("When it was published.", "2026-11-06T02:00:00Z", "a draft"),
    hero_image_url: link("URL of the header picture.", "https://takes.example/hero/1.png"),
    inline_images: json("Pictures in the body: a list of url, topic, alt.", "[]", "none"),
    citations: json(
      "Its sources: a list of ref_id, url, source, headline, date, type (news, trade, data).",
      "[]",
      "none",
    ),
    layout_images: json(
      "Placed pictures: a list of url, style, ratio, brief, caption, placement, anchor_after_block.",
      "[]",
      "none",
    ),
    body_format: text("Format of the body.", "markdown", {
      default: "markdown",
      values: ["markdown", "mdx"],
    }),
    standfirst: text("Introduction in one paragraph.", "Output, prices and what is next.", "none", {
      maxCharacters: 2_000,
    }),
    byline: text("Author.", "The desk", "unnamed"),
    hero_caption: text("Caption of the header picture.", "A smelter", "none"),
    hero_credit: text("Credit of the header picture.", "The desk", "none"),
  },
});
