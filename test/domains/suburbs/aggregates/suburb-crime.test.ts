import { beforeEach, describe, expect, it } from "vitest";
import { SUBURB_FACTS } from "../../../../src/domains/suburbs/aggregates/suburb-facts.ts";
import { emptyDatasetDatabase, insertRows, rowOf, runFor } from "../../../support/data/build-db.ts";
import { opened } from "../../../support/run/fixtures.ts";

const db = opened(emptyDatasetDatabase, { each: true });
beforeEach(() =>
  insertRows(db, "suburb_demographics", [
    { sal_code: "10001", sal_name: "A", state_code: "NSW", population: 2000 },
    { sal_code: "10002", sal_name: "B", state_code: "NSW", population: 1999 },
    { sal_code: "10003", sal_name: "C", state_code: "NSW" },
    { sal_code: "10004", sal_name: "D", state_code: "NSW", population: 50_000 },
    { sal_code: "20001", sal_name: "E", state_code: "VIC" },
  ]),
);

describe("suburb crime", () => {
  const stat = rowOf("sal_code rate_per_100k population", {
    crime_type: "break_ins",
    fy_ending: 2025,
    pooled: true,
    anchor_rse_pct: 10,
    source: "police",
  });
  const ranks = async () => {
    await runFor(db, SUBURB_FACTS, "work.suburb_crime");
    const rows = await db.rows<{ sal_code: string; pct_rank: number }>(
      "SELECT sal_code, round(pct_rank, 6) AS pct_rank FROM work.suburb_crime ORDER BY sal_code, crime_type",
    );
    return Object.fromEntries(rows.map((r) => [r.sal_code, r.pct_rank]));
  };

  it("weighs the percentile by residents, half of one's own included, within the state", async () => {
    await insertRows(db, "suburb_crime_stats", [
      stat("10001", 50, 2000),
      stat("10002", 100, 6000),
      stat("10003", 200, 2000),
      stat("20001", 1, 5000),
    ]);
    expect(await ranks()).toEqual({ "10001": 10, "10002": 50, "10003": 90, "20001": 50 });
  });

  it("gives suburbs with equal rates only those below them", async () => {
    await insertRows(db, "suburb_crime_stats", [
      stat("10001", 0, 2000),
      stat("10002", 100, 4000),
      stat("10003", 100, 2000),
    ]);
    expect(await ranks()).toEqual({ "10001": 12.5, "10002": 50, "10003": 37.5 });
  });

  it("drops rows behind a gate before ranking, and keeps the values at the gate", async () => {
    await insertRows(db, "suburb_crime_stats", [
      stat("10001", 50, 2000, { anchor_rse_pct: 25 }),
      stat("10002", 10, 1999),
      stat("10003", 20, 9000, { anchor_rse_pct: 25.1 }),
      stat("20001", 20, 9000, { anchor_rse_pct: null }),
    ]);
    expect(await ranks()).toEqual({ "10001": 50 });
  });

  it.each([
    ["unpooled", { pooled: false }],
    ["unreliable", { unreliable: true }],
    ["under a non-commercial licence", { source_licence: "CC-BY-NC-4.0" }],
    ["under a restricted licence", { source_licence: "proprietary-tos-restricted" }],
  ])("drops a row that is %s", async (_, more) => {
    await insertRows(db, "suburb_crime_stats", [stat("10001", 50, 3000, more), stat("10002", 60, 3000)]);
    expect(await ranks()).toEqual({ "10002": 50 });
  });

  it("serves the latest year that passes the gates, ranked among that year's rows", async () => {
    await insertRows(db, "suburb_crime_stats", [
      stat("10001", 50, 3000, { fy_ending: 2024 }),
      stat("10001", 50, 1000, { fy_ending: 2025 }),
      stat("10002", 60, 3000, { fy_ending: 2024 }),
      stat("10002", 60, 3000, { fy_ending: 2025 }),
    ]);
    expect(await ranks()).toEqual({ "10001": 25, "10002": 50 });
  });
});

describe("suburb offences", () => {
  const count = rowOf("sal_code offences", { offence: "break_ins", year: 2022, source: "police" });
  const rates = async () => {
    await runFor(db, SUBURB_FACTS, "work.suburb_offence_rate");
    return db.rows("SELECT * FROM work.suburb_offence_rate ORDER BY sal_code");
  };

  it("divides the latest year by the residents, 0 included, and has no rate without enough of them", async () => {
    await insertRows(db, "suburb_offences", [
      count("10001", 9),
      count("10001", 3, { year: 2021 }),
      count("10001", 0, { offence: "violent", year: 2020 }),
      count("10002", 9),
      count("10003", 9),
      count("10004", 25),
    ]);
    expect(await rates()).toMatchObject([
      {
        sal_code: "10001",
        source: "police",
        recorded_break_ins: 450,
        recorded_violent: 0,
        recorded_theft: null,
      },
      { sal_code: "10004", recorded_break_ins: 50, recorded_violent: null },
    ]);
  });

  it("leaves out what may not be shown", async () => {
    await insertRows(db, "suburb_offences", [
      count("10001", 9, { source_licence: "proprietary-tos-restricted" }),
      count("10004", 9, { source_licence: "CC-BY-NC-4.0" }),
    ]);
    expect(await rates()).toEqual([]);
  });
});
