import { STATE_CODES } from "../states.ts";
import { column, licenceColumn, salCodeColumn, type TableDefinition } from "../table-definition.ts";

export const REGION_TYPES = ["national", "state", "gccsa", "rest_of_state", "suburb", "lga"] as const;

export const HOUSE_PRICE_REGIONS: TableDefinition = {
  name: "house_price_regions",
  title: "Price regions",
  doc: "Regions that prices and listings are published for, and the suburb of each suburb region.",
  required: true,
  key: ["region_code"],
  columns: [
    column("region_code", "text", "Region code, upper case.", "SUBURB:VIC-RICHMOND", {
      required: true,
      keyCase: "upper",
    }),
    column("region_type", "text", "Kind of region.", "suburb", { required: true, values: REGION_TYPES }),
    column("region_name", "text", "Display name.", "Richmond", { required: true }),
    column("state_code", "text", "State or territory.", "VIC", {
      values: STATE_CODES,
      stateOf: "sal_code",
      nullMeaning: "national",
    }),
    column("postcode", "text", "Postcode.", "3121", { pattern: "[0-9]{4}", nullMeaning: "unknown" }),
    salCodeColumn({ nullMeaning: "the region is not a suburb, or is not linked to one" }, "22170"),
  ],
};

export const HOUSE_PRICES: TableDefinition = {
  name: "house_prices",
  title: "House prices",
  doc: "Observations of prices and ratios by region, measure, dwelling type, period and source.",
  required: true,
  key: ["region_code", "measure", "dwelling_type", "period", "source"],
  columns: [
    column("region_code", "text", "Region.", "AUS", {
      required: true,
      keyCase: "upper",
      references: "house_price_regions.region_code",
    }),
    column(
      "measure",
      "text",
      "What is measured: mean_price, median_price, price_index, debt_to_income, total_value, transfer_count, median_rent, price_to_income, cash_rate, mortgage_rate_oo, housing_credit_growth, rents_index, wage_index, or any other name.",
      "median_price",
      { required: true, keyCase: "lower", pattern: "[a-z][a-z0-9_]{0,63}" },
    ),
    column("dwelling_type", "text", "Dwelling type.", "all", {
      required: true,
      values: ["all", "house", "established_house", "attached", "unit", "land"],
    }),
    column("period", "date", "Last day of the period.", "2026-09-30", { required: true }),
    column("period_freq", "text", "Quarterly, monthly or annual.", "Q", {
      required: true,
      values: ["Q", "M", "A"],
    }),
    column("value", "double", "The observation, in the row's unit.", "812000", {
      required: true,
      above: 0,
      aboveUnless: { column: "unit", value: "percent" },
    }),
    column("unit", "text", "AUD, index, ratio, percent or count; only percent may be 0 or less.", "AUD", {
      nullMeaning: "unknown",
    }),
    column("is_preliminary", "bool", "True while the figure is provisional.", "false", { default: false }),
    column("source", "text", "Source id.", "synthetic-prices", { required: true, sourceId: true }),
    licenceColumn("CC-BY-4.0"),
  ],
};
