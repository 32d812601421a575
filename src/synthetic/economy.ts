import type { Row } from "../dataset/csv-writer.ts";
import { STATES } from "../dataset/states.ts";
import { Random, round } from "../runtime/random.ts";
import { dayNumberOf } from "../runtime/time/calendar-date.ts";
import { AS_OF_DAY, dateText, monthStarts } from "./calendar.ts";
import { DERIVED_LICENCE, PUBLIC_LICENCE } from "./sources.ts";
import { STATE_PROFILES } from "./state-profiles.ts";

const STEPS: Readonly<Record<string, number>> = { monthly: 1, quarterly: 3, annual: 12 };

/** Parameters of a series; with the seed they determine its observations. */
type SeriesShape = ReturnType<typeof familySeries>[number];

const named = (type: string, codes: string): Region[] =>
  codes.split(" ").map((code) => ({ type, code, name: code.replaceAll("_", " "), weight: 1 }));

/** `weight` is the region's share of the national level. */
const NATION = { type: "national", code: "aus", name: "Australia", weight: 1 };
type Region = Readonly<typeof NATION>;
const STATE_REGIONS = STATES.map(({ code, name }): Region => {
  const { weight } = STATE_PROFILES.find((profile) => profile.code === code)!;
  return { type: "state", code: code.toLowerCase(), name, weight };
});

const REGIONS: Readonly<Record<string, readonly Region[]>> = {
  aus: [NATION],
  states: STATE_REGIONS,
  all: [NATION, ...STATE_REGIONS],
  industries: named("industry", "mining construction retail_trade health_care education finance"),
  refineries: named("refinery", "synthetic_bay synthetic_point"),
};

/**
 * One family of series per line: a metric over products (`-` for none), regions and adjustments. A series
 * starts at a level in 2000, grows by a fraction per year (rates do not grow but vary around their start),
 * follows the business cycle, and has a season unless adjusted; a share of periods is missing. Flags: shared:
 * a state has its share of the national level, as totals do and rates do not; late-quarter: quarters are
 * dated by their last month; internal: for analysis only; no-nt etc.: not published for that state; empty:
 * announced but never published. Adjusted labour figures do not exist for territories.
 */
