import { STATES } from "../../model/states.ts";
import type { Row } from "./csv-writer.ts";
import { DERIVED_LICENCE, PUBLIC_LICENCE } from "./sources.ts";
import { STATE_PROFILES } from "./state-profiles.ts";

/** How a series behaves; the observations follow from this and the seed. */
export interface SeriesShape {
  readonly key: string;
  readonly region: string;
  readonly frequency: "monthly" | "quarterly" | "annual";
  /** Level in 2000, in the series' unit. */
  readonly start: number;
  /** Growth a year, fraction. Rates have none and wander around their start. */
  readonly growth: number;
  /** Pull of the business cycle; negative for unemployment. */
  readonly cycle: number;
  readonly noise: number;
  /** Seasonal swing; zero once adjusted. */
  readonly season: number;
  /** Share of periods left out. */
  readonly missing: number;
  /** Quarters dated by their last month instead of their first. */
  readonly lateQuarter: boolean;
  readonly empty: boolean;
  readonly row: Row;
}

interface Family {
  readonly topic: string;
  readonly metric: string;
  readonly products: readonly string[];
  readonly regions: "all" | "aus" | "states";
  readonly unit: string;
  readonly frequency: "monthly" | "quarterly" | "annual";
  readonly adjustments?: readonly string[];
  readonly start: number;
  /** True when a state has a share of the national level, as totals do and rates do not. */
  readonly shared?: boolean;
  readonly growth?: number;
  readonly cycle?: number;
  readonly noise?: number;
  readonly season?: number;
  readonly missing?: number;
  readonly lateQuarter?: boolean;
  readonly internal?: boolean;
  readonly skip?: readonly string[];
}

const SA = ["seasadj"];
const BOTH = ["original", "seasadj"];
/** Adjusted labour figures are not published for the territories. */
const TERRITORIES = ["nt", "act"];

