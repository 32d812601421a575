import { describe, expect, it } from "vitest";
import { SUBURB_AGGREGATES } from "../../../../src/domains/suburbs/aggregates/index.ts";
import { emptyDatasetDatabase, insertRows, rowOf, runFor } from "../../../support/data/build-db.ts";
import { plainRows } from "../../../support/data/listing-fixture.ts";
import { opened } from "../../../support/run/fixtures.ts";

const db = opened(emptyDatasetDatabase, { each: true });

const suburb = rowOf("sal_code", (code) => ({ sal_name: `Suburb ${code}`, state_code: "NSW" }));
const crime = rowOf("sal_code crime_type rate_per_100k population", {
  fy_ending: 2025,
  pooled: true,
  anchor_rse_pct: 5,
  source_jurisdiction: "NSW",
  source: "police",
});

async function blocks(sal_code: string): Promise<Record<string, unknown>> {
  await runFor(db, SUBURB_AGGREGATES, "serve.suburb_profiles", "serve.suburbs");
  const [row] = await db.rows<Record<string, string | null>>(
    "SELECT * FROM serve.suburb_profiles WHERE sal_code = $sal_code",
    { sal_code },
  );
  const json = (text: string | null) =>
    typeof text === "string" && /^[{[]/.test(text) ? JSON.parse(text) : text;
  return Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, json(cell)]));
}

