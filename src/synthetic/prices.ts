import type { Row } from "../dataset/csv-writer.ts";
import { NATIONAL_REGION_CODE, STATES } from "../dataset/states.ts";
import { RESTRICTED_LICENCE } from "../dataset/table-definition.ts";
import { clamp, Random, round, roundTo } from "../runtime/random.ts";
import { dateText, monthEnd, monthStarts, QUARTER_ENDS } from "./calendar.ts";
import { type CrawledSuburb, regionCodeOf } from "./listings/crawl.ts";
import { slug } from "./places/names.ts";
import type { Suburb } from "./places/suburbs.ts";
import { PUBLIC_LICENCE } from "./sources.ts";
import { STATE_PROFILES } from "./state-profiles.ts";

const SECOND = "synthetic-prices-b";
const LAST = QUARTER_ENDS.length - 1;

/** States that publish suburb medians. */
const FEED_STATES = new Set(["NSW", "VIC", "SA"]);

/** How a suburb's prices are published: by a public feed, as restricted rows only, or not at all. */
type Feed = "quarterly" | "annual" | "restricted" | "none";

type SuburbRegion = PriceRegions["suburbs"][number];

type PriceRegions = ReturnType<typeof generatePriceRegions>;

/** All price regions, from the country to suburbs, including all crawled suburbs. */
export function generatePriceRegions(
  seed: number,
  suburbs: readonly Suburb[],
  crawled: readonly CrawledSuburb[],
  councilRows: readonly Row[],
) {
  const random = new Random(seed, "price-regions");
  const crawledCodes = new Set(crawled.map((c) => c.salCode));
  const priced = new Map<string, { code: string; suburb: Suburb; feed: Feed }>();
  for (const suburb of suburbs) {
    const feed = feedOf(random, suburb);
    if (feed === "none" && !crawledCodes.has(suburb.code) && !random.chance(0.03)) continue;
    const code = regionCodeOf(suburb.state, suburb.name);
    priced.set(code, { code, suburb, feed });
    // A second region for the suburb: an old spelling still used by the feed.
    const old = `${code}-OLD`;
    if (feed === "annual" && random.chance(0.02)) priced.set(old, { code: old, suburb, feed });
  }
  const councils = councilRows
    .filter((_, i) => i % 45 === 0)
    .map((council) => ({
      code: `LGA:${council.state_code}-${slug(String(council.lga_name)).toUpperCase()}`,
      name: String(council.display_name),
      price: Number(council.council_house_median ?? 600_000),
      state: String(council.state_code),
    }));
  const rows: Row[] = [
    { region_code: NATIONAL_REGION_CODE, region_type: "national", region_name: "Australia" },
    ...STATES.map((s) => region(s.code, "state", s.name, s.code)),
    ...STATES.map((s) => region(s.capitalRegion.code, "gccsa", s.capitalRegion.name, s.code)),
    ...STATES.flatMap((s) =>
      s.restRegion === null ? [] : [region(s.restRegion.code, "rest_of_state", s.restRegion.name, s.code)],
    ),
    ...[...priced.values()].map(({ code, suburb: s }) => ({
      ...region(code, "suburb", s.name, s.state),
      postcode: s.postcode,
      sal_code: s.code,
    })),
    ...crawled
      .filter((place) => place.salCode === null)
      .map((p) => ({ ...region(p.regionCode, "suburb", p.name, p.state), postcode: p.postcode })),
    ...councils.map((c) => region(c.code, "lga", c.name, c.state)),
  ];
  return { rows, suburbs: [...priced.values()], councils };
}

function feedOf(random: Random, { state, population }: Suburb): Feed {
  if ((population ?? 0) < 250 || random.chance(0.06)) return "none";
  if (!FEED_STATES.has(state)) return random.chance(0.03) ? "restricted" : "none";
  if (random.chance(0.02)) return "restricted";
  return random.chance(state === "VIC" ? 0.45 : 0.75) ? "quarterly" : "annual";
}

const region = (region_code: string, region_type: string, region_name: string, state_code: string): Row => ({
  region_code,
  region_type,
  region_name,
  state_code,
});

/** Yearly growth of the national market in percent, and the quarter from which each value applies. */
const GROWTHS = [13, 4, 9, -2, 10, -1, 7, -4, 3, 19, -5, 6, 4];
const GROWTHS_FROM = [0, 8, 16, 24, 28, 36, 44, 60, 70, 74, 80, 84, 92];

/** Price level by quarter relative to the newest (= 1), for "AUS" and each state. */
type PricePaths = ReturnType<typeof pricePaths>;

export function pricePaths(seed: number) {
  const codes = [NATIONAL_REGION_CODE, ...STATE_PROFILES.map(({ code }) => code)];
  return new Map<string, Float64Array>(
    codes.map((code, i) => [code, path(new Random(seed, `price-path/${code}`), i === 0 ? 0 : 1)]),
  );
}

