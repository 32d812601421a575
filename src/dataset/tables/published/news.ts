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
const sentiment = text("Whether it is good for the company.", "neutral", { values: SENTIMENTS });
const headline = (example: string) => text("Headline, plain text.", example, must, { maxCharacters: 500 });
const stockCode = (rules: Rule) => text("Stock it is about.", "ZZA", rules, { pattern: STOCK_CODE_PATTERN });

export const NEWS_ARTICLES = table("news_articles", "News articles", {
  key: ["id"],
  doc: "One row a story, outlet and stock. Rows of one story are gathered when a snapshot is built.",
  columns: {
    id: uuid("Id.", "5f0c7a52-3a0e-4d5e-9a51-0d8f6f0b1c01"),
    stock_code: stockCode(must),
    source: text("Outlet.", "example-wire", must, { keyCase: "lower", pattern: "[a-z0-9][a-z0-9._-]{0,59}" }),
    headline: headline("Zephyr Alloys lifts output"),
    url: link("Where it can be read.", "https://wire.example/zza/1", { ...must, unique: true }),
    published_at: timestamp("When it was published.", "2026-11-05T23:10:00Z", must),
    sentiment,
    relevance_score: double("How much it is about the stock.", "0.8", { default: 0, min: 0, max: 1 }),
    is_price_sensitive: bool("True when the exchange marked it so.", "false", { default: false }),
    summary: text("A sentence or two, plain text.", "Output rose by a tenth.", "none", {
      maxCharacters: 5_000,
    }),
    tags: texts("Subjects.", '["production"]', "none"),
    image_url: link("Picture.", "https://wire.example/zza/1.png"),
    source_licence: licence(),
  },
});

export const EDITORIAL_TAKES = table("editorial_takes", "Editorial takes", {
  key: ["id"],
  doc: "Articles of one's own. A row without `published_at`, or with one after the dataset's as-of, is a draft and never enters a snapshot.",
  columns: {
    id: uuid("Id.", "7b0d4c1e-1f3a-4c55-8d0e-2f6a9b7c5d01"),
    slug: text("Name in addresses.", "what-zephyr-reported", must, {
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
    source_article_id: uuid("Article that it takes up.", "5f0c7a52-3a0e-4d5e-9a51-0d8f6f0b1c01", "none"),
    source_url: link("Address of that article.", "https://wire.example/zza/1"),
    source_name: text("Its outlet.", "Example Wire", "none"),
    og_image_url: link("Picture for links.", "https://takes.example/og/1.png"),
    word_count: int("Words of the body.", "3", "counted from the body", { min: 0 }),
    created_at: timestamp("When it was written.", "2026-11-06T01:00:00Z"),
    updated_at: timestamp("When it was last changed.", "2026-11-06T02:00:00Z", "never"),
    published_at: timestamp("When it was published.", "2026-11-06T02:00:00Z", "a draft"),
    hero_image_url: link("Picture at its head.", "https://takes.example/hero/1.png"),
    inline_images: json("Pictures in the body: a list of url, topic, alt.", "[]", "none"),
    citations: json(
      "What it rests on: a list of ref_id, url, source, headline, date, type (news, trade, data).",
      "[]",
      "none",
    ),
    layout_images: json(
      "Pictures with places: a list of url, style, ratio, brief, caption, placement, anchor_after_block.",
      "[]",
      "none",
    ),
    body_format: text("How the body is written.", "markdown", {
      default: "markdown",
      values: ["markdown", "mdx"],
    }),
    standfirst: text("One paragraph on what it is about.", "Output, prices and what is next.", "none", {
      maxCharacters: 2_000,
    }),
    byline: text("Who wrote it.", "The desk", "unnamed"),
    hero_caption: text("Caption of the picture at its head.", "A smelter", "none"),
    hero_credit: text("Who made that picture.", "The desk", "none"),
  },
});
