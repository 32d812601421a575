import type { terrace } from "../data/terrace.ts";
import { formatMoney, formatNumber, joined } from "./format.ts";

/** The fields of a series in the server's list that names need. */
export type SeriesFacts = Pick<
  Awaited<ReturnType<typeof terrace.economy.listEconomicSeries>>["series"][number],
  "seriesKey" | "topic" | "metric" | "product" | "regionName" | "unit" | "frequency" | "adjustment"
>;

const TOPICS: Readonly<Record<string, string>> = {
  rates: "Interest rates",
  cpi: "Inflation",
  labour: "Jobs",
  wages: "Wages",
  house_prices: "House prices",
  dwellings: "Dwellings",
  rents: "Rents",
  approvals: "Building approvals",
  construction: "Construction",
  households: "Household finances",
  lending: "Lending",
  population: "Population",
  census: "Census",
  gdp: "National accounts",
  spending: "Spending",
  trade: "Trade",
  markets: "Share market",
  business: "Business",
  petroleum: "Fuel",
  crime: "Crime",
};

/** Names that cannot be derived from the words of a key. */
const NAMES: Readonly<Record<string, string>> = {
  "approvals.dwelling_units": "Dwellings approved",
  "census.median_weekly_hhd_income": "Median weekly household income",
  "census.median_weekly_per_income": "Median weekly personal income",
  "census.pct_born_overseas": "Born overseas",
  "census.pct_english_only": "Speak English only",
  "cpi.annual_change": "Inflation over the year",
  "cpi.index": "Consumer price index",
  "cpi.index_change": "Inflation over the quarter",
  "cpi.monthly_indicator": "Monthly inflation indicator",
  "dwellings.mean_price": "Mean dwelling price",
  "dwellings.stock": "Number of dwellings",
  "dwellings.total_value": "Total value of dwellings",
  "gdp.gross_domestic_product": "Gross domestic product",
  "house_prices.index": "Home price index",
  "house_prices.index_change": "Home prices, change over the quarter",
  "house_prices.index_change_year": "Home prices, change over the year",
  "labour.employed_persons": "Employed people",
  "labour.labour_force_total": "Labour force",
  "labour.not_in_the_labour_force_nilf": "Not in the labour force",
  "labour.unemployed_total": "Unemployed people",
  "population.erp": "Resident population",
  "rates.cash_rate_target_announced": "Cash rate target, as announced",
  "rates.cash_rate_target_month_end": "Cash rate target, end of the month",
  "rates.es_rate_announced": "Exchange settlement rate, as announced",
  "rates.lending_rates": "Lending rate",
  "rents.median_weekly": "Median weekly rent",
  "wages.wage_price_index_change": "Wage growth over the quarter",
  "wages.wpi_yoy": "Wage growth over the year",
};

/** Products that are the default and not named, or are named differently. */
const PRODUCTS: Readonly<Record<string, string>> = {
  total: "",
  all: "",
  all_groups: "",
  residential_property: "",
  females: "women",
  males: "men",
};

const ADJUSTMENTS: Readonly<Record<string, string>> = { seasadj: "seasonally adjusted", trend: "trend" };

const UNITS: Readonly<Record<string, string>> = {
  percent: "%",
  aud: "$",
  count: "number",
  persons: "people",
  rate_per_100k: "per 100,000 people",
};

export function topicName(topic: string): string {
  return TOPICS[topic] ?? sentence(topic);
}

/** What is measured and how it differs from its siblings: "Unemployment rate, women, seasonally adjusted". */
export function seriesName({
  topic,
  metric,
  product,
  adjustment,
}: Pick<SeriesFacts, "topic" | "metric" | "product" | "adjustment">): string {
  const name = NAMES[`${topic}.${metric}`] ?? changeName(metric);
  const ofWhat = metric === "lending_rates" ? loanName(product) : (PRODUCTS[product] ?? words(product));
  return joined([name, ofWhat, ADJUSTMENTS[adjustment]], ", ");
}

/** seriesName with the region: "Cash rate target, Australia". */
export function seriesTitle(series: SeriesFacts): string {
  return `${seriesName(series)}, ${regionName(series)}`;
}

/** seriesName for a key alone: topic, metric, product and region. */
export function seriesNameOfKey(seriesKey: string): string {
  const [topic, metric = "", product = ""] = seriesKey.split(".");
  return seriesName({ topic, metric, product, adjustment: "" });
}

/** Renames a series that Search titles by its key's words; drops highlights, which no longer fit. */
export function foundSeries(hit: Readonly<Record<"kind" | "id" | "title" | "detail", string>>) {
  const { kind, id, title, detail } = hit;
  // A key ends with its region; before it there may be a product.
  const [topic, metric = "", ...rest] = id.split(".").slice(0, -1);
  const product = rest.join(".");
  const keyed = words(joined([topic, metric, product], " "));
  const name = title.replaceAll(/\s+/g, " ");
  if (kind !== "series" || !name.startsWith(`${keyed} `)) return {};
  const [unit, frequency = "", adjustment = ""] = detail.split(", ");
  const region = name.slice(keyed.length + 1);
  const facts = { seriesKey: id, topic, metric, product, regionName: region, unit, frequency, adjustment };
  return {
    title: seriesTitle(facts),
    detail: [topicName(topic), frequency, unitName(unit)].join(", "),
    highlights: [],
  };
}

export function regionName({ regionName: name }: SeriesFacts): string {
  return name.replace(/^Australia \(weighted average of (.*)\)$/, "$1");
}

export function unitName(unit: string): string {
  return UNITS[unit] ?? words(unit);
}

export function formatSeriesValue(value: number, unit: string): string {
  if (unit === "percent") return `${formatNumber(value)} %`;
  return unit === "aud" ? formatMoney(value, Math.abs(value) >= 1e5) : formatNumber(value);
}

/** `year_ended_trimmed_mean_inflation` becomes "Trimmed mean inflation over the year". */
function changeName(metric: string): string {
  const [, span, rest] = /^(year_ended|quarterly)_(.*)$/.exec(metric) ?? [];
  if (rest === undefined) return sentence(metric);
  const [what, ...excluding] = rest.replace(/_original$/, "").split("_excluding_");
  const over = span === "quarterly" ? "over the quarter" : "over the year";
  return [`${sentence(what)} ${over}`, ...excluding.map((one) => `excluding ${words(one)}`)].join(", ");
}

/** Kinds of loans, which the Reserve Bank's keys concatenate. */
const LOANS: readonly (readonly [RegExp, string])[] = [
  [/^housing_credit_new_loans_funded_in_the_month_/, "new home loans, "],
  [/^housing_credit_outstanding_/, "existing home loans, "],
  [/^housing_loans_(banks|mortgage_managers)_/, "home loans of $1, "],
  [/^securitised_housing_loans_/, "securitised home loans, "],
  [/^(small|large|medium)_business_/, "$1 businesses, "],
  [/^personal_loans_/, "personal loans, "],
  [/owner_occupied_|owner_occupier_/, "owner-occupied, "],
  [/_owner_occupier$/, ", owner-occupied"],
  [/investment_|investor_/, "investment, "],
  [/_investor$/, ", investment"],
  [/_rate_(all|large)_institutions$/, " rate, $1 institutions"],
  [/by_(repayment_type|value_at_commitment|residual_fixed_term)_/, ""],
];

function loanName(product: string): string {
  return words(LOANS.reduce((text, [from, to]) => text.replace(from, to), product));
}

const words = (text: string) => text.replaceAll("_", " ");

function sentence(text: string): string {
  return words(text).charAt(0).toUpperCase() + words(text).slice(1);
}
