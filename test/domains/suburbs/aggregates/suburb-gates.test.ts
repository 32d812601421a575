import { describe, expect, it } from "vitest";
import { RESTRICTED_LICENCE } from "../../../../src/dataset/table-definition.ts";
import { SUBURB_AGGREGATES } from "../../../../src/domains/suburbs/aggregates/index.ts";
import { SUBURB_FACTS } from "../../../../src/domains/suburbs/aggregates/suburb-facts.ts";
import { METRICS } from "../../../../src/domains/suburbs/metrics/metric-registry.ts";
import {
  FIGURE_QUERIES,
  withheldFigures,
} from "../../../../src/domains/suburbs/pages/profile/figure-origins.ts";
import type { Row } from "../../../../src/snapshot/pages/row-message.ts";
import {
  emptyDatasetDatabase,
  insertTables,
  type PartialRow,
  rowOf,
  runAggregates,
  runFor,
} from "../../../support/data/build-db.ts";
import type { Tables } from "../../../support/data/method-calls.ts";
import { opened } from "../../../support/run/fixtures.ts";

const db = opened(emptyDatasetDatabase, { each: true });

const suburb = rowOf("sal_code", (code) => ({
  sal_name: `Suburb ${code}`,
  state_code: String(code).startsWith("1") ? "NSW" : "TAS",
}));

/** Columns of a table built from these rows, by suburb. */
async function made(table: string, columns: string, tables: Tables): Promise<Record<string, unknown>[]> {
  await insertTables(db, tables);
  await runFor(db, SUBURB_FACTS, `work.${table}`);
  return db.rows(`SELECT ${columns} FROM work.${table} ORDER BY sal_code`);
}

describe("withheldFigures", () => {
  it("names the rule of each figure that is known and not given: its land, its licence, its residents", async () => {
    const zones = { zone_res_low_share_pct: 20, heritage_item_count: 3, dominant_zone_family: "res_low" };
    const heights = { nsw_height_median_m: 9, nsw_height_mapped_pct: 40, nsw_fsr_median: 0.5 };
    const licences = { planning: "CC-BY-4.0", hazards: "CC-BY-4.0" };
    const suburbs = [
      { code: "10001", coverage: 49.9, ...licences },
      { code: "10002", coverage: 50, ...licences },
      { code: "10003", coverage: 90, planning: RESTRICTED_LICENCE, hazards: RESTRICTED_LICENCE },
      // A standard of New South Wales does not apply to Tasmania.
      { code: "60001", coverage: null, ...licences },
    ];
    await insertTables(db, {
      suburb_demographics: suburbs.map(({ code }) => suburb(code, { population: 500 })),
      suburb_planning: suburbs.map(({ code, coverage, planning }) => ({
        sal_code: code,
        zoning_coverage_pct: coverage,
        source_licence: planning,
        ...zones,
        ...heights,
        nsw_fsr_mapped_pct: 60,
      })),
      suburb_hazard_exposure: suburbs.map(({ code, hazards }) => ({
        sal_code: code,
        flood_planning_share_pct: 0,
        source_licence: hazards,
      })),
    });
    await runAggregates(db, SUBURB_AGGREGATES);
    const known = Map.groupBy(await db.rows<Row>(FIGURE_QUERIES.knownFigures), (row) => String(row.page_key));
    const given = new Map(
      (await db.rows<Row>("SELECT * FROM serve.suburb_metrics")).map((row) => [String(row.sal_code), row]),
    );
    const rules = (code: string) =>
      withheldFigures(
        known.get(code) ?? [],
        500,
        METRICS.filter(({ key }) => (given.get(code)?.[key] ?? null) === null),
        () => true,
      ).map(({ figure, rule }) => `${figure}: ${rule}`);
    const height = "nsw_height_median_m: mapped residential land below 50 %";
    const zoning = ["zone_res_low_share_pct", "dominant_zone_family", "heritage_item_count"].map(
      (figure) => `${figure}: zoning coverage below 50 %`,
    );
    expect(rules("10001")).toEqual([...zoning, height]);
    expect(rules("10002")).toEqual([height]);
    expect(rules("10003")).toEqual(
      [
        ...["flood_planning_share_pct", "zone_res_low_share_pct", "zoning_coverage_pct"],
        ...["dominant_zone_family", "heritage_item_count", "nsw_height_median_m", "nsw_fsr_median"],
      ].map((figure) => `${figure}: licence`),
    );
    expect(rules("60001")).toEqual(zoning);
  });
});

describe("suburb census", () => {
  it("withholds rates and culture below 100 residents, not medians", async () => {
    const facts = { median_age: 40, pct_born_overseas: 20, top_religion: "Catholic", pct_rented: 30 };
    const rows = await made("suburb_census", Object.keys(facts).join(), {
      suburb_demographics: [
        suburb("10001", { population: 100, ...facts }),
        suburb("10002", { population: 99, ...facts }),
        suburb("10003", { population: null, ...facts }),
      ],
    });
    const withheld = { median_age: 40, pct_born_overseas: null, top_religion: null, pct_rented: null };
    expect(rows).toEqual([facts, withheld, withheld]);
  });

  it("withholds shares of dwellings where there are none", async () => {
    const facts = { population: 500, pct_separate_house: 80, pct_couple_with_children: 50 };
    const rows = await made("suburb_census", "pct_separate_house, pct_couple_with_children", {
      suburb_demographics: [
        suburb("10001", { ...facts, dwelling_count: 0 }),
        suburb("10002", { ...facts, dwelling_count: null }),
      ],
    });
    expect(rows).toEqual([
      { pct_separate_house: null, pct_couple_with_children: 50 },
      { pct_separate_house: 80, pct_couple_with_children: 50 },
    ]);
  });

  it("has no single state member in Tasmania", async () => {
    const facts = { state_member: "M", state_party: "P", state_party_ab: "ALP", state_district: "D" };
    const rows = await made("suburb_census", Object.keys(facts).join(), {
      suburb_demographics: [suburb("10001", facts), suburb("60001", facts)],
    });
    const withheld = { state_member: null, state_party: null, state_party_ab: null, state_district: "D" };
    expect(rows).toEqual([facts, withheld]);
  });
});