const FAMILIES: readonly Family[] = [
  {
    topic: "labour",
    metric: "unemployment_rate",
    products: ["total"],
    regions: "all",
    unit: "percent",
    frequency: "monthly",
    adjustments: BOTH,
    start: 5.4,
    cycle: -2.6,
    noise: 0.03,
    season: 0.05,
    skip: TERRITORIES,
  },
  {
    topic: "labour",
    metric: "participation_rate",
    products: ["total"],
    regions: "all",
    unit: "percent",
    frequency: "monthly",
    adjustments: SA,
    start: 65,
    cycle: 0.02,
    noise: 0.004,
    skip: TERRITORIES,
  },
  {
    topic: "labour",
    metric: "employed_persons",
    products: ["total"],
    regions: "all",
    unit: "persons",
    frequency: "monthly",
    adjustments: SA,
    start: 9_000_000,
    shared: true,
    growth: 0.018,
    cycle: 0.05,
    noise: 0.002,
    skip: TERRITORIES,
  },
  {
    topic: "labour",
    metric: "job_vacancies",
    products: ["total"],
    regions: "all",
    unit: "count",
    frequency: "quarterly",
    adjustments: SA,
    start: 105_000,
    shared: true,
    growth: 0.035,
    cycle: 0.9,
    noise: 0.04,
    lateQuarter: true,
    missing: 0.03,
  },
  {
    topic: "cpi",
    metric: "index",
    products: ["all_groups", "food", "housing", "transport", "health"],
    regions: "aus",
    unit: "index",
    frequency: "quarterly",
    start: 69.7,
    growth: 0.027,
    cycle: 0.02,
    noise: 0.002,
    lateQuarter: true,
  },
  {
    topic: "cpi",
    metric: "monthly_indicator",
    products: ["all_groups"],
    regions: "aus",
    unit: "percent",
    frequency: "monthly",
    start: 2.8,
    cycle: 0.8,
    noise: 0.06,
  },
  {
    topic: "gdp",
    metric: "state_final_demand_chain_volume",
    products: ["total"],
    regions: "all",
    unit: "aud",
    frequency: "quarterly",
    adjustments: SA,
    start: 2.6e11,
    shared: true,
    growth: 0.026,
    cycle: 0.06,
    noise: 0.005,
  },
  {
    topic: "gdp",
    metric: "gross_domestic_product",
    products: ["total"],
    regions: "aus",
    unit: "aud",
    frequency: "quarterly",
    adjustments: ["original", "seasadj", "trend"],
    start: 2.9e11,
    growth: 0.027,
    cycle: 0.06,
    noise: 0.004,
    season: 0.03,
  },
  {
    topic: "gdp",
    metric: "gross_state_product",
    products: ["total"],
    regions: "states",
    unit: "aud",
    frequency: "annual",
    start: 1.1e12,
    shared: true,
    growth: 0.027,
    cycle: 0.05,
    noise: 0.01,
  },
  {
    topic: "trade",
    metric: "export_value",
    products: ["total"],
    regions: "all",
    unit: "aud",
    frequency: "monthly",
    start: 9.5e9,
    shared: true,
    growth: 0.055,
    cycle: 0.25,
    noise: 0.05,
    season: 0.05,
  },
  {
    topic: "trade",
    metric: "import_value",
    products: ["total"],
    regions: "all",
    unit: "aud",
    frequency: "monthly",
    start: 9.8e9,
    shared: true,
    growth: 0.05,
    cycle: 0.2,
    noise: 0.04,
    season: 0.06,
  },
  {
    topic: "petroleum",
    metric: "sales",
    products: ["diesel_oil_total", "automotive_gasoline", "aviation_turbine_fuel"],
    regions: "all",
    unit: "megalitres",
    frequency: "monthly",
    start: 1300,
    shared: true,
    growth: 0.025,
    cycle: 0.25,
    noise: 0.03,
    season: 0.05,
    skip: ["act"],
    missing: 0.01,
  },
  {
    topic: "rates",
    metric: "cash_rate",
    products: [],
    regions: "aus",
    unit: "percent",
    frequency: "monthly",
    start: 4.6,
    cycle: 2.2,
    noise: 0.02,
  },
  {
    topic: "rates",
    metric: "mortgage_rate",
    products: ["variable", "fixed_3y"],
    regions: "aus",
    unit: "percent",
    frequency: "monthly",
    start: 6.7,
    cycle: 1.4,
    noise: 0.02,
  },
  {
    topic: "rates",
    metric: "government_bond_yield",
    products: ["2y", "10y"],
    regions: "aus",
    unit: "percent",
    frequency: "monthly",
    start: 4.4,
    cycle: 1.1,
    noise: 0.04,
  },
  {
    topic: "rates",
    metric: "swap_spread",
    products: [],
    regions: "aus",
    unit: "percent",
    frequency: "monthly",
    start: 0.5,
    cycle: 0.2,
    noise: 0.1,
    internal: true,
  },
  {
    topic: "wages",
    metric: "wage_price_index",
    products: ["total"],
    regions: "all",
    unit: "index",
    frequency: "quarterly",
    adjustments: SA,
    start: 68,
    growth: 0.03,
    cycle: 0.02,
    noise: 0.002,
    lateQuarter: true,
  },
  {
    topic: "spending",
    metric: "household",
    products: ["total"],
    regions: "all",
    unit: "aud",
    frequency: "monthly",
    adjustments: SA,
    start: 2.4e10,
    shared: true,
    growth: 0.05,
    cycle: 0.12,
    noise: 0.012,
  },
  {
    topic: "spending",
    metric: "retail_turnover",
    products: ["total", "food", "clothing"],
    regions: "all",
    unit: "aud",
    frequency: "monthly",
    adjustments: BOTH,
    start: 6.1e9,
    shared: true,
    growth: 0.043,
    cycle: 0.06,
    noise: 0.01,
    season: 0.12,
  },
  {
    topic: "lending",
    metric: "new_loan_commitments",
    products: ["owner_occupier", "investor"],
    regions: "all",
    unit: "aud",
    frequency: "monthly",
    adjustments: SA,
    start: 5.2e9,
    shared: true,
    growth: 0.062,
    cycle: 0.4,
    noise: 0.03,
    missing: 0.01,
  },
  {
    topic: "lending",
    metric: "housing_credit",
    products: ["total"],
    regions: "aus",
    unit: "aud",
    frequency: "monthly",
    adjustments: SA,
    start: 2.6e11,
    growth: 0.085,
    cycle: 0.08,
    noise: 0.001,
  },
  {
    topic: "construction",
    metric: "work_done",
    products: ["residential", "engineering"],
    regions: "all",
    unit: "aud",
    frequency: "quarterly",
    adjustments: SA,
    start: 9e9,
    shared: true,
    growth: 0.04,
    cycle: 0.25,
    noise: 0.03,
  },
  {
    topic: "approvals",
    metric: "dwellings",
    products: ["total", "houses"],
    regions: "all",
    unit: "count",
    frequency: "monthly",
    adjustments: BOTH,
    start: 13_500,
    shared: true,
    growth: 0.005,
    cycle: 0.5,
    noise: 0.07,
    season: 0.08,
  },
  {
    topic: "population",
    metric: "erp",
    products: ["total"],
    regions: "all",
    unit: "persons",
    frequency: "quarterly",
    start: 19_000_000,
    shared: true,
    growth: 0.0146,
    cycle: 0.002,
    noise: 0.0002,
  },
  {
    topic: "population",
    metric: "net_overseas_migration",
    products: [],
    regions: "all",
    unit: "persons",
    frequency: "quarterly",
    start: 45_000,
    shared: true,
    growth: 0.012,
    cycle: 0.7,
    noise: 0.15,
  },
  {
    topic: "business",
    metric: "confidence",
    products: [],
    regions: "all",
    unit: "index",
    frequency: "monthly",
    start: 104,
    cycle: 0.35,
    noise: 0.03,
  },
  {
    topic: "crime",
    metric: "recorded_offences",
    products: ["break_ins"],
    regions: "states",
    unit: "rate_per_100k",
    frequency: "annual",
    start: 820,
    growth: -0.025,
    noise: 0.04,
  },
  {
    topic: "crime",
    metric: "victims",
    products: ["motor_vehicle_theft"],
    regions: "states",
    unit: "rate_per_100k",
    frequency: "quarterly",
    start: 130,
    growth: -0.02,
    cycle: -0.2,
    noise: 0.06,
    skip: ["tas"],
  },
  {
    topic: "markets",
    metric: "benchmark_index",
    products: [],
    regions: "aus",
    unit: "index",
    frequency: "monthly",
    start: 3150,
    growth: 0.041,
    cycle: 0.35,
    noise: 0.03,
  },
  {
    topic: "markets",
    metric: "turnover",
    products: [],
    regions: "states",
    unit: "aud",
    frequency: "monthly",
    start: 9e10,
    shared: true,
    growth: 0.05,
    cycle: 0.3,
    noise: 0.08,
  },
  {
    topic: "markets",
    metric: "volatility_index",
    products: [],
    regions: "aus",
    unit: "index",
    frequency: "monthly",
    start: 17,
    cycle: -0.6,
    noise: 0.18,
    internal: true,
  },
];

