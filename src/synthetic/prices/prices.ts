import type { Row } from "../../dataset/csv-writer.ts";
import { NATIONAL_REGION_CODE, STATES } from "../../dataset/states.ts";
import { RESTRICTED_LICENCE } from "../../dataset/table-definition.ts";
import { Random, round, roundTo } from "../../runtime/random.ts";
import { QUARTER_ENDS } from "../calendar.ts";
import { PUBLIC_LICENCE } from "../sources.ts";
import { STATE_PROFILES } from "../state-profiles.ts";
import { nationalMeasureRows } from "./national-measures.ts";
import type { PriceRegions, SuburbRegion } from "./price-regions.ts";

const FIRST = "synthetic-prices";
const SECOND = "synthetic-prices-b";
const LAST = QUARTER_ENDS.length - 1;

type Paths = ReadonlyMap<string, Float64Array>;

/** What the rows of a public series have in common. */
const PUBLIC = { source: FIRST, source_licence: PUBLIC_LICENCE };
const HOUSE_MEDIAN = { measure: "median_price", dwelling_type: "house", unit: "AUD" };

/** Rows of the country, the states, the capitals and the rest of each state: four measures, every quarter. */
export function* bigRegionRows(seed: number, paths: Paths): Generator<Row> {
  const national = STATE_PROFILES.reduce((sum, p) => sum + p.housePrice * p.weight, 0);
  yield* fourMeasures(seed, NATIONAL_REGION_CODE, "all", national, paths.get("AUS")!);
  yield* indexAgain(seed, paths.get("AUS")!);
  yield* nationalMeasureRows(seed);
  for (const state of STATES) {
    const price = STATE_PROFILES.find((p) => p.code === state.code)!.housePrice;
    const path = paths.get(state.code)!;
    yield* fourMeasures(seed, state.code, "all", price * 0.93, path);
    yield* transfers(seed, state.code);
    yield* fourMeasures(seed, state.capitalRegion.code, "established_house", price * 1.22, path);
    yield* fourMeasures(seed, state.capitalRegion.code, "attached", price * 0.74, path);
    if (state.restRegion === null) continue;
    yield* fourMeasures(seed, state.restRegion.code, "established_house", price * 0.71, path);
    yield* fourMeasures(seed, state.restRegion.code, "attached", price * 0.55, path);
  }
}

function* fourMeasures(
  seed: number,
  region: string,
  dwelling: string,
  price: number,
  path: Float64Array,
): Generator<Row> {
  const random = new Random(seed, `prices/${region}/${dwelling}`);
  const about = { region_code: region, dwelling_type: dwelling, ...PUBLIC };
  const base = path[QUARTER_ENDS.indexOf("2011-12-31")];
  const measures = [
    ["mean_price", "AUD", (level: number) => roundTo(price * 1.12 * level, 100)],
    ["median_price", "AUD", (level: number) => roundTo(price * level, 500)],
    ["price_index", "index", (level: number) => round((100 * level) / base, 1)],
    ["debt_to_income", "ratio", (level: number) => round(0.9 + 1.05 * level ** 0.4, 3)],
  ] as const;
  for (const [measure, unit, value] of measures) {
    for (let q = 0; q <= LAST; q++) {
      const wobble = 1 + 0.004 * random.normal();
      yield observation({ ...about, measure, unit }, q, value(path[q] * wobble), q === LAST);
    }
  }
}

/** The national index again from a second publisher that stops a quarter earlier. */
function* indexAgain(seed: number, path: Float64Array): Generator<Row> {
  const random = new Random(seed, "prices/second-index");
  const about = { region_code: NATIONAL_REGION_CODE, measure: "price_index", dwelling_type: "all" };
  const series = { ...about, unit: "index", ...PUBLIC, source: SECOND };
  for (let q = 40; q < LAST; q++) {
    const value = round(160 * path[q] * (1 + 0.006 * random.normal()), 1);
    yield observation(series, q, value);
  }
}

function* transfers(seed: number, state: string): Generator<Row> {
  const random = new Random(seed, `prices/transfers/${state}`);
  const weight = STATE_PROFILES.find((p) => p.code === state)!.weight;
  const about = { region_code: state, measure: "transfer_count", dwelling_type: "all" };
  const series = { ...about, unit: "count", ...PUBLIC };
  for (let q = 60; q <= LAST; q++) {
    const value = Math.round(120_000 * weight * (1 + 0.1 * random.normal()));
    yield observation(series, q, value, q === LAST);
  }
}

