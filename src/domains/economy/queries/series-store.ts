import type { Message } from "@bufbuild/protobuf";
import type { Page } from "../../../engine/pages/page.ts";
import type { PageStore } from "../../../engine/pages/page-store.ts";
import { seriesMatrix } from "../../../engine/statistics/series-matrix.ts";
import type { EconomicSeriesInfo } from "../../../gen/shorts/v1alpha1/economy_pb.ts";
import { quoted } from "../../../rpc/request-rules.ts";
import { camelCase } from "../../../runtime/camel-case.ts";
import { TerraceError } from "../../../runtime/errors.ts";
import { nearestNames } from "../../../runtime/nearest-names.ts";
import { SERIES_ELEMENTS, type SeriesRow } from "../pages/index.ts";
import type { SeriesFilter } from "../rules.ts";

export type EconomicSeries = Readonly<Omit<EconomicSeriesInfo, keyof Message | "latestPeriod">> & {
  /** Day number of the newest observation; undefined without any. */
  readonly latestPeriod: number | undefined;
};

export type SeriesStore = ReturnType<typeof loadSeriesStore>;

const pageOf = (pages: PageStore) => pages.readOnce("economic_series", "all")!;
const rowsOf = (page: Page) => page.json<SeriesRow[]>(SERIES_ELEMENTS.catalogue);

/** The keys of all series, without loading their observations. */
export function seriesKeys(pages: PageStore): string[] {
  return rowsOf(pageOf(pages)).map((row) => row.series_key);
}

/** Loads all series of a snapshot into memory: 20 bytes per observation. */
export function loadSeriesStore(pages: PageStore) {
  const page = pageOf(pages);
  const bytes = (element: keyof typeof SERIES_ELEMENTS) => page.copied(SERIES_ELEMENTS[element]);
  const series = rowsOf(page).map(catalogueEntry);
  const seriesNumbers = new Int32Array(bytes("seriesNumbers"));
  const values = new Float64Array(bytes("values"));
  const starts = new Int32Array(series.length + 1);
  for (const number of seriesNumbers) starts[number + 1]++;
  for (let number = 0; number < series.length; number++) starts[number + 1] += starts[number];
  const months = new Int32Array(bytes("monthNumbers"));
  return {
    /** By series number, which is key order. */
    series,
    numbers: new Map(series.map((entry, number) => [entry.seriesKey, number])),
    /** Observations of series s are from starts[s] to before starts[s + 1], oldest first. */
    starts,
    dayNumbers: new Int32Array(bytes("dayNumbers")),
    values,
    levels: seriesMatrix(
      { seriesNumbers, months, values },
      series.map(({ frequency }) => frequency),
    ),
  };
}

function catalogueEntry({ latest_period: latest, ...row }: SeriesRow): EconomicSeries {
  const members = Object.entries(row).map(([column, value]) => [camelCase(column), value]);
  return { ...Object.fromEntries(members), latestPeriod: latest ?? undefined };
}

/** Deprecated key patterns and their replacements. They work for one more version. */
const RENAMED: readonly (readonly [before: RegExp, now: string])[] = [
  [/^rates\.cash_rate\./, "rates.cash_rate_target."],
  [/^lending\.new_loan_commitments\./, "lending.new_commitments."],
  [/^approvals\.dwellings\./, "approvals.dwelling_units."],
  // From earlier imports of the tables of the ABS and the RBA.
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

/** The current key of a deprecated one; undefined for any other key. */
export function presentKey(key: string): string | undefined {
  const industry = /^markets\.short_interest_mean\.([a-z0-9_]+)$/.exec(key);
  if (industry !== null) return `markets.short_interest_avg.${industry[1].replaceAll("_", "-")}.aus`;
  const renamed = RENAMED.find(([before]) => before.test(key));
  return renamed === undefined ? undefined : key.replace(...renamed);
}

/** The number of the series with this key, current or deprecated; an exact match comes first. */
export function seriesNumber({ numbers }: SeriesStore, key: string): number | undefined {
  const present = numbers.has(key) ? key : presentKey(key);
  return present === undefined ? undefined : numbers.get(present);
}

/** The deprecated keys of a request, with their current keys. */
export function renamedKeys(
  { numbers }: Pick<SeriesStore, "numbers">,
  asked: readonly string[],
): { asked: string; seriesKey: string }[] {
  return asked.flatMap((key) => {
    const present = numbers.has(key) ? undefined : presentKey(key);
    return present !== undefined && numbers.has(present) ? [{ asked: key, seriesKey: present }] : [];
  });
}

const FILTERED = ["topic", "metric", "regionType", "regionCode", "product"] as const;

export type ListedSeries = ReturnType<typeof listSeries>;

/** The numbers of the first `limit` matching series after `afterKey`, and how many match in all. */
export function listSeries(store: SeriesStore, filter: SeriesFilter) {
  const numbers: number[] = [];
  let total = 0;
  for (let number = 0; number < store.series.length; number++) {
    if (!matches(store.series[number], filter)) continue;
    total++;
    if (numbers.length < filter.limit && store.series[number].seriesKey > filter.afterKey)
      numbers.push(number);
  }
  return { numbers, total };
}

function matches(entry: EconomicSeries, filter: SeriesFilter): boolean {
  return FILTERED.every((name) => filter[name] === "" || entry[name] === filter[name]);
}

/** not_found for an unknown key, with the nearest keys. */
export function noSuchSeries(key: string, catalogue: readonly EconomicSeries[]): TerraceError {
  const near = nearestNames(
    key,
    catalogue.map(({ seriesKey }) => seriesKey),
    3,
  ).map((name) => `"${name}"`);
  const hint = near.length === 0 ? "ListEconomicSeries lists them" : `did you mean ${near.join(", ")}?`;
  return new TerraceError("not_found", `no series ${quoted(key)}; ${hint}`);
}
