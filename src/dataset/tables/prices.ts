import { STATE_CODES } from "../states.ts";
import { bool, date, double, isSource, licence, must, salCode, table, text } from "../table-definition.ts";

export const REGION_TYPES = ["national", "state", "gccsa", "rest_of_state", "suburb", "lga"] as const;

export const HOUSE_PRICE_REGIONS = table("house_price_regions", "Price regions", {
  key: ["region_code"],
  doc: "Regions with published prices and listings, and the suburb of each suburb region.",
  required: true,
  columns: {
    region_code: text("Region code, upper case.", "SUBURB:VIC-RICHMOND", must, { keyCase: "upper" }),
    region_type: text("Kind of region.", "suburb", must, { values: REGION_TYPES }),
    region_name: text("Display name.", "Richmond", must),
    state_code: text("State or territory.", "VIC", "national", { values: STATE_CODES, stateOf: "sal_code" }),
    postcode: text("Postcode.", "3121", { pattern: "[0-9]{4}" }),
    sal_code: salCode("the region is not a suburb, or is not linked to one", "22170"),
  },
});

export const HOUSE_PRICES = table("house_prices", "House prices", {
  key: ["region_code", "measure", "dwelling_type", "period", "source"],
  doc: "Observations of prices and ratios by region, measure, dwelling type, period and source.",
  required: true,
  columns: {
    region_code: text("Region.", "AUS", must, {
      keyCase: "upper",
      references: "house_price_regions.region_code",
    }),
    measure: text(
      "What is measured: mean_price, median_price, price_index, debt_to_income, total_value, transfer_count, median_rent, price_to_income, cash_rate, mortgage_rate_oo, housing_credit_growth, rents_index, wage_index, or any other name.",
      "median_price",
      must,
      { keyCase: "lower", pattern: "[a-z][a-z0-9_]{0,63}" },
    ),
    dwelling_type: text("Dwelling type.", "all", must, {
      values: ["all", "house", "established_house", "attached", "unit", "land"],
    }),
    period: date("Last day of the period.", "2026-09-30", must),
    period_freq: text("Quarterly, monthly or annual.", "Q", must, { values: ["Q", "M", "A"] }),
    value: double("The observation, in the row's unit.", "812000", must, {
      above: 0,
      aboveUnless: { column: "unit", value: "percent" },
    }),
    unit: text("AUD, index, ratio, percent or count; only percent may be 0 or less.", "AUD"),
    is_preliminary: bool("True if the figure is provisional.", "false", { default: false }),
    source: text("Source id.", "synthetic-prices", must, isSource),
    source_licence: licence(),
  },
});
