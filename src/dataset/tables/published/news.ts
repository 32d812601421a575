import {
  type ColumnRules,
  column,
  licenceColumn,
  type TableDefinition,
  textColumn,
} from "../../table-definition.ts";

const UUID_PATTERN = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
/** A link that a page can offer: nothing that runs, no spaces, no quotes, no markup. */
export const LINK_PATTERN = "https?://[^\\s<>\"'`\\\\]+";
export const SENTIMENTS = ["positive", "negative", "neutral"] as const;
/** Longest body of a take, in characters: a long essay; whatever is longer is not a take. */
export const MAX_BODY_CHARACTERS = 200_000;

const uuid = (name: string, doc: string, example: string, rules: ColumnRules = { required: true }) =>
  column(name, "text", doc, example, { pattern: UUID_PATTERN, ...rules });
const link = (name: string, doc: string, example: string, rules: ColumnRules = { nullMeaning: "none" }) =>
  column(name, "text", doc, example, { pattern: LINK_PATTERN, maxCharacters: 2_000, ...rules });
const sentiment = column("sentiment", "text", "Whether it is good for the company.", "neutral", {
  values: SENTIMENTS,
  nullMeaning: "unknown",
});
const line = (name: string, doc: string, example: string, rules: ColumnRules) =>
  column(name, "text", doc, example, { maxCharacters: 500, ...rules });
const stockCode = (rules: ColumnRules) =>
  column("stock_code", "text", "Stock it is about.", "ZZA", { pattern: "[A-Z0-9]{3,6}", ...rules });

export const NEWS_ARTICLES: TableDefinition = {
  name: "news_articles",
  title: "News articles",
  doc: "One row a story, outlet and stock. Rows of one story are gathered when a snapshot is built.",
  key: ["id"],
  columns: [
    uuid("id", "Id.", "5f0c7a52-3a0e-4d5e-9a51-0d8f6f0b1c01"),
    stockCode({ required: true }),
    column("source", "text", "Outlet.", "example-wire", {
      required: true,
      keyCase: "lower",
      pattern: "[a-z0-9][a-z0-9._-]{0,59}",
    }),
    line("headline", "Headline, plain text.", "Zephyr Alloys lifts output", { required: true }),
    link("url", "Where it can be read.", "https://wire.example/zza/1", { required: true, unique: true }),
    column("published_at", "timestamp", "When it was published.", "2026-11-05T23:10:00Z", { required: true }),
    sentiment,
    column("relevance_score", "double", "How much it is about the stock.", "0.8", {
      default: 0,
      min: 0,
      max: 1,
    }),
    column("is_price_sensitive", "bool", "True when the exchange marked it so.", "false", { default: false }),
    column("summary", "text", "A sentence or two, plain text.", "Output rose by a tenth.", {
      maxCharacters: 5_000,
      nullMeaning: "none",
    }),
    column("tags", "text[]", "Subjects.", '["production"]', { nullMeaning: "none" }),
    link("image_url", "Picture.", "https://wire.example/zza/1.png"),
    licenceColumn("CC-BY-4.0"),
  ],
};

export const EDITORIAL_TAKES: TableDefinition = {
  name: "editorial_takes",
  title: "Editorial takes",
  doc: "Articles of one's own. A row without `published_at`, or with one after the dataset's as-of, is a draft and never enters a snapshot.",
  key: ["id"],
  columns: [
    uuid("id", "Id.", "7b0d4c1e-1f3a-4c55-8d0e-2f6a9b7c5d01"),
    column("slug", "text", "Name in addresses.", "what-zephyr-reported", {
      required: true,
      unique: true,
      pattern: "[a-z0-9]+(-[a-z0-9]+)*",
      maxCharacters: 120,
    }),
    line("headline", "Headline, plain text.", "What Zephyr reported", { required: true }),
    stockCode({ nullMeaning: "about no stock" }),
    column("body_md", "text", "Body in Markdown; citations as `[ref-1]`.", "Output rose [ref-1].", {
      required: true,
      maxCharacters: MAX_BODY_CHARACTERS,
    }),
    sentiment,
    uuid("source_article_id", "Article that it takes up.", "5f0c7a52-3a0e-4d5e-9a51-0d8f6f0b1c01", {
      nullMeaning: "none",
    }),
    link("source_url", "Address of that article.", "https://wire.example/zza/1"),
    textColumn("source_name", "Its outlet.", "Example Wire", "none"),
    link("og_image_url", "Picture for links.", "https://takes.example/og/1.png"),
    column("word_count", "int", "Words of the body.", "3", { min: 0, nullMeaning: "counted from the body" }),
    column("created_at", "timestamp", "When it was written.", "2026-11-06T01:00:00Z", {
      nullMeaning: "unknown",
    }),
    column("updated_at", "timestamp", "When it was last changed.", "2026-11-06T02:00:00Z", {
      nullMeaning: "never",
    }),
    column("published_at", "timestamp", "When it was published.", "2026-11-06T02:00:00Z", {
      nullMeaning: "a draft",
    }),
    link("hero_image_url", "Picture at its head.", "https://takes.example/hero/1.png"),
    column("inline_images", "json", "Pictures in the body: a list of url, topic, alt.", "[]", {
      nullMeaning: "none",
    }),
    column(
      "citations",
      "json",
      "What it rests on: a list of ref_id, url, source, headline, date, type (news, trade, data).",
      "[]",
      { nullMeaning: "none" },
    ),
    column(
      "layout_images",
      "json",
      "Pictures with places: a list of url, style, ratio, brief, caption, placement, anchor_after_block.",
      "[]",
      { nullMeaning: "none" },
    ),
    column("body_format", "text", "How the body is written.", "markdown", {
      default: "markdown",
      values: ["markdown", "mdx"],
    }),
    column("standfirst", "text", "One paragraph on what it is about.", "Output, prices and what is next.", {
      maxCharacters: 2_000,
      nullMeaning: "none",
    }),
    textColumn("byline", "Who wrote it.", "The desk", "unnamed"),
    textColumn("hero_caption", "Caption of the picture at its head.", "A smelter", "none"),
    textColumn("hero_credit", "Who made that picture.", "The desk", "none"),
  ],
};
