import type { Metric } from "./country.ts";

const GROUPS: readonly [title: string, keys: RegExp][] = [
  ["Prices and people", /^(price|population|age|income|born_overseas|religion|language)$/],
  [
    "Market",
    /^(gross_yield|price_|rent_|volatility|sales_|turnover|days_on|stock_|months_|share_disc|median_disc|auction|hold_)/,
  ],
  ["Work and homes", /^(pct_|median_(?!disc)|unemployment|labour)/],
  ["Advantage (SEIFA)", /^seifa_/],
  ["Places nearby", /^(amenity|supermarkets|pubs|grocery|healthcare|school|nearest|distance|remoteness|nbn)/],
  ["Crime", /^(crime|recorded)_/],
  ["Land and hazards", /^(elevation|land_|water|permanent|flood|bushfire)/],
  ["Planning", /^(zone|zoning|dominant_zone|heritage|nsw_)/],
  ["Public life", /^(federal|state_party|politician|lga_code)/],
];

/** Whether any suburb has a value. Metrics without are offered nowhere and listed under Coverage. */
export function hasFigures({ dataCount }: Pick<Metric, "dataCount">): boolean {
  return dataCount > 0;
}

/** Metrics by group, in registry order; those without a group come last, as Other. */
export function groupedMetrics<M extends Pick<Metric, "key">>(metrics: readonly M[]) {
  const groups = GROUPS.map(([title, keys]) => ({
    title,
    metrics: metrics.filter(({ key }) => keys.test(key)),
  }));
  const rest = metrics.filter(({ key }) => !GROUPS.some(([, keys]) => keys.test(key)));
  return [...groups, { title: "Other", metrics: rest }].filter((group) => group.metrics.length > 0);
}
