import { describe, expect, it } from "vitest";
import { presentKey } from "../../../src/domains/economy/queries/series-store.ts";
import { ABS_TIME_SERIES } from "../../../src/importers/abs/abs-time-series.ts";
import { RBA_TABLE_IMPORTER } from "../../../src/importers/rba/rba-importer.ts";
import { importAll, REAL_DATA, realFile, rowsOf } from "../../support/data/import-files.ts";
import { SUBURBS } from "../few-suburbs.ts";

describe.skipIf(REAL_DATA === undefined)("published tables (TERRACE_REAL_DATA)", () => {
  it("give series under the keys that callers ask for", async () => {
    const abs = ["8731007.xlsx", "WPI_by_state.csv.gz"].map((name) => realFile(`abs-time-series/${name}`));
    const rba = ["f1.1-data.csv.gz", "g1-data.csv.gz"].map((name) => realFile(`rba/${name}`));
    for (const file of [...abs, ...rba]) await file.load();
    const rows = [
      importAll(ABS_TIME_SERIES, abs, SUBURBS),
      importAll(RBA_TABLE_IMPORTER, rba, SUBURBS),
    ].flatMap((combined) => rowsOf(combined, "economic_series"));
    const found = new Map(rows.map((row) => [row.series_key, `${row.frequency} ${row.unit}`]));
    const asked = {
      "rates.cash_rate_target.aus": "monthly percent",
      "cpi.index.all_groups.aus": "quarterly index",
      "cpi.annual_change.all_groups.aus": "quarterly percent",
      "wages.wpi_yoy.aus": "quarterly percent",
      "wages.wpi_yoy.tas": "quarterly percent",
      "approvals.dwelling_units.total.nsw": "monthly count",
    };
    expect(Object.fromEntries(Object.keys(asked).map((key) => [key, found.get(key)]))).toEqual(asked);
    // None of them is a former key.
    expect([...found.keys()].filter((key) => presentKey(String(key)) !== undefined)).toEqual([]);
  });
});