function path(random: Random, own: number): Float64Array {
  let log = 0;
  let drift = 0;
  const logs = Float64Array.from(QUARTER_ENDS, (_, q) => {
    const growth = GROWTHS[GROWTHS_FROM.findLastIndex((from) => from <= q)];
    drift = 0.8 * drift + own * 0.006 * random.normal();
    log += clamp(growth / 400 + drift + 0.004 * random.normal(), -0.06, 0.09);
    return log;
  });
  return logs.map((one) => Math.exp(one - log));
}

const HOUSE_MEDIAN = { measure: "median_price", dwelling_type: "house", unit: "AUD" };

/** Observations of a series from quarter `from` to `until`; the newest quarter is preliminary. */
function* quarters(
  series: Row,
  from: number,
  valueAt: (q: number) => number,
  until = LAST,
  frequency = "Q",
): Generator<Row> {
  for (let q = from; q <= until; q++) yield observation(series, q, valueAt(q), q === LAST, frequency);
}

function observation(series: Row, q: number, value: number, is_preliminary = false, frequency = "Q"): Row {
  return { ...series, period: QUARTER_ENDS[q], period_freq: frequency, value, is_preliminary };
}

/** Rows of the country, states, capitals and rests of states: four measures for every quarter. */
export function* bigRegionRows(seed: number, paths: PricePaths): Generator<Row> {
  const national = STATE_PROFILES.reduce((sum, p) => sum + p.housePrice * p.weight, 0);
  const whole = { region_code: NATIONAL_REGION_CODE, dwelling_type: "all" };
  const levels = paths.get(NATIONAL_REGION_CODE)!;
  yield* fourMeasures(seed, NATIONAL_REGION_CODE, "all", national, levels);
  // A second publisher of the national index, which stops a quarter earlier.
  const again = new Random(seed, "prices/second-index");
  const index = { ...whole, measure: "price_index", unit: "index", source: SECOND };
  const level = (q: number) => round(160 * levels[q] * (1 + 0.006 * again.normal()), 1);
  yield* quarters(index, 40, level, LAST - 1);
  yield* nationalMeasureRows(seed);
  for (const { code, capitalRegion, restRegion } of STATES) {
    const { housePrice, weight } = STATE_PROFILES.find((p) => p.code === code)!;
    const own = paths.get(code)!;
    yield* fourMeasures(seed, code, "all", housePrice * 0.93, own);
    const random = new Random(seed, `prices/transfers/${code}`);
    const transfers = { ...whole, region_code: code, measure: "transfer_count", unit: "count" };
    yield* quarters(transfers, 60, () => Math.round(120_000 * weight * (1 + 0.1 * random.normal())));
    yield* fourMeasures(seed, capitalRegion.code, "established_house", housePrice * 1.22, own);
    yield* fourMeasures(seed, capitalRegion.code, "attached", housePrice * 0.74, own);
    if (restRegion === null) continue;
    yield* fourMeasures(seed, restRegion.code, "established_house", housePrice * 0.71, own);
    yield* fourMeasures(seed, restRegion.code, "attached", housePrice * 0.55, own);
  }
}

function* fourMeasures(
  seed: number,
  region_code: string,
  dwelling_type: string,
  price: number,
  path: Float64Array,
): Generator<Row> {
  const random = new Random(seed, `prices/${region_code}/${dwelling_type}`);
  const base = path[QUARTER_ENDS.indexOf("2011-12-31")];
  const measures = [
    ["mean_price", "AUD", (level: number) => roundTo(price * 1.12 * level, 100)],
    ["median_price", "AUD", (level: number) => roundTo(price * level, 500)],
    ["price_index", "index", (level: number) => round((100 * level) / base, 1)],
    ["debt_to_income", "ratio", (level: number) => round(0.9 + 1.05 * level ** 0.4, 3)],
  ] as const;
  for (const [measure, unit, value] of measures) {
    const series = { region_code, dwelling_type, measure, unit };
    yield* quarters(series, 0, (q) => value(path[q] * (1 + 0.004 * random.normal())));
  }
}

const rateCycle = (share: number) => 3.1 + 2.4 * Math.cos(7 * share);

/** National series by month or quarter; `path` maps the fraction of elapsed time to a value. */
const MEASURES: readonly (readonly [
  measure: string,
  unit: string,
  months: 1 | 3,
  path: (share: number) => number,
  wobble: number,
])[] = [
  ["cash_rate", "percent", 1, rateCycle, 0.05],
  ["mortgage_rate_oo", "percent", 1, (t) => rateCycle(t) + 2.1, 0.06],
  ["mortgage_rate_investor", "percent", 1, (t) => rateCycle(t) + 2.5, 0.06],
  // Growth is negative in a downturn.
  ["housing_credit_growth", "percent", 1, (t) => 5 + 7 * Math.cos(9 * t), 0.3],
  ["household_net_worth", "AUD", 3, (t) => 4.5e12 * Math.exp(1.5 * t), 2e10],
  ["rents_index", "index", 3, (t) => 62 * Math.exp(0.9 * t), 0.3],
  ["wage_index", "index", 3, (t) => 80 * Math.exp(0.72 * t), 0.2],
];

