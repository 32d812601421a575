import { bool, date, double, must, table, text } from "../../table-definition.ts";
import { STOCK_CODE_PATTERN } from "../market.ts";
import { LINK_PATTERN } from "./news.ts";

const sourceKey = text("Source.", "example-short-interest", must, { pattern: "[a-z0-9]+(-[a-z0-9]+)*" });
const signalKind = text(
  "Kind of facts, an open set: short_interest, trade_exposure, public_money, tax_environment, policy_footprint, emissions.",
  "short_interest",
  must,
  { pattern: "[a-z]+(_[a-z]+)*" },
);
const link = (example: string) =>
  text("URL of the source.", example, must, { pattern: LINK_PATTERN, maxCharacters: 2_000 });

export const INDUSTRY_SOURCES = table("industry_sources", "Sources of industry facts", {
  key: ["source_key"],
  doc: "Who published facts, and under which licence. Facts of a source that is not public or not enabled never enter a snapshot.",
  columns: {
    source_key: sourceKey,
    display_name: text("Display name.", "Example short interest", must),
    signal_kind: signalKind,
    publisher: text("Publisher.", "Example regulator", must),
    source_url: link("https://regulator.example/shorts"),
    licence: text("Licence.", "CC-BY-4.0", must),
    cadence: text("Frequency of publication.", "weekly", { default: "" }),
    collection_method: text("How it is collected.", "download", {
      default: "manual",
      values: ["api", "ckan", "download", "html", "manual"],
    }),
    enabled: bool("Whether it is collected.", "true", { default: true }),
    public_enabled: bool("Whether its facts may be shown.", "true", { default: false }),
    exact_entity_required: bool(
      "True if facts may be linked to a stock only by an exact identifier: a row with a stock but no ABN loses its stock.",
      "false",
      { default: false },
    ),
  },
});

export const INDUSTRY_RECORDS = table("industry_records", "Industry facts", {
  key: ["source_key", "source_record_id"],
  doc: "One row per fact, with its period and source.",
  columns: {
    source_key: { ...sourceKey, references: "industry_sources.source_key" },
    source_record_id: text("Id within the source.", "materials-2026-10", must),
    signal_kind: signalKind,
    industry: text("Industry, spelled as for companies.", "Materials", "about no industry"),
    stock_code: text("Stock.", "ZZA", "about no stock", { pattern: STOCK_CODE_PATTERN }),
    entity_abn: text("Australian business number.", "", { pattern: "[0-9]{11}" }),
    metric_key: text("What is measured.", "short_percent_mean", must, { pattern: "[a-z0-9]+(_[a-z0-9]+)*" }),
    metric_label: text("Display name of the metric.", "Mean short position", must),
    metric_value: double("Value, in its unit.", "1.8", "the source gives none"),
    unit: text("Unit.", "percent", must),
    period_start: date("First day of the period.", "2026-10-01"),
    period_end: date("Last day of the period.", "2026-10-31"),
    as_of: date("Day that the fact is as of.", "2026-10-31", must),
    title: text("Title.", "Short positions in Materials", must, { maxCharacters: 500 }),
    summary: text("A sentence or two.", "", "none", { maxCharacters: 5_000 }),
    source_url: link("https://regulator.example/shorts/2026-10"),
    confidence: double("Confidence of the link to industry and stock.", "1", { default: 1, min: 0, max: 1 }),
  },
});