describe("suburb broadband", () => {
  it.each([
    ["hfc", 90_000, 0, "Fixed Line", 60],
    ["FW", 5000, 1, "Fixed Wireless", 60],
    ["fixed wireless", 5001, null, null, null],
    ["Satellite", 1000, 2, "Satellite", 60],
    ["Satellite", 1001, null, null, null],
    ["Satellite", null, 2, "Satellite", 60],
    ["carrier pigeon", 100, null, null, 60],
    [null, 100, null, null, 60],
  ])("publishes %s with %s residents as tier %s", async (tech, population, tier, label, score) => {
    const columns = "tier, dominant_nbn_tech AS tech, connectivity_quality_score AS score";
    const rows = await made("suburb_broadband", columns, {
      suburb_demographics: [suburb("10001", { population })],
      suburb_connectivity: [{ sal_code: "10001", dominant_nbn_tech: tech, connectivity_quality_score: 60 }],
    });
    expect(rows).toEqual([{ tier, tech: label, score }]);
  });
});

describe("suburb councils", () => {
  it("takes the largest share, then the lower code, and keeps the others from 5 % on", async () => {
    const council = rowOf("lga_code share", { sal_code: "10001" });
    const councils = [council("10050", 0.05), council("10250", 0.45), council("10130", 0.45)];
    const rows = await made("suburb_council", "*", {
      suburb_demographics: [suburb("10001")],
      lga: ["10050", "10130", "10250", "10300"].map((lga_code) => ({
        lga_code,
        lga_name: lga_code,
        state_code: "NSW",
      })),
      suburb_lga: [...councils, council("10300", 0.049)],
    });
    expect(rows).toEqual([
      {
        sal_code: "10001",
        lga_code: "10130",
        dominant_share: 0.45,
        other_councils: [
          { lgaCode: "10250", share: 0.45 },
          { lgaCode: "10050", share: 0.05 },
        ],
      },
    ]);
  });
});

describe("suburb land", () => {
  const planning = async (state: "NSW" | "TAS", row: PartialRow) => {
    const sal_code = state === "NSW" ? "10001" : "60001";
    const tables = { suburb_demographics: [suburb(sal_code)], suburb_planning: [{ sal_code, ...row }] };
    return (await made("suburb_planning", "*", tables))[0];
  };
  const zoning = { zone_rural_share_pct: 60, dominant_zone_family: "rural", heritage_item_count: 0 };

  it("withholds zoning and heritage under 50 % coverage but still says the coverage", async () => {
    expect(await planning("NSW", { ...zoning, zoning_coverage_pct: 49.9 })).toMatchObject({
      zoning_coverage_pct: 49.9,
      zone_rural_share_pct: null,
      dominant_zone_family: null,
      heritage_item_count: null,
      zone_shares: [],
    });
  });

  it("publishes zoning at 50 % coverage, largest share first, ties in family order, without zeros", async () => {
    const row = {
      ...zoning,
      zone_res_low_share_pct: 5,
      zone_industrial_share_pct: 5,
      zone_water_share_pct: 0,
    };
    expect(await planning("NSW", { ...row, zoning_coverage_pct: 50 })).toMatchObject({
      heritage_item_count: 0,
      zone_shares: [
        { family: "rural", sharePct: 60 },
        { family: "res_low", sharePct: 5 },
        { family: "industrial", sharePct: 5 },
      ],
    });
  });

  const standards = {
    nsw_height_median_m: 9,
    nsw_height_max_m: 20,
    nsw_height_mapped_pct: 50,
    nsw_fsr_median: 0.5,
    nsw_fsr_mapped_pct: 49,
    nsw_min_lot_median_m2: 450,
  };

  it("withholds each NSW standard that is mapped on under half of residential land", async () => {
    expect(await planning("NSW", standards)).toMatchObject({
      nsw_height_median_m: 9,
      nsw_height_max_m: 20,
      nsw_fsr_median: null,
      nsw_fsr_mapped_pct: 49,
      nsw_min_lot_median_m2: null,
    });
  });

  it("has no NSW standard elsewhere", async () => {
    expect(await planning("TAS", standards)).toMatchObject({
      nsw_height_median_m: null,
      nsw_height_mapped_pct: null,
    });
  });

  it("never joins restricted rows", async () => {
    const restricted = { sal_code: "10001", source_licence: RESTRICTED_LICENCE };
    const planned = await made("suburb_planning", "sal_code", {
      suburb_demographics: [suburb("10001")],
      suburb_planning: [{ zoning_coverage_pct: 90, ...restricted }],
      suburb_hazard_exposure: [{ flood_planning_share_pct: 3, ...restricted }],
    });
    expect(planned).toEqual([]);
    expect(await db.rows("SELECT sal_code FROM work.suburb_hazard")).toEqual([]);
  });
});