const INDUSTRIES = ["mining", "construction", "retail_trade", "health_care", "education", "finance"];

/** Every series of the catalogue in key order. */
export function economyCatalogue(): SeriesShape[] {
  const shapes = [...FAMILIES.flatMap(expand), ...industrySeries(), ...refinerySeries(), emptySeries()];
  return shapes.sort((a, b) => (a.key < b.key ? -1 : 1));
}

function expand(family: Family): SeriesShape[] {
  const states = STATES.map((s) => s.code.toLowerCase()).filter((code) => !family.skip?.includes(code));
  const regions =
    family.regions === "aus" ? ["aus"] : family.regions === "states" ? states : ["aus", ...states];
  const products = family.products.length === 0 ? [null] : family.products;
  return products.flatMap((product, p) =>
    regions.flatMap((region) =>
      (family.adjustments ?? ["original"]).map((adjustment) =>
        shape(family, product, region, adjustment, 1 / (1 + 0.7 * p)),
      ),
    ),
  );
}

function shape(
  family: Family,
  product: string | null,
  region: string,
  adjustment: string,
  share: number,
): SeriesShape {
  const state = STATES.find((s) => s.code.toLowerCase() === region);
  const weight = STATE_PROFILES.find((p) => p.code === state?.code)?.weight ?? 1;
  const parts = [family.topic, family.metric, product, region, adjustment === "original" ? null : adjustment];
  const key = parts.filter((part) => part !== null).join(".");
  return {
    key,
    region,
    frequency: family.frequency,
    start: family.start * (family.shared ? weight * share : 1),
    growth: family.growth ?? 0,
    cycle: family.cycle ?? 0,
    noise: family.noise ?? 0.01,
    season: adjustment === "original" ? (family.season ?? 0) : 0,
    missing: family.missing ?? 0,
    lateQuarter: family.lateQuarter ?? false,
    empty: false,
    row: {
      series_key: key,
      topic: family.topic,
      metric: family.metric,
      product,
      region_type: state === undefined ? "national" : "state",
      region_code: region,
      region_name: state?.name ?? "Australia",
      unit: family.unit,
      frequency: family.frequency,
      adjustment,
      dimensions: '{"synthetic":true}',
      source_key: "synthetic-economy",
      licence: family.topic === "markets" ? DERIVED_LICENCE : PUBLIC_LICENCE,
      internal_only: family.internal ?? false,
    },
  };
}

