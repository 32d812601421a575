import { beforeAll, describe, expect, it } from "vitest";
import { SUBURB_AGGREGATES } from "../../../../src/domains/suburbs/aggregates/index.ts";
import { METRIC_KEYS, METRICS } from "../../../../src/domains/suburbs/metrics/metric-registry.ts";
import {
  emptyDatasetDatabase,
  insertRows,
  type PartialRow,
  runAggregates,
} from "../../../support/data/build-db.ts";
import { opened } from "../../../support/run/fixtures.ts";

/** A suburb of 500 residents in NSW: its special rows, and the expected metrics. */
interface Case {
  readonly title: string;
  readonly demographics?: PartialRow;
  readonly tables?: Readonly<Record<string, PartialRow>>;
  readonly metrics: Readonly<Record<string, number | null>>;
}

const religion = (top_religion: string | null, code: number | null): Case => ({
  title: `codes the religion ${top_religion} as ${code}`,
  demographics: { top_religion },
  metrics: { religion: code },
});
const language = (demographics: PartialRow, code: number | null): Case => ({
  title: `codes the language of ${JSON.stringify(demographics)} as ${code}`,
  demographics,
  metrics: { language: code },
});
const party = (abbreviation: string | null, code: number | null): Case => ({
  title: `codes the party ${abbreviation} as ${code}`,
  demographics: { federal_party_ab: abbreviation, state_party_ab: abbreviation },
  metrics: { federal_party: code, state_party: code },
});
const declared = (demographics: PartialRow, count: number | null, expected: number | null): Case => ({
  title: `counts ${count} declared properties with ${JSON.stringify(demographics)} as ${expected}`,
  demographics,
  tables: count === null ? {} : { register_suburb_property: { declared_property_count: count } },
  metrics: { politician_property: expected },
});
const amenities = (metric: string, suburb_amenities: PartialRow, code: number | null): Case => ({
  title: `codes ${metric} of ${JSON.stringify(suburb_amenities)} as ${code}`,
  tables: { suburb_amenities },
  metrics: { [metric]: code },
});
const zone = (family: string | null, coverage: number, code: number | null): Case => ({
  title: `codes the zone family ${family} at ${coverage} % coverage as ${code}`,
  tables: { suburb_planning: { dominant_zone_family: family, zoning_coverage_pct: coverage } },
  metrics: { dominant_zone_family: code },
});

const CASES: readonly Case[] = [
  religion("No religion", 0),
  religion("Judaism", 7),
  religion("Sikhism", 8),
  religion("", null),
  religion(null, null),
  language({ top_language: "Mandarin", pct_top_language: 5 }, 0),
  language({ top_language: "Mandarin", pct_top_language: 4.9 }, 13),
  language({ top_language: "Mandarin" }, 13),
  language({ top_language: "Klingon", pct_top_language: 30 }, 12),
  language({}, 13),
  language({ population: 100 }, 13),
  language({ population: 99, top_language: "Mandarin", pct_top_language: 50 }, null),
  language({ population: null, top_language: "Mandarin", pct_top_language: 50 }, null),
  party("ALP", 0),
  party("lib", 1),
  party("UAP [2018]", 11),
  party("XYZ", 24),
  party("", null),
  party(null, null),
  {
    title: "knows no state party where districts have several members",
    demographics: { state_code: "ACT", state_party_ab: "ALP", federal_party_ab: "ALP" },
    metrics: { federal_party: 0, state_party: null },
  },
  declared({}, null, 0),
  declared({}, 3, 3),
  declared({ population: 0 }, 3, null),
  declared({ population: null }, null, null),
  amenities("grocery", { supermarkets_total: 0, aldi_count: 1 }, 4),
  amenities("grocery", { supermarkets_total: null }, null),
  amenities("grocery", { schools_total: 3 }, null),
  amenities("grocery", { supermarkets_total: 3, aldi_count: 1, coles_count: 1, woolworths_count: 1 }, 0),
  amenities("grocery", { supermarkets_total: 3, coles_count: 1, woolworths_count: 1, iga_count: 1 }, 1),
  amenities("grocery", { supermarkets_total: 2, coles_count: 1, iga_count: 1 }, 2),
  amenities("grocery", { supermarkets_total: 1, coles_count: 1 }, 3),
  { title: "has no grocery choice without an amenity row", metrics: { grocery: null } },
  {
    title: "has no grocery choice without residents",
    demographics: { population: 0 },
    tables: { suburb_amenities: { supermarkets_total: 1 } },
    metrics: { grocery: null, supermarkets: 1 },
  },
  amenities("school_sector", { schools_gov: 1, schools_catholic: 1, schools_independent: 1 }, 0),
  amenities("school_sector", { schools_gov: 0, schools_catholic: 2, schools_independent: 2 }, 1),
  amenities("school_sector", { schools_independent: 1 }, 2),
  amenities("school_sector", { schools_gov: 3 }, null),
  amenities("school_sector", { schools_gov: 0, schools_catholic: 0, schools_independent: 0 }, null),
  amenities("school_sector", {}, null),
  zone("rural", 90, 4),
  zone("other", 50, 9),
  zone("rural", 49, null),
  zone(null, 90, null),
  {
    title: "takes the dominant council's code as a number",
    tables: { suburb_lga: { lga_code: "10050", share: 1 } },
    metrics: { lga_code: 10050 },
  },
  {
    title: "knows no council whose code is not five digits",
    tables: { suburb_lga: { lga_code: "1005A", share: 1 } },
    metrics: { lga_code: null },
  },
  {
    title: "keeps a measured zero apart from no data and rounds to float32",
    demographics: {
      land_share_below_1m: 0,
      elevation_min_m: -3.1,
      median_age: 41.3,
      seifa_ier_decile_state: 7,
    },
    tables: {
      suburb_amenities: { pubs_bars: 0, gp_count: 4, nearest_train_km: 2.4 },
      suburb_connectivity: { dominant_nbn_tech: "FW" },
      suburb_hazard_exposure: { flood_planning_share_pct: 0 },
    },
    metrics: {
      land_share_below_1m: 0,
      land_share_below_2m: null,
      elevation_min_m: Math.fround(-3.1),
      age: Math.fround(41.3),
      seifa_ier_decile_state: 7,
      pubs: 0,
      supermarkets: null,
      healthcare: 4,
      nearest_train: Math.fround(2.4),
      nbn: 1,
      flood_planning_share_pct: 0,
      bushfire_prone_share_pct: null,
      price: null,
    },
  },
];

