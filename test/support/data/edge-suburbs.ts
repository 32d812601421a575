import { datasetTable } from "../../../src/dataset/tables/index.ts";
import { draws, shuffled } from "../run/seeded-random.ts";
import type { Cell, PartialRow } from "./build-db.ts";
import type { Tables } from "./method-calls.ts";

const LICENCES = ["CC-BY-4.0", "CC-BY-4.0", "CC-BY-4.0", "CC0", "CC-BY-NC-4.0", "proprietary-tos-restricted"];
const OPEN = ["CC-BY-4.0", "CC-BY-4.0", "proprietary-tos-restricted"];
const COVERAGE = [null, 0, 49.9, 50, 90];

/** Cells on both sides of every rule, by column; other columns draw from `ANY`. */
const EDGES: Readonly<Record<string, Readonly<Record<string, readonly Cell[]>>>> = {
  suburb_demographics: {
    population: [null, 0, 99, 100, 200, 201, 1000, 1001, 5000, 5001, 20_000],
    dwelling_count: [null, 0, 50, 300],
    census_year: [2021],
    postcode: ["2000", null],
    banner_archetype: ["harbour", "farmland"],
    banner_blurb: ["By hand."],
    federal_party_ab: [null, "ALP", "LP"],
    state_party_ab: [null, "ALP", "LP"],
  },
  suburb_amenities: { dist_to_coast_km: [null, 0, 60, 99, 100, 150] },
  suburb_connectivity: {
    dominant_nbn_tech: ["FTTP", "fttn", "FW", "Fixed Wireless", "Satellite", "carrier pigeon", null],
  },
  suburb_crime_stats: {
    rate_per_100k: [0, 50, 100, 100, 200],
    population: [1999, 2000, 4000, 6000],
    anchor_rse_pct: [10, 10, 25, 25.1, null],
    unreliable: [false, false, false, true],
    source_jurisdiction: ["police"],
    source: ["police"],
    source_licence: LICENCES.filter((licence) => licence !== "CC0"),
  },
  suburb_hazard_exposure: { source_licence: OPEN },
  suburb_planning: {
    zoning_coverage_pct: COVERAGE,
    nsw_height_mapped_pct: COVERAGE,
    nsw_fsr_mapped_pct: COVERAGE,
    nsw_min_lot_mapped_pct: COVERAGE,
    dominant_zone_family: [null, "rural"],
    instruments: [["A plan"], []],
    source_licence: OPEN,
  },
  lga: {
    population: [null, 0, 900],
    display_name: ["A", "B"],
    former_name: [null],
    boundary_edition: [null],
  },
  house_prices: {
    value: [100, 110, 121, 121, 200],
    period: [
      "2024-02-29",
      "2025-02-28",
      "2025-06-30",
      "2025-09-30",
      "2025-11-01",
      "2025-12-31",
      "2026-02-28",
    ].concat(["2026-03-31", "2026-06-30", "2026-08-31", "2026-09-29", "2026-09-30", "2026-12-31"]),
    period_freq: ["Q", "Q", "M", "A"],
    measure: [
      "median_price",
      "median_price",
      "median_price",
      "transfer_count",
      "mean_price",
      "credit_growth",
    ],
    dwelling_type: ["house", "house", "established_house", "all", "attached"],
    unit: ["AUD", null],
    is_preliminary: [false, false, true],
    source: ["a", "b"],
    source_licence: LICENCES,
  },
  state_demographics: { source_licence: OPEN },
};

const ANY: Readonly<Record<string, readonly Cell[]>> = {
  int: [null, 3, 7],
  double: [null, 0, 12.5, 40],
  text: [null, "A", "B"],
  bool: [false, true],
};

