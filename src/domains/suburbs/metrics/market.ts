import type { Metric } from "../../../dataset/metric.ts";
import { DEMOGRAPHICS, numeric } from "./declare.ts";

/** Fewest sales behind a median that is compared with another, where the source publishes them. */
export const LEAST_SALES = 5;
/** Fewest changes from year to year that a price's volatility is of, in as many years at most. */
export const LEAST_CHANGES = 5;
export const MOST_YEARS = 10;
/** Fewest dwellings that sales are a share of. */
export const LEAST_DWELLINGS = 50;
/** Years over which the growth of unit prices is known. */
export const UNIT_YEARS = [1, 5];
/** Medians of fewer residents are one household's. */
const LEAST_RESIDENTS = 200;

/** Figures that are computed when a snapshot is built: no column of a dataset has them. */
const ofPrices = (declared: Pick<Metric, "key" | "unit" | "label" | "derivation">, rows: string): Metric =>
  numeric({ ...declared, table: "house_prices", column: "value", rows, isDerived: true, sql: declared.key });

const growth = (years: number, suffix = "", dwelling = "house", median = "price"): Metric =>
  ofPrices(
    {
      key: `price_growth_${years}y${suffix}`,
      unit: "% a year",
      label: `${dwelling === "house" ? "House" : "Unit"} price growth, ${years} year${years === 1 ? "" : "s"}`,
      derivation:
        `yearly growth of the ${dwelling} median (${median}) from the figure of the same source and frequency ${12 * years} months ` +
        `before; null where either is missing or has fewer than ${LEAST_SALES} known sales`,
    },
    `median_price_${dwelling}`,
  );

/** How the market of a suburb moves. They follow all others, so that no position moves. */
export const MARKET_METRICS: readonly Metric[] = [
  ofPrices(
    {
      key: "gross_yield",
      unit: "%",
      label: "Gross rental yield of houses",
      derivation:
        "52 times the latest median weekly rent of houses over the house median (price); null where their periods are more " +
        "than 12 months apart",
    },
    "median_rent_house",
  ),
  ...[1, 3, 5, 10].map((years) => growth(years)),
  ofPrices(
    {
      key: "rent_growth_1y",
      unit: "%",
      label: "House rent growth, 1 year",
      derivation:
        "latest median weekly rent of houses over that of the same source and frequency 12 months before; null where either " +
        "is missing",
    },
    "median_rent_house",
  ),
  ofPrices(
    {
      key: "volatility",
      unit: "percentage points",
      label: "Volatility of the house price",
      derivation:
        `sample standard deviation of the changes of the house median (price) from year to year, in its month, over ${MOST_YEARS} ` +
        `years; null with fewer than ${LEAST_CHANGES} changes; figures with fewer than ${LEAST_SALES} known sales left out`,
    },
    "median_price_house",
  ),
  ofPrices(
    {
      key: "sales_12m",
      unit: "count",
      label: "House sales in 12 months",
      derivation: "published sales of houses in the latest 12 months; null where a period of them is missing",
    },
    "transfer_count_house",
  ),
  ofPrices(
    {
      key: "turnover",
      unit: "% of dwellings",
      label: "Houses sold in 12 months",
      derivation: `sales_12m over the dwellings of the census; null below ${LEAST_DWELLINGS} dwellings`,
    },
    "transfer_count_house",
  ),
  numeric({
    key: "price_to_income",
    unit: "years of income",
    label: "House price to household income",
    table: "house_prices",
    column: "value",
    rows: "median_price_house",
    leastResidents: LEAST_RESIDENTS,
    isDerived: true,
    sql: `CASE WHEN population >= ${LEAST_RESIDENTS} AND median_weekly_hhd_income > 0
      THEN latest_median_price / (52 * median_weekly_hhd_income) END`,
    derivation: `house median (price) over 52 median weekly household incomes of the census; null below ${LEAST_RESIDENTS} residents`,
  }),
  numeric({
    key: "rent_to_income",
    unit: "%",
    label: "Rent to household income",
    table: DEMOGRAPHICS,
    column: "median_weekly_rent",
    leastResidents: LEAST_RESIDENTS,
    isDerived: true,
    sql: `CASE WHEN population >= ${LEAST_RESIDENTS} AND median_weekly_hhd_income > 0 AND median_weekly_rent > 0
      THEN median_weekly_rent / median_weekly_hhd_income * 100 END`,
    derivation: `median weekly rent over median weekly household income, both of the census; null below ${LEAST_RESIDENTS} residents`,
  }),
];

/** The main figures of prices for units, where the source tells them from houses. They follow all others again. */
export const UNIT_METRICS: readonly Metric[] = [
  ofPrices(
    {
      key: "price_units",
      unit: "AUD",
      label: "Median unit price",
      derivation: "latest public median sale price of units; null where no source tells units from houses",
    },
    "median_price_unit",
  ),
  ofPrices(
    {
      key: "gross_yield_units",
      unit: "%",
      label: "Gross rental yield of units",
      derivation:
        "52 times the latest median weekly rent of units over the unit median (price_units); null where their periods are more " +
        "than 12 months apart",
    },
    "median_rent_unit",
  ),
  ...UNIT_YEARS.map((years) => growth(years, "_units", "unit", "price_units")),
];