function* nationalMeasureRows(seed: number): Generator<Row> {
  const months = monthStarts(2002, "2026-09-01");
  for (const [measure, unit, step, path, wobble] of MEASURES) {
    const random = new Random(seed, `prices/national/${measure}`);
    for (let i = step - 1; i < months.length; i += step) {
      yield {
        region_code: NATIONAL_REGION_CODE,
        measure,
        dwelling_type: "all",
        period: dateText(monthEnd(2002, i + 1)),
        period_freq: step === 1 ? "M" : "Q",
        value: round(path(i / months.length) + wobble * random.normal(), 2),
        unit,
        is_preliminary: i + step >= months.length,
      };
    }
  }
}

/** Quarters with rents and sales: enough for a yield and for yearly growth and sales. */
const MARKET_QUARTERS = 8;
/** Quarters with unit medians: five years up to the latest final one. */
const UNIT_QUARTERS = 22;
/** Smaller suburbs have too few units for a median. */
const UNIT_RESIDENTS = 4000;

/** Medians of a suburb region as published by its feed, with rents and sales. */
export function* suburbPriceRows(
  seed: number,
  { code, suburb, feed }: SuburbRegion,
  paths: PricePaths,
): Generator<Row> {
  if (feed === "none") return;
  const random = new Random(seed, `prices/${code}`);
  const path = paths.get(suburb.state)!;
  const residents = suburb.population ?? 0;
  const licence = feed === "restricted" ? RESTRICTED_LICENCE : PUBLIC_LICENCE;
  const series = { region_code: code, ...HOUSE_MEDIAN, source_licence: licence };
  if (feed === "quarterly" && residents >= UNIT_RESIDENTS)
    yield* unitRows(
      new Random(seed, `prices/${code}/units`),
      { ...series, dwelling_type: "unit" },
      suburb,
      path,
    );
  const annual = feed === "annual";
  // Small suburbs enter the feed late, some leave it, and quarters with few sales are missing.
  const from = random.chance(0.6) ? 0 : random.int(4, 70);
  const until = random.chance(0.04) ? random.int(80, LAST - 1) : LAST;
  const gaps = residents < 1500 ? 0.07 : 0.004;
  const twoSources = feed === "quarterly" && random.chance(0.05);
  const restrictedTail = feed === "quarterly" && random.chance(0.03);
  // Cheaper places have higher yields.
  const dear = Math.min(1, suburb.housePrice / 2_500_000);
  const grossYield = 0.052 - 0.024 * dear + 0.004 * random.normal();
  let drift = 0;
  for (let q = from; q <= until; q++) {
    drift = 0.9 * drift + 0.012 * random.normal();
    if (annual && q % 4 !== 3) continue;
    if (random.chance(gaps)) continue;
    const value = roundTo(Math.max(40_000, suburb.housePrice * path[q] * Math.exp(drift)), 500);
    const hidden = restrictedTail && q > LAST - 3;
    const row = hidden ? { ...series, source_licence: RESTRICTED_LICENCE } : series;
    yield observation(row, q, value, q === LAST, annual ? "A" : "Q");
    if (!annual && q > LAST - MARKET_QUARTERS) {
      const rent = Math.max(150, (value * grossYield * (1 + 0.01 * random.normal())) / 52);
      yield observation({ ...row, measure: "median_rent" }, q, roundTo(rent, 5));
      const sales = Math.round(Math.max(5, residents * 0.004) * (1 + 0.2 * random.normal()));
      yield observation({ ...row, measure: "transfer_count", unit: "count" }, q, Math.max(1, sales));
    }
    if (twoSources && q > 60) yield observation({ ...series, source: SECOND }, q, roundTo(value * 1.01, 500));
  }
}

/** Unit medians and rents: cheaper than houses, slower growth, higher yield. */
function* unitRows(random: Random, series: Row, { housePrice }: Suburb, path: Float64Array): Generator<Row> {
  const share = 0.5 + 0.2 * random.unit();
  const grossYield = 0.05 + 0.005 * random.normal();
  for (let q = LAST - UNIT_QUARTERS + 1; q <= LAST; q++) {
    const level = path[q] ** 0.8 * (1 + 0.015 * random.normal());
    const price = roundTo(Math.max(40_000, housePrice * share * level), 500);
    yield observation(series, q, price, q === LAST);
    if (q <= LAST - MARKET_QUARTERS) continue;
    yield observation({ ...series, measure: "median_rent" }, q, roundTo((price * grossYield) / 52, 5));
  }
}

export function* councilPriceRows(
  seed: number,
  { councils }: PriceRegions,
  paths: PricePaths,
): Generator<Row> {
  for (const { code, price, state } of councils) {
    const random = new Random(seed, `prices/${code}`);
    const path = paths.get(state)!;
    const value = (q: number) => roundTo(price * path[q] * (1 + 0.01 * random.normal()), 500);
    yield* quarters({ region_code: code, ...HOUSE_MEDIAN }, 80, value, LAST, "M");
  }
}
