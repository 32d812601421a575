import { column, type TableDefinition, textColumn } from "../../table-definition.ts";
import { LINK_PATTERN } from "./news.ts";

const sourceKey = column("source_key", "text", "Source.", "example-short-interest", {
  required: true,
  pattern: "[a-z0-9]+(-[a-z0-9]+)*",
});
const signalKind = column(
  "signal_kind",
  "text",
  "Kind of facts, an open set: short_interest, trade_exposure, public_money, tax_environment, policy_footprint, emissions.",
  "short_interest",
  { required: true, pattern: "[a-z]+(_[a-z]+)*" },
);
const link = (example: string) =>
  column("source_url", "text", "Where it comes from.", example, {
    required: true,
    pattern: LINK_PATTERN,
    maxCharacters: 2_000,
  });

export const INDUSTRY_SOURCES: TableDefinition = {
  name: "industry_sources",
  title: "Sources of industry facts",
  doc: "Who published facts, and under which licence. Facts of a source that is not public or not enabled never enter a snapshot.",
  key: ["source_key"],
  columns: [
    sourceKey,
    column("display_name", "text", "Name for people.", "Example short interest", { required: true }),
    signalKind,
    column("publisher", "text", "Publisher.", "Example regulator", { required: true }),
    link("https://regulator.example/shorts"),
    column("licence", "text", "Licence.", "CC-BY-4.0", { required: true }),
    column("cadence", "text", "How often it is published.", "weekly", { default: "" }),
    column("collection_method", "text", "How it is collected.", "download", {
      default: "manual",
      values: ["api", "ckan", "download", "html", "manual"],
    }),
    column("enabled", "bool", "Whether it is collected at all.", "true", { default: true }),
    column("public_enabled", "bool", "Whether its facts may be shown.", "true", { default: false }),
    column(
      "exact_entity_required",
      "bool",
      "True when facts may be linked to a stock by an exact identifier only: a row with a stock and without an ABN loses its stock.",
      "false",
      { default: false },
    ),
  ],
};

export const INDUSTRY_RECORDS: TableDefinition = {
  name: "industry_records",
  title: "Industry facts",
  doc: "One row a fact, with its period and where it comes from.",
  key: ["source_key", "source_record_id"],
  columns: [
    { ...sourceKey, references: "industry_sources.source_key" },
    column("source_record_id", "text", "Id within the source.", "materials-2026-10", { required: true }),
    signalKind,
    textColumn("industry", "Industry, spelled as for companies.", "Materials", "about no industry"),
    column("stock_code", "text", "Stock.", "ZZA", {
      pattern: "[A-Z0-9]{3,6}",
      nullMeaning: "about no stock",
    }),
    column("entity_abn", "text", "Australian business number.", "", {
      pattern: "[0-9]{11}",
      nullMeaning: "unknown",
    }),
    column("metric_key", "text", "What is measured.", "short_percent_mean", {
      required: true,
      pattern: "[a-z0-9]+(_[a-z0-9]+)*",
    }),
    column("metric_label", "text", "The same for people.", "Mean short position", { required: true }),
    column("metric_value", "double", "Value, in its unit.", "1.8", { nullMeaning: "the source gives none" }),
    column("unit", "text", "Unit.", "percent", { required: true }),
    column("period_start", "date", "First day of the period.", "2026-10-01", { nullMeaning: "unknown" }),
    column("period_end", "date", "Last day of the period.", "2026-10-31", { nullMeaning: "unknown" }),
    column("as_of", "date", "Day that the fact is as of.", "2026-10-31", { required: true }),
    column("title", "text", "Title.", "Short positions in Materials", { required: true, maxCharacters: 500 }),
    column("summary", "text", "A sentence or two.", "", { maxCharacters: 5_000, nullMeaning: "none" }),
    link("https://regulator.example/shorts/2026-10"),
    column("confidence", "double", "How sure the link to industry and stock is.", "1", {
      default: 1,
      min: 0,
      max: 1,
    }),
  ],
};
