import type { SeriesStore } from "./series-store.ts";

/** Earlier spellings of series keys, by what they begin with. They answer for one version more. */
const RENAMED: readonly (readonly [before: RegExp, now: string])[] = [
  [/^rates\.cash_rate\./, "rates.cash_rate_target."],
  [/^lending\.new_loan_commitments\./, "lending.new_commitments."],
  [/^approvals\.dwellings\./, "approvals.dwelling_units."],
  // Those that imports of the bureau's and the bank's tables had.
  [/^exchange\.aud_usd\./, "rates.aud_usd."],
  [/^cpi\.consumer_price_index\./, "cpi.index.all_groups."],
  [/^cpi\.year_ended_inflation\./, "cpi.annual_change.all_groups."],
  [/^cpi\.index_change_year\./, "cpi.annual_change."],
  [/^labour\.employed_total\./, "labour.employed_persons."],
  [/^wages\.wage_price_index_change_year\.total\./, "wages.wpi_yoy."],
  [/^population\.estimated_resident_population\.((?:fe)?males?)\./, "population.erp.$1."],
  [/^population\.estimated_resident_population\./, "population.erp.total."],
  [/^accounts\.state_final_demand_chain_volume_measures\./, "gdp.state_final_demand_chain_volume.total."],
  [
    /^lending\.households\.housing_finance_(owner_occupier|investor)_(?:total_dwellings_excluding_refinancing_)?new_loan_commitments_value\./,
    "lending.new_commitments.$1.",
  ],
  [/^credit\.credit\.([a-z0-9_]+)_12_month_ended_growth\./, "credit.growth_yoy.$1."],
];

/** The present spelling of a key; undefined for one that was never spelled otherwise. */
export function presentKey(key: string): string | undefined {
  const industry = /^markets\.short_interest_mean\.([a-z0-9_]+)$/.exec(key);
  if (industry !== null) return `markets.short_interest_avg.${industry[1].replaceAll("_", "-")}.aus`;
  const renamed = RENAMED.find(([before]) => before.test(key));
  return renamed === undefined ? undefined : key.replace(...renamed);
}

/** The number of a series under its key or an earlier spelling; a series that really has that key comes first. */
export function seriesNumber({ numbers }: SeriesStore, key: string): number | undefined {
  const present = numbers.has(key) ? key : presentKey(key);
  return present === undefined ? undefined : numbers.get(present);
}

/** The keys among those asked for that have another spelling now. */
export function renamedKeys(
  { numbers }: Pick<SeriesStore, "numbers">,
  asked: readonly string[],
): { asked: string; seriesKey: string }[] {
  return asked.flatMap((key) => {
    const present = numbers.has(key) ? undefined : presentKey(key);
    return present !== undefined && numbers.has(present) ? [{ asked: key, seriesKey: present }] : [];
  });
}
