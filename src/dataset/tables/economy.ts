import { type ColumnRules, column, type TableDefinition } from "../table-definition.ts";
import { companyReference } from "./market.ts";

/** Longest key of a series: requests take as many characters, so that every key that is listed can be asked for. */
export const MAX_SERIES_KEY = 256;
const SERIES_KEY_PATTERN = "[a-z0-9_]+(\\.[a-z0-9_-]+)+";

export const ECONOMIC_SERIES: TableDefinition = {
  name: "economic_series",
  title: "Economic series",
  doc: "Catalogue of economic series. Series under the topic `markets` are the bases of correlations.",
  key: ["series_key"],
  columns: [
    column(
      "series_key",
      "text",
      "topic.metric[.product].region[.adjustment], lower case.",
      "cpi.index.all_groups.aus",
      {
        required: true,
        pattern: SERIES_KEY_PATTERN,
        maxCharacters: MAX_SERIES_KEY,
      },
    ),
    column("topic", "text", "Topic.", "cpi", { required: true, keyCase: "lower" }),
    column("metric", "text", "Metric.", "index", { required: true, keyCase: "lower" }),
    column("product", "text", "Product.", "all_groups", {
      keyCase: "lower",
      nullMeaning: "not applicable",
    }),
    column("region_type", "text", "Kind of region.", "national", {
      required: true,
      values: ["national", "state", "gccsa", "rest_of_state", "postcode", "refinery", "industry"],
    }),
    column("region_code", "text", "Region.", "aus", { required: true, keyCase: "lower" }),
    column("region_name", "text", "Region name.", "Australia", { required: true }),
    column("unit", "text", "Base unit: AUD, not millions.", "index", { required: true }),
    column("frequency", "text", "How often a value is published.", "quarterly", {
      required: true,
      values: ["monthly", "quarterly", "biannual", "annual"],
    }),
    column("adjustment", "text", "Seasonal treatment.", "original", {
      default: "original",
      values: ["original", "seasadj", "trend"],
    }),
    column("dimensions", "json", "Further dimensions of the publisher.", "{}", { nullMeaning: "none" }),
    column("source_key", "text", "Source id.", "synthetic-economy", { required: true, sourceId: true }),
    column("licence", "text", "Licence of the series.", "CC-BY-4.0", { default: "CC-BY-4.0" }),
    column("internal_only", "bool", "True when the series may be analysed but never shown.", "false", {
      default: false,
    }),
  ],
};

export const ECONOMIC_OBSERVATIONS: TableDefinition = {
  name: "economic_observations",
  title: "Economic observations",
  doc: "Values of the economic series.",
  key: ["series_key", "period"],
  columns: [
    column("series_key", "text", "Series.", "cpi.index.all_groups.aus", {
      required: true,
      references: "economic_series.series_key",
    }),
    column("period", "date", "Date of the observation.", "2026-09-01", { required: true }),
    column("value", "double", "The value, in the series' unit.", "142.6", { required: true }),
    publishedOn("First day on which the figure is known to have been published as it is here.", {
      nullMeaning: "unknown",
    }),
  ],
};

export const SERIES_VINTAGES: TableDefinition = {
  name: "series_vintages",
  title: "Vintages of economic series",
  doc: "Figures of the economic series that a later publication replaced. A publication that repeats a figure need not be here again; the newest figure of a period is in `economic_observations`.",
  key: ["series_key", "period", "published_on"],
  columns: [
    ...ECONOMIC_OBSERVATIONS.columns.slice(0, 3),
    publishedOn("Day of the publication that gave the figure first.", { required: true }),
  ],
};

function publishedOn(doc: string, rules: ColumnRules) {
  return column("published_on", "date", doc, "2026-10-28", rules);
}

export const COMPANY_EXPOSURES: TableDefinition = {
  name: "company_exposures",
  title: "Company exposure",
  doc: "Modelled share of a company's operations by region.",
  key: ["stock_code", "region"],
  columns: [
    companyReference,
    column("region", "text", "State in lower case, or international.", "vic", {
      required: true,
      values: ["nsw", "vic", "qld", "sa", "wa", "tas", "nt", "act", "international"],
    }),
    column("weight", "double", "Share of operations.", "0.6", {
      required: true,
      unit: "fraction",
      min: 0,
      max: 1,
    }),
    column("basis", "text", "Short reason a person can read.", "Two of three smelters", { default: "" }),
  ],
};
