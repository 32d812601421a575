/** Series of one metric over products, regions and adjustments. */
export interface SeriesFamily {
  readonly topic: string;
  readonly metric: string;
  readonly products: readonly (string | null)[];
  readonly regions: string;
  readonly unit: string;
  readonly frequency: "monthly" | "quarterly" | "annual";
  readonly adjustments: readonly string[];
  /** National level in 2000, in the unit. */
  readonly start: number;
  readonly growth: number;
  readonly cycle: number;
  readonly noise: number;
  readonly season: number;
  readonly missing: number;
  /**
   * shared: a state has its share of the national level, as totals do and rates do not. late-quarter: quarters are
   * dated by their last month. internal: for analysis only. no-nt and the like: not published for that state.
   * empty: announced by its publisher, never filled.
   */
  readonly flags: readonly string[];
}

/** One family a line; `-` means none. Adjusted labour figures do not exist for the territories. */
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

/** The families of the table above. */
export function seriesFamilies(): SeriesFamily[] {
  const [, ...lines] = FAMILIES.trim().split("\n");
  return lines.map((line) => {
    const cells = line.split(/\s+/);
    const [topic, metric] = cells[0].split(".");
    const [start, growth, cycle, noise, season, missing] = cells.slice(6, 12).map(Number);
    return {
      topic,
      metric,
      products: cells[1] === "-" ? [null] : cells[1].split("+"),
      regions: cells[2],
      unit: cells[3],
      frequency: cells[4] as SeriesFamily["frequency"],
      adjustments: cells[5].split("+"),
      start,
      growth,
      cycle,
      noise,
      season,
      missing,
      flags: cells[12].split("+"),
    };
  });
}