/** Medians of one suburb region as its feed publishes them. */
export function* suburbPriceRows(seed: number, region: SuburbRegion, paths: Paths): Generator<Row> {
  if (region.feed === "none") return;
  const random = new Random(seed, `prices/${region.code}`);
  const path = paths.get(region.suburb.state)!;
  const series: Row = {
    region_code: region.code,
    ...HOUSE_MEDIAN,
    source: FIRST,
    source_licence: region.feed === "restricted" ? RESTRICTED_LICENCE : PUBLIC_LICENCE,
  };
  if (region.feed === "quarterly") yield* unitPriceRows(seed, region, path);
  const annual = region.feed === "annual";
  // Thin places enter the feed late, some leave it, and a quarter with too few sales is missing.
  const from = random.chance(0.6) ? 0 : random.int(4, 70);
  const until = random.chance(0.04) ? random.int(80, LAST - 1) : LAST;
  const gaps = (region.suburb.population ?? 0) < 1500 ? 0.07 : 0.004;
  const twoSources = region.feed === "quarterly" && random.chance(0.05);
  const restrictedTail = region.feed === "quarterly" && random.chance(0.03);
  const market = suburbMarket(seed, region);
  let drift = 0;
  for (let q = from; q <= until; q++) {
    drift = 0.9 * drift + 0.012 * random.normal();
    if (annual && q % 4 !== 3) continue;
    if (random.chance(gaps)) continue;
    const value = roundTo(Math.max(40_000, region.suburb.housePrice * path[q] * Math.exp(drift)), 500);
    const hidden = restrictedTail && q > LAST - 3;
    const row = hidden ? { ...series, source_licence: RESTRICTED_LICENCE } : series;
    yield observation(row, q, value, q === LAST, annual ? "A" : "Q");
    if (!annual && q > LAST - MARKET_QUARTERS) yield* market(row, q, value);
    if (twoSources && q > 60) yield observation({ ...series, source: SECOND }, q, roundTo(value * 1.01, 500));
  }
}

/** Quarters of which unit medians are known: five years up to the latest final one. */
const UNIT_QUARTERS = 22;

/** Unit medians and rents of a large suburb: cheaper than houses, slower to rise, and with a higher yield. */
function* unitPriceRows(seed: number, { code, suburb }: SuburbRegion, path: Float64Array): Generator<Row> {
  if ((suburb.population ?? 0) < UNIT_RESIDENTS) return;
  const random = new Random(seed, `prices/${code}/units`);
  const about = { region_code: code, dwelling_type: "unit", unit: "AUD", ...PUBLIC };
  const share = 0.5 + 0.2 * random.unit();
  const grossYield = 0.05 + 0.005 * random.normal();
  for (let q = LAST - UNIT_QUARTERS + 1; q <= LAST; q++) {
    const level = path[LAST] * (path[q] / path[LAST]) ** 0.8 * (1 + 0.015 * random.normal());
    const price = roundTo(Math.max(40_000, suburb.housePrice * share * level), 500);
    yield observation({ ...about, measure: "median_price" }, q, price, q === LAST);
    if (q <= LAST - MARKET_QUARTERS) continue;
    const rent = roundTo((price * grossYield) / 52, 5);
    yield observation({ ...about, measure: "median_rent" }, q, rent);
  }
}

/** Smaller suburbs have too few units for a median. */
const UNIT_RESIDENTS = 4000;

/** Quarters of which rents and sales are known: enough for a yield, a year's growth and a year's sales. */
const MARKET_QUARTERS = 8;

/** Rents of houses, cheaper places yielding more, and how many were sold. */
function suburbMarket(seed: number, { code, suburb }: SuburbRegion) {
  const random = new Random(seed, `market/${code}`);
  const dear = Math.min(1, suburb.housePrice / 2_500_000);
  const grossYield = 0.052 - 0.024 * dear + 0.004 * random.normal();
  const sales = Math.max(5, (suburb.population ?? 0) * 0.004);
  return function* (series: Row, q: number, price: number): Generator<Row> {
    const rent = Math.max(150, (price * grossYield * (1 + 0.01 * random.normal())) / 52);
    yield observation({ ...series, measure: "median_rent" }, q, roundTo(rent, 5));
    const count = Math.max(1, Math.round(sales * (1 + 0.2 * random.normal())));
    yield observation({ ...series, measure: "transfer_count", unit: "count" }, q, count);
  };
}

/** Monthly medians of the few council regions. */
export function* councilPriceRows(seed: number, regions: PriceRegions, paths: Paths): Generator<Row> {
  for (const { code, price, state } of regions.councils) {
    const random = new Random(seed, `prices/${code}`);
    const series = { region_code: code, ...HOUSE_MEDIAN, ...PUBLIC };
    for (let q = 80; q <= LAST; q++) {
      const value = roundTo(price * paths.get(state)![q] * (1 + 0.01 * random.normal()), 500);
      yield observation(series, q, value, q === LAST, "M");
    }
  }
}

/** The row of a series at a quarter. */
function observation(series: Row, q: number, value: number, isPreliminary = false, frequency = "Q"): Row {
  return {
    ...series,
    period: QUARTER_ENDS[q],
    period_freq: frequency,
    value,
    is_preliminary: isPreliminary,
  };
}