const FAMILIES = `
series                               products                                                    regions     unit           frequency  adjustments             start     growth  cycle  noise   season  missing  flags
labour.unemployment_rate             total                                                       all         percent        monthly    original+seasadj        5.4       0       -2.6   0.03    0.05    0        no-nt+no-act
labour.participation_rate            total                                                       all         percent        monthly    seasadj                 65        0       0.02   0.004   0       0        no-nt+no-act
labour.employed_persons              total                                                       all         persons        monthly    seasadj                 9000000   0.018   0.05   0.002   0       0        shared+no-nt+no-act
labour.job_vacancies                 total                                                       all         count          quarterly  seasadj                 105000    0.035   0.9    0.04    0       0.03     shared+late-quarter
cpi.index                            all_groups+food+housing+transport+health                    aus         index          quarterly  original                69.7      0.027   0.02   0.002   0       0        late-quarter
cpi.monthly_indicator                all_groups                                                  aus         percent        monthly    original                2.8       0       0.8    0.06    0       0        -
gdp.state_final_demand_chain_volume  total                                                       all         aud            quarterly  seasadj                 2.6e11    0.026   0.06   0.005   0       0        shared
gdp.gross_domestic_product           total                                                       aus         aud            quarterly  original+seasadj+trend  2.9e11    0.027   0.06   0.004   0.03    0        -
gdp.gross_state_product              total                                                       states      aud            annual     original                1.1e12    0.027   0.05   0.01    0       0        shared
trade.export_value                   total                                                       all         aud            monthly    original                9.5e9     0.055   0.25   0.05    0.05    0        shared
trade.import_value                   total                                                       all         aud            monthly    original                9.8e9     0.05    0.2    0.04    0.06    0        shared
petroleum.sales                      diesel_oil_total+automotive_gasoline+aviation_turbine_fuel  all         megalitres     monthly    original                1300      0.025   0.25   0.03    0.05    0.01     shared+no-act
rates.cash_rate_target               -                                                           aus         percent        monthly    original                4.6       0       2.2    0.02    0       0        -
rates.mortgage_rate                  variable+fixed_3y                                           aus         percent        monthly    original                6.7       0       1.4    0.02    0       0        -
rates.government_bond_yield          2y+10y                                                      aus         percent        monthly    original                4.4       0       1.1    0.04    0       0        -
rates.swap_spread                    -                                                           aus         percent        monthly    original                0.5       0       0.2    0.1     0       0        internal
wages.wage_price_index               total                                                       all         index          quarterly  seasadj                 68        0.03    0.02   0.002   0       0        late-quarter
spending.household                   total                                                       all         aud            monthly    seasadj                 2.4e10    0.05    0.12   0.012   0       0        shared
spending.retail_turnover             total+food+clothing                                         all         aud            monthly    original+seasadj        6.1e9     0.043   0.06   0.01    0.12    0        shared
lending.new_commitments              owner_occupier+investor                                     all         aud            quarterly  seasadj                 1.56e10   0.062   0.4    0.03    0       0.01     shared
lending.housing_credit               total                                                       aus         aud            monthly    seasadj                 2.6e11    0.085   0.08   0.001   0       0        -
construction.work_done               residential+engineering                                     all         aud            quarterly  seasadj                 9e9       0.04    0.25   0.03    0       0        shared
approvals.dwelling_units             total+houses                                                all         count          monthly    original+seasadj        13500     0.005   0.5    0.07    0.08    0        shared
population.erp                       total                                                       all         persons        quarterly  original                19000000  0.0146  0.002  0.0002  0       0        shared
population.net_overseas_migration    -                                                           all         persons        quarterly  original                45000     0.012   0.7    0.15    0       0        shared
business.confidence                  -                                                           all         index          monthly    original                104       0       0.35   0.03    0       0        -
crime.recorded_offences              break_ins                                                   states      rate_per_100k  annual     original                820       -0.025  0      0.04    0       0        -
crime.victims                        motor_vehicle_theft                                         states      rate_per_100k  quarterly  original                130       -0.02   -0.2   0.06    0       0        no-tas
markets.benchmark_index              -                                                           aus         index          monthly    original                3150      0.041   0.35   0.03    0       0        -
markets.turnover                     -                                                           states      aud            monthly    original                9e10      0.05    0.3    0.08    0       0        shared
markets.volatility_index             -                                                           aus         index          monthly    original                17        0       -0.6   0.18    0       0        internal
business.turnover_index              total                                                       industries  index          monthly    seasadj                 62        0.03    0.2    0.02    0       0        -
petroleum.refinery_output            total                                                       refineries  megalitres     monthly    original                420       -0.01   0.1    0.05    0       0.05     -
construction.cost_index              total                                                       aus         index          quarterly  original                100       0       0      0.01    0       0        empty
`;

export function economyCatalogue(): SeriesShape[] {
  const [, ...lines] = FAMILIES.trim().split("\n");
  return lines.flatMap((line) => familySeries(line.split(/\s+/))).sort((a, b) => (a.key < b.key ? -1 : 1));
}

function familySeries(cells: readonly string[]) {
  const [series, products, place, unit, frequency, adjustments, ...rest] = cells;
  const [topic, metric] = series.split(".");
  const [start, growth, cycle, noise, season, missing] = rest.map(Number);
  const flags = rest[6].split("+");
  const regions = REGIONS[place].filter(({ code }) => !flags.includes(`no-${code}`));
  return products.split("+").flatMap((name, p) =>
    regions.flatMap((region) =>
      adjustments.split("+").map((adjustment) => {
        const product = name === "-" ? null : name;
        const parts = [topic, metric, product, region.code, adjustment === "original" ? null : adjustment];
        const key = parts.filter((part) => part !== null).join(".");
        return {
          key,
          frequency,
          // The first product is the largest.
          start: flags.includes("shared") ? (start * region.weight) / (1 + 0.7 * p) : start,
          growth,
          cycle,
          noise,
          season: adjustment === "original" ? season : 0,
          missing,
          flags,
          row: {
            series_key: key,
            topic,
            metric,
            product,
            region_type: region.type,
            region_code: region.code,
            region_name: region.name,
            unit,
            frequency,
            adjustment,
            dimensions: '{"synthetic":true}',
            source_key: "synthetic-economy",
            licence: topic === "markets" ? DERIVED_LICENCE : PUBLIC_LICENCE,
            internal_only: flags.includes("internal"),
          },
        };
      }),
    ),
  );
}

