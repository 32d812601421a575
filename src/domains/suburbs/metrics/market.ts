import type { Metric } from "../../../dataset/metric.ts";
import { DEMOGRAPHICS, numeric } from "./declare.ts";

/** Fewest sales behind a median for growth, where the source publishes sales. */
export const MIN_SALES = 5;
/** Fewest year-on-year changes for volatility, within MAX_YEARS. */
export const MIN_CHANGES = 5;
export const MAX_YEARS = 10;
/** Fewest dwellings for turnover. */
export const MIN_DWELLINGS = 50;
/** Periods in years for the growth of unit prices. */
export const UNIT_YEARS = [1, 5];
/** Below this, a median reflects single households. */
const MIN_RESIDENTS = 200;

/** Figures that are computed when a snapshot is built, from published prices of one kind. */
const ofPrices = (rows: string) => ({ table: "house_prices", column: "value", rows, isDerived: true });

const growth = (years: number, suffix = "", dwelling = "house", median = "price"): Metric => {
  const label = `${dwelling === "house" ? "House" : "Unit"} price growth, ${years} year${years === 1 ? "" : "s"}`;
  return numeric(`price_growth_${years}y${suffix}`, "% a year", label, {
    ...ofPrices(`median_price_${dwelling}`),
    derivation:
      `yearly growth of the ${dwelling} median (${median}) from the figure of the same source and frequency ${12 * years} months ` +
      `before; null where either is missing or has fewer than ${MIN_SALES} known sales`,
  });
};

const grossYield = (suffix: string, dwelling: string, median: string): Metric =>
  numeric(`gross_yield${suffix}`, "%", `Gross rental yield of ${dwelling}s`, {
    ...ofPrices(`median_rent_${dwelling}`),
    derivation:
      `52 times the latest median weekly rent of ${dwelling}s over the ${dwelling} median (${median}); null where their periods ` +
      "are more than 12 months apart",
  });

/** A price relative to household income; null below MIN_RESIDENTS. */
const toIncome = (derivation: string, paid: string) => ({
  leastResidents: MIN_RESIDENTS,
  derivation: `${derivation}; null below ${MIN_RESIDENTS} residents`,
  sql: `CASE WHEN population >= ${MIN_RESIDENTS} AND median_weekly_hhd_income > 0 ${paid} END`,
});

export const MARKET_METRICS: readonly Metric[] = [
  grossYield("", "house", "price"),
  ...[1, 3, 5, 10].map((years) => growth(years)),
  numeric("rent_growth_1y", "%", "House rent growth, 1 year", {
    ...ofPrices("median_rent_house"),
    derivation:
      "latest median weekly rent of houses over that of the same source and frequency 12 months before; null where either " +
      "is missing",
  }),
  numeric("volatility", "percentage points", "Volatility of the house price", {
    ...ofPrices("median_price_house"),
    derivation:
      `sample standard deviation of the changes of the house median (price) from year to year, in its month, over ${MAX_YEARS} ` +
      `years; null with fewer than ${MIN_CHANGES} changes; figures with fewer than ${MIN_SALES} known sales left out`,
  }),
  numeric("sales_12m", "count", "House sales in 12 months", {
    ...ofPrices("transfer_count_house"),
    derivation: "published sales of houses in the latest 12 months; null where a period of them is missing",
  }),
  numeric("turnover", "% of dwellings", "Houses sold in 12 months", {
    ...ofPrices("transfer_count_house"),
    derivation: `sales_12m over the dwellings of the census; null below ${MIN_DWELLINGS} dwellings`,
  }),
  numeric("price_to_income", "years of income", "House price to household income", {
    ...ofPrices("median_price_house"),
    ...toIncome(
      "house median (price) over 52 median weekly household incomes of the census",
      "THEN latest_median_price / (52 * median_weekly_hhd_income)",
    ),
  }),
  numeric("rent_to_income", "%", "Rent to household income", {
    table: DEMOGRAPHICS,
    column: "median_weekly_rent",
    isDerived: true,
    ...toIncome(
      "median weekly rent over median weekly household income, both of the census",
      "AND median_weekly_rent > 0 THEN median_weekly_rent / median_weekly_hhd_income * 100",
    ),
  }),
];

export const UNIT_METRICS: readonly Metric[] = [
  numeric("price_units", "AUD", "Median unit price", {
    ...ofPrices("median_price_unit"),
    derivation: "latest public median sale price of units; null where no source tells units from houses",
  }),
  grossYield("_units", "unit", "price_units"),
  ...UNIT_YEARS.map((years) => growth(years, "_units", "unit", "price_units")),
];