describe("SUBURB_PROFILES", () => {
  it("leaves every optional block out when nothing is known", async () => {
    await insertRows(db, "suburb_demographics", [suburb("10001")]);
    expect(await blocks("10001")).toMatchObject({
      demographics: { population: null, censusYear: 2021 },
      seifa: null,
      elevation: null,
      lga_code: null,
      council_overlaps: null,
      similar_suburbs: null,
      crime: null,
      hazards: null,
      planning: null,
    });
  });

  it("keeps a block as soon as one of its values is known, zero included", async () => {
    await insertRows(db, "suburb_demographics", [
      suburb("10001", { seifa_ieo_decile_state: 3, land_share_below_5m: 0 }),
    ]);
    await insertRows(db, "suburb_hazard_exposure", [{ sal_code: "10001", flood_planning_share_pct: 0 }]);
    await insertRows(db, "suburb_planning", [{ sal_code: "10001", zoning_coverage_pct: 0 }]);
    expect(await blocks("10001")).toMatchObject({
      seifa: { ieo: { score: null, decileAus: null, decileState: 3 }, irsd: { score: null } },
      elevation: { landShareBelow5m: 0, elevationMinM: null },
      hazards: { floodPlanningSharePct: 0, bushfireProneSharePct: null },
      planning: { zoningCoveragePct: 0, zoneShares: [], instruments: [] },
    });
  });

  it("names the state's instrument where it does not cover a suburb, and none where the state has no layer", async () => {
    await insertRows(db, "suburb_demographics", [
      suburb("10001"),
      suburb("10002"),
      suburb("20001", { state_code: "VIC" }),
    ]);
    await insertRows(db, "suburb_hazard_exposure", [
      { sal_code: "10001", flood_planning_share_pct: 4, flood_source: "nsw-floods" },
      { sal_code: "10002", water_observed_share_pct: 1, water_source: "w" },
      { sal_code: "20001", water_observed_share_pct: 1, water_source: "w" },
    ]);
    expect(await blocks("10001")).toMatchObject({
      hazards: { floodSource: "nsw-floods", bushfireSource: null },
    });
    expect(
      await db.rows(
        "SELECT sal_code, flood_planning_share_pct, flood_source FROM work.suburb_hazard ORDER BY 1",
      ),
    ).toEqual([
      { sal_code: "10001", flood_planning_share_pct: 4, flood_source: "nsw-floods" },
      { sal_code: "10002", flood_planning_share_pct: null, flood_source: "nsw-floods" },
      { sal_code: "20001", flood_planning_share_pct: null, flood_source: null },
    ]);
  });

  it("has no hazard or planning block when the row holds only names", async () => {
    await insertRows(db, "suburb_demographics", [suburb("10001")]);
    await insertRows(db, "suburb_hazard_exposure", [{ sal_code: "10001", water_source: "w" }]);
    await insertRows(db, "suburb_planning", [{ sal_code: "10001", zoning_source: "z" }]);
    expect(await blocks("10001")).toMatchObject({ hazards: null, planning: null });
  });

  it("orders crime by type and keeps ranks unrounded, while the list rounds them and never to 0", async () => {
    await insertRows(db, "suburb_demographics", [suburb("10001"), suburb("10002"), suburb("10003")]);
    await insertRows(db, "suburb_crime_stats", [
      crime("10001", "violent", 0, 2000),
      crime("10001", "break_ins", 7, 2000),
      crime("10002", "violent", 5, 4_000_000),
      crime("10003", "break_ins", 9, 4000),
    ]);
    const { crime: block } = await blocks("10001");
    expect(block).toEqual({
      stats: [
        { crimeType: "break_ins", ratePer100k: 7, pctRank: (1000 / 6000) * 100, fyEnding: 2025 },
        { crimeType: "violent", ratePer100k: 0, pctRank: (1000 / 4_002_000) * 100, fyEnding: 2025 },
      ],
      sourceJurisdiction: "NSW",
      source: "police",
      sourceLicence: "CC-BY-4.0",
    });
    expect(
      await db.rows(
        `SELECT crime_break_ins_rank AS break_ins, crime_violent_rank AS violent, crime_motor_vehicle_rank AS vehicle
         FROM serve.suburbs ORDER BY sal_code`,
      ),
    ).toEqual([
      { break_ins: 16.7, violent: 0.1, vehicle: null },
      { break_ins: null, violent: 50, vehicle: null },
      { break_ins: 66.7, violent: null, vehicle: null },
    ]);
  });

  it("offers the nearest suburbs with more than 200 residents, a known age and income", async () => {
    const known = { median_age: 40, median_weekly_hhd_income: 1000, population: 1000, pct_born_overseas: 20 };
    await insertRows(db, "suburb_demographics", [
      suburb("10001", known),
      suburb("10002", { ...known, population: 200 }),
      suburb("10003", { ...known, median_age: null }),
      suburb("10004", { ...known, median_age: 50 }),
      suburb("10005", known),
      // Known in three of the six metrics only.
      suburb("10006", { ...known, pct_born_overseas: null }),
      suburb("10007", { ...known, median_age: 90, pct_born_overseas: null }),
    ]);
    await insertRows(db, "suburb_amenities", [
      { sal_code: "10005", dist_to_coast_km: 0 },
      { sal_code: "10001", dist_to_coast_km: 0 },
      { sal_code: "10007", dist_to_coast_km: 0 },
    ]);
    // Ages 40, 50, 40, 40 and 90 have a population deviation of sqrt(376); nothing else varies.
    const { similar_suburbs } = await blocks("10001");
    expect(similar_suburbs).toEqual([
      { salCode: "10005", similarity: 1, compared: 0b110111 },
      { salCode: "10004", similarity: expect.closeTo(1 / (1 + 10 / Math.sqrt(376)), 12), compared: 0b010111 },
      { salCode: "10007", similarity: expect.closeTo(1 / (1 + 50 / Math.sqrt(376)), 12), compared: 0b110011 },
    ]);
    expect(
      await db.rows("SELECT similar_suburbs FROM serve.suburb_profiles WHERE sal_code = '10006'"),
    ).toEqual([{ similar_suburbs: null }]);
  });

  it("calls a place of which nothing is known neither residential nor anything else", async () => {
    await insertRows(db, "suburb_demographics", [suburb("10001", {})]);
    expect((await blocks("10001")).banner).toMatchObject({
      archetype: "",
      blurb: "Suburb 10001 is a suburb or locality.",
    });
  });

  it("writes a missing blurb from name, archetype and council, and takes the archetype as picture", async () => {
    await insertRows(db, "suburb_demographics", [
      suburb("10001", { banner_archetype: "harbour" }),
      suburb("10002", { banner_archetype: "harbour", banner_blurb: "By hand.", banner_bg_key: "sunset" }),
    ]);
    await insertRows(db, "lga", [
      { lga_code: "10050", lga_name: "Albury", display_name: "City of Albury", state_code: "NSW" },
    ]);
    await insertRows(db, "suburb_lga", [{ sal_code: "10001", lga_code: "10050", share: 1 }]);
    await insertRows(db, "suburb_landmarks", [
      { sal_code: "10002", position: 2, name: "Pier", kind: "pier" },
      { sal_code: "10002", position: 1, name: "Light", kind: "lighthouse" },
    ]);
    expect((await blocks("10001")).banner).toEqual({
      archetype: "harbour",
      blurb: "Suburb 10001 is a waterside place on a sheltered harbour in the area of City of Albury.",
      landmarks: [],
      bgKey: "harbour",
      bgUrl: "",
    });
    const [row] = await plainRows<{ banner: object }>(
      db,
      "SELECT banner FROM serve.suburb_profiles WHERE sal_code = '10002'",
    );
    expect(row.banner).toEqual({
      archetype: "harbour",
      blurb: "By hand.",
      landmarks: [
        { name: "Light", kind: "lighthouse" },
        { name: "Pier", kind: "pier" },
      ],
      bgKey: "sunset",
      bgUrl: "",
    });
  });
});

describe("SUBURBS", () => {
  it("lists every suburb, priced or not, and numbers them by name within the state", async () => {
    await insertRows(db, "suburb_demographics", [
      suburb("10001", { sal_name: "Zed" }),
      suburb("10002", { sal_name: "Abel" }),
      suburb("10003", { sal_name: "Abel" }),
      suburb("20001", { sal_name: "Mid", state_code: "VIC" }),
    ]);
    await runFor(db, SUBURB_AGGREGATES, "serve.suburbs");
    expect(
      await db.rows(
        "SELECT sal_code, name_place, latest_median_price AS price FROM serve.suburbs ORDER BY sal_code",
      ),
    ).toEqual([
      { sal_code: "10001", name_place: 3, price: null },
      { sal_code: "10002", name_place: 1, price: null },
      { sal_code: "10003", name_place: 2, price: null },
      { sal_code: "20001", name_place: 1, price: null },
    ]);
  });
});
