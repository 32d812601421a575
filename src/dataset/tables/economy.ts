import { STATE_CODES } from "../states.ts";
import { bool, date, double, isSource, json, must, table, text } from "../table-definition.ts";
import { companyReference } from "./market.ts";

/** Longest key of a series; equal to the bound of requests, so that every listed key can be requested. */
export const MAX_SERIES_KEY = 256;
const SERIES_KEY_PATTERN = "[a-z0-9_]+(\\.[a-z0-9_-]+)+";

export const ECONOMIC_SERIES = table("economic_series", "Economic series", {
  key: ["series_key"],
  doc: "Catalogue of economic series. Series under the topic `markets` are the bases of correlations.",
  columns: {
    series_key: text(
      "topic.metric[.product].region[.adjustment], lower case.",
      "cpi.index.all_groups.aus",
      must,
      { pattern: SERIES_KEY_PATTERN, maxCharacters: MAX_SERIES_KEY },
    ),
    topic: text("Topic.", "cpi", must, { keyCase: "lower" }),
    metric: text("Metric.", "index", must, { keyCase: "lower" }),
    product: text("Product.", "all_groups", "not applicable", { keyCase: "lower" }),
    region_type: text("Kind of region.", "national", must, {
      values: ["national", "state", "gccsa", "rest_of_state", "postcode", "refinery", "industry"],
    }),
    region_code: text("Region.", "aus", must, { keyCase: "lower" }),
    region_name: text("Region name.", "Australia", must),
    unit: text("Base unit, such as AUD, not millions of AUD.", "index", must),
    frequency: text("Frequency of publication.", "quarterly", must, {
      values: ["monthly", "quarterly", "biannual", "annual"],
    }),
    adjustment: text("Seasonal treatment.", "original", {
      default: "original",
      values: ["original", "seasadj", "trend"],
    }),
    dimensions: json("Additional dimensions of the publisher.", "{}", "none"),
    source_key: text("Source id.", "synthetic-economy", must, isSource),
    licence: text("Licence of the series.", "CC-BY-4.0", { default: "CC-BY-4.0" }),
    internal_only: bool("True if the series may be analysed but never shown.", "false", { default: false }),
  },
});

const figure = {
  series_key: text("Series.", "cpi.index.all_groups.aus", must, { references: "economic_series.series_key" }),
  period: date("Date of the observation.", "2026-09-01", must),
  value: double("The value, in the series' unit.", "142.6", must),
};

export const ECONOMIC_OBSERVATIONS = table("economic_observations", "Economic observations", {
  key: ["series_key", "period"],
  doc: "Values of the economic series.",
  columns: {
    ...figure,
    published_on: date("First day on which this figure is known to have been published.", "2026-10-28"),
  },
});

export const SERIES_VINTAGES = table("series_vintages", "Vintages of economic series", {
  key: ["series_key", "period", "published_on"],
  doc: "Figures of the economic series that a later publication replaced. Publications that repeat a figure may be left out; the newest figure of a period is in `economic_observations`.",
  columns: {
    ...figure,
    published_on: date("Day of the first publication of the figure.", "2026-10-28", must),
  },
});

export const COMPANY_EXPOSURES = table("company_exposures", "Company exposure", {
  key: ["stock_code", "region"],
  doc: "Modelled share of a company's operations by region.",
  columns: {
    stock_code: companyReference,
    region: text("State in lower case, or international.", "vic", must, {
      values: [...STATE_CODES.map((code) => code.toLowerCase()), "international"],
    }),
    weight: double("Share of operations.", "0.6", must, { unit: "fraction", min: 0, max: 1 }),
    basis: text("Short reason, as text.", "Two of three smelters", { default: "" }),
  },
});
