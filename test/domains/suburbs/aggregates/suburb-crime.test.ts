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