const MONTHS = monthStarts(2000, "2026-10-01");

/** National business cycle by month, about -1.5..1.5: slow swings, two slumps and autocorrelated noise. */
export function businessCycle(seed: number): Float64Array {
  const random = new Random(seed, "business-cycle");
  let slow = 0;
  let fast = 0;
  return Float64Array.from(MONTHS, (month) => {
    slow = 0.985 * slow + 0.09 * random.normal();
    fast = 0.8 * fast + 0.06 * random.normal();
    const slump = month >= "2008-10" && month < "2009-08" ? -0.6 : 0;
    const closure = month >= "2020-04" && month < "2020-10" ? -1.1 : 0;
    return slow + fast + slump + closure;
  });
}

export function* observationRows(seed: number, shape: SeriesShape, cycle: Float64Array): Generator<Row> {
  if (shape.flags.includes("empty")) return;
  const random = new Random(seed, `economy/${shape.key}`);
  const step = STEPS[shape.frequency];
  const lag = random.int(0, 5);
  const decimals = shape.start > 100_000 ? 0 : shape.start > 1000 ? 1 : 3;
  const isRate = shape.row.unit === "percent";
  // Younger series start after 2000; all reach the present.
  const first = random.chance(0.1) ? random.int(2, 9) * 12 : 0;
  let drift = 0;
  for (let month = first; month + step <= MONTHS.length + (step === 1 ? 0 : 1); month += step) {
    drift = 0.85 * drift + shape.noise * random.normal();
    if (random.chance(shape.missing)) continue;
    const swing = cycle[Math.max(0, month - lag)];
    const season = shape.season * SEASON[month % 12];
    const value = isRate
      ? Math.max(0.1, shape.start + shape.cycle * swing + shape.start * (drift + season))
      : shape.start *
        (1 + shape.growth) ** (month / 12) *
        Math.max(0.05, 1 + shape.cycle * swing * 0.5 + drift + season);
    const period = MONTHS[shape.flags.includes("late-quarter") ? month + step - 1 : month];
    yield { series_key: shape.key, period, value: round(value, decimals) };
  }
}

const SEASON = [0.4, -0.7, 0.1, -0.2, 0.1, 0.2, -0.1, -0.2, 0, 0.2, 0.5, 1.2];

/** Series with publication days, and the size of a revision as a share of the figure. */
const DATED: ReadonlyMap<string, number> = new Map([
  ["rates.cash_rate_target.aus", 0],
  ["labour.unemployment_rate.total.aus.seasadj", 0.01],
  ["gdp.gross_domestic_product.total.aus.seasadj", 0.004],
]);

/** Number of publications on record; the first of them has all earlier periods. */
const PUBLICATIONS = 24;
/** Days from the first day of a period to its publication. */
const LAG_DAYS: Readonly<Record<string, number>> = { monthly: 50, quarterly: 155 };

/**
 * Rows of a series with their publication days, and the earlier values of revised ones: a figure may be
 * revised in the two publications after its first. Series without publication days are returned unchanged.
 */
export function datedRows(seed: number, shape: SeriesShape, cycle: Float64Array) {
  const { key, frequency } = shape;
  const rows = [...observationRows(seed, shape, cycle)];
  const size = DATED.get(key);
  if (size === undefined) return { observations: rows, vintages: [] };
  const random = new Random(seed, `vintages/${key}`);
  const first = Math.max(0, rows.length - PUBLICATIONS);
  const lag = LAG_DAYS[frequency];
  const published_on = (at: number) =>
    dateText(Math.min(AS_OF_DAY, dayNumberOf(String(rows[Math.max(first, at)].period))! + lag));
  const vintages: Row[] = [];
  const observations = rows.map((row, at) => {
    const revisions = at <= first || size === 0 ? 0 : random.int(0, Math.min(2, rows.length - 1 - at));
    for (let publication = at; publication < at + revisions; publication++) {
      const value = Number(row.value) * (1 + size * random.normal());
      vintages.push({
        ...row,
        value: round(value, key.startsWith("gdp.") ? 0 : 3),
        published_on: published_on(publication),
      });
    }
    return { ...row, published_on: published_on(at + revisions) };
  });
  return { observations, vintages };
}