function renamed(shaped: SeriesShape, type: string, region: string, name: string, unit: string): SeriesShape {
  const key = shaped.key.replace(".aus", `.${region}`);
  const row = {
    ...shaped.row,
    series_key: key,
    region_type: type,
    region_code: region,
    region_name: name,
    unit,
  };
  return { ...shaped, key, region, row };
}

function industrySeries(): SeriesShape[] {
  const family: Family = {
    topic: "business",
    metric: "turnover_index",
    products: ["total"],
    regions: "aus",
    unit: "index",
    frequency: "monthly",
    adjustments: SA,
    start: 62,
    growth: 0.03,
    cycle: 0.2,
    noise: 0.02,
  };
  return INDUSTRIES.map((industry) =>
    renamed(
      shape(family, "total", "aus", "seasadj", 1),
      "industry",
      industry,
      industry.replaceAll("_", " "),
      "index",
    ),
  );
}

function refinerySeries(): SeriesShape[] {
  const family: Family = {
    topic: "petroleum",
    metric: "refinery_output",
    products: ["total"],
    regions: "aus",
    unit: "megalitres",
    frequency: "monthly",
    start: 420,
    growth: -0.01,
    cycle: 0.1,
    noise: 0.05,
    missing: 0.05,
  };
  return ["synthetic_bay", "synthetic_point"].map((name) =>
    renamed(
      shape(family, "total", "aus", "original", 1),
      "refinery",
      name,
      name.replaceAll("_", " "),
      "megalitres",
    ),
  );
}

/** Announced by its publisher, never filled. */
function emptySeries(): SeriesShape {
  const family: Family = {
    topic: "construction",
    metric: "cost_index",
    products: ["total"],
    regions: "aus",
    unit: "index",
    frequency: "quarterly",
    start: 100,
  };
  return { ...shape(family, "total", "aus", "original", 1), empty: true };
}