/** Suburbs, prices, crime, councils and land with cells on both sides of every rule. */
export function edgeSuburbs(seed: number): Tables {
  const { pick, chance, random } = draws(seed);
  const row = (table: string, own: PartialRow): PartialRow => {
    const cells = datasetTable(table)!.columns.map(({ name, type }) => [
      name,
      pick(EDGES[table]?.[name] ?? ANY[type] ?? [null]),
    ]);
    return { ...Object.fromEntries(cells), ...own };
  };
  const states = { NSW: 1, VIC: 2, TAS: 6, ACT: 8 };
  const suburbs = Object.entries(states).flatMap(([state_code, digit]) =>
    Array.from({ length: 12 }, (_, i) => ({
      sal_code: String(10_000 * digit + i),
      state_code,
      sal_name: pick(["Abel", "Beta", "Gamma"]),
    })),
  );
  const some = (table: string) =>
    suburbs.filter(() => chance(0.8)).map(({ sal_code }) => row(table, { sal_code }));
  const usual = () => ({
    median_age: chance(0.1) ? null : 20 + 40 * random(),
    median_weekly_hhd_income: chance(0.1) ? null : Math.round(500 + 3000 * random()),
  });
  const published = (state_code: string, source_licence: string) => {
    const cells = Object.entries(row("state_demographics", { state_code }));
    return { ...Object.fromEntries(cells.map(([name, cell]) => [name, cell ?? 1])), source_licence };
  };
  const councils = Object.entries(states).flatMap(([state_code, digit]) =>
    [1, 2, 3].map((n) => row("lga", { lga_code: `${digit}000${n}`, lga_name: `Council ${n}`, state_code })),
  );
  const regions: PartialRow[] = suburbs.flatMap(({ sal_code, state_code, sal_name }) =>
    ["A", "B"].slice(0, pick([0, 1, 2, 2])).map((name) => ({
      region_code: `${name}${sal_code}`,
      region_type: "suburb",
      region_name: sal_name,
      state_code,
      sal_code,
    })),
  );
  for (const state_code of Object.keys(states)) {
    for (const region_type of ["gccsa", "rest_of_state", "state", "lga", "suburb"]) {
      regions.push({
        region_code: `${region_type}-${state_code}`.toUpperCase(),
        region_type,
        region_name: pick(["X", "Y"]),
        state_code,
      });
    }
  }
  regions.push({ region_code: "AUS", region_type: "national", region_name: "Australia" });
  const prices = regions.flatMap(({ region_code }) =>
    Array.from({ length: pick([0, 2, 20, 120]) }, () => {
      const price = row("house_prices", { region_code });
      return price.measure === "credit_growth"
        ? { ...price, value: pick([4, -2, 3]), unit: "percent" }
        : price;
    }),
  );
  const crime = suburbs.flatMap(({ sal_code }) =>
    ["break_ins", "violent", "motor_vehicle"].flatMap((crime_type) =>
      [2023, 2024, 2025]
        .filter(() => chance(0.6))
        .map((fy_ending) =>
          row("suburb_crime_stats", { sal_code, crime_type, fy_ending, pooled: chance(0.9) }),
        ),
    ),
  );
  return {
    suburb_demographics: suburbs.map((own) => row("suburb_demographics", { ...usual(), ...own })),
    suburb_amenities: some("suburb_amenities"),
    suburb_connectivity: some("suburb_connectivity"),
    suburb_hazard_exposure: some("suburb_hazard_exposure"),
    suburb_planning: some("suburb_planning"),
    suburb_crime_stats: crime,
    lga: councils,
    suburb_lga: suburbs.flatMap(({ sal_code }) =>
      shuffled([1, 2, 3], random)
        .slice(0, pick([0, 1, 3]))
        .map((n) => ({ sal_code, lga_code: `${sal_code[0]}000${n}`, share: pick([0.049, 0.05, 0.4, 0.4]) })),
    ),
    suburb_landmarks: suburbs.flatMap(({ sal_code }) =>
      [2, 1]
        .filter(() => chance(0.5))
        .map((position) => ({ sal_code, position, name: `Pier ${position}`, kind: "pier" })),
    ),
    register_suburb_property: some("register_suburb_property"),
    state_demographics: [
      row("state_demographics", { state_code: "NSW" }),
      { state_code: "VIC", pct_rented: 32.6 },
      published("TAS", OPEN[0]),
      published("AU", OPEN[1 + (seed % 2)]),
    ],
    house_price_regions: regions,
    house_prices: Object.values(
      Object.fromEntries(
        prices.map((price) => [
          ["region_code", "measure", "dwelling_type", "period", "source"]
            .map((name) => price[name])
            .join(" "),
          price,
        ]),
      ),
    ),
  };
}