describe("SUBURB_METRICS", () => {
  const codeOf = (testCase: Case) => String(10_001 + CASES.indexOf(testCase));

  const db = opened(emptyDatasetDatabase);
  beforeAll(async () => {
    await insertRows(db, "lga", [
      { lga_code: "10050", lga_name: "X", state_code: "NSW" },
      { lga_code: "1005A", lga_name: "Y", state_code: "NSW" },
    ]);
    for (const testCase of CASES) {
      const sal_code = codeOf(testCase);
      await insertRows(db, "suburb_demographics", [
        { sal_code, sal_name: "A", state_code: "NSW", population: 500, ...testCase.demographics },
      ]);
      for (const [table, row] of Object.entries(testCase.tables ?? {})) {
        await insertRows(db, table, [{ sal_code, ...row }]);
      }
    }
    // No suburb of these states has a language: null in the first, a share of 0 in the second.
    await insertRows(db, "suburb_demographics", [
      { sal_code: "40001", sal_name: "B", state_code: "SA", population: 500, pct_english_only: 80 },
      { sal_code: "50001", sal_name: "C", state_code: "WA", population: 500, pct_top_language: 0 },
    ]);
    await insertRows(db, "suburb_amenities", [{ sal_code: "40001", pubs_bars: 1 }]);
    await runAggregates(db, SUBURB_AGGREGATES);
  });

  it("has the registry's keys in registry order after the two codes, all float32", async () => {
    const columns = await db.rows<{ name: string; type: string }>(
      `SELECT column_name AS name, data_type AS type FROM information_schema.columns
       WHERE table_schema = 'serve' AND table_name = 'suburb_metrics' ORDER BY ordinal_position`,
    );
    expect(columns.map((c) => c.name)).toEqual(["sal_code", "state_code", ...METRIC_KEYS]);
    expect(new Set(columns.slice(2).map((c) => c.type))).toEqual(new Set(["FLOAT"]));
  });

  it.each(CASES)("$title", async (testCase) => {
    const rows = await db.rows("SELECT * FROM serve.suburb_metrics WHERE sal_code = $sal_code", {
      sal_code: codeOf(testCase),
    });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject(testCase.metrics);
  });

  it("knows no category of a suburb of which only the residents are known", async () => {
    const [row] = await db.rows<Record<string, number | null>>(
      "SELECT * FROM serve.suburb_metrics WHERE sal_code = '40001'",
    );
    const categories = METRICS.filter((metric) => metric.kind === "categorical").map(({ key }) => key);
    expect(categories).toContain("language");
    expect(Object.fromEntries(categories.map((key) => [key, row[key]]))).toEqual(
      Object.fromEntries(categories.map((key) => [key, null])),
    );
    expect(row.population).toBe(500);
  });

  it("knows that English is spoken where a share says that little else is", async () => {
    expect(await db.rows("SELECT language FROM serve.suburb_metrics WHERE sal_code = '50001'")).toEqual([
      { language: 13 },
    ]);
  });
});
