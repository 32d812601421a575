import { describe, expect, it } from "vitest";
import { AREA_LIST_IMPORTER } from "../../../src/importers/geography/area-list-importer.ts";
import { type NamedSuburb, SuburbNames } from "../../../src/importers/places/suburb-names.ts";
import { MELBOURNE_SALES } from "../../../src/importers/prices/melbourne-sales.ts";
import { VIC_MEDIANS } from "../../../src/importers/prices/vic-medians.ts";
import { importAll, REAL_DATA, realFile, rowsOf } from "../../support/data/import-files.ts";
import { suburb } from "../few-suburbs.ts";

describe.skipIf(REAL_DATA === undefined)("suburb prices on published files (TERRACE_REAL_DATA)", () => {
  const suburbs = () => {
    const rows = rowsOf(
      importAll(AREA_LIST_IMPORTER, [realFile("geography/SAL_2021_AUST.csv.gz")]),
      "suburb_demographics",
    );
    return new SuburbNames(
      rows.map((row) =>
        suburb(String(row.sal_code), String(row.sal_name), row.state_code as NamedSuburb["stateCode"]),
      ),
    );
  };

  it("resolves 348 of the 349 Melbourne suburb names", () => {
    const file = realFile("property-sales/Melbourne_housing_FULL.csv.gz");
    const [, ...rows] = file.csv();
    const names = new Set(rows.filter((row) => row.length > 1).map((row) => row[0].toLowerCase()));
    // Two of them also occur with another capitalization.
    expect(names.size).toBe(349);
    const known = suburbs();
    const hints = new Map(
      MELBOURNE_SALES.read(file).part.sales.map((sale) => [sale.name.toLowerCase(), sale.hints]),
    );
    const unresolved = [...names].filter(
      (name) => known.find("VIC", name, hints.get(name) ?? []).length !== 1,
    );
    expect(unresolved).toHaveLength(1);
    const { report } = MELBOURNE_SALES.read(file);
    expect(report.rowsRead).toBe(34_857);
    expect(report.rejects.find(({ rule }) => rule === "row twice")?.count).toBe(1);
  });

  it("matches at least 746 of 787 Victorian localities and reads workbook and export alike", () => {
    const book = realFile("property-sales/vpsr-houses-by-suburb-2013-2023.xlsx");
    const text = realFile("property-sales/derived-csv/vpsr-houses-by-suburb-2013-2023.Table1.csv.gz");
    // The workbook was made in May 2024, and its last column covers that year so far.
    const { figures } = VIC_MEDIANS.read(book).part;
    expect(figures.filter((one) => !one.isPreliminary)).toEqual(VIC_MEDIANS.read(text).part.figures);
    expect(new Set(figures.filter((one) => one.isPreliminary).map(({ lastDay }) => lastDay))).toEqual(
      new Set(["2024-05-16"]),
    );
    expect(VIC_MEDIANS.read(book).report.rowsRead).toBe(787);
    const combined = importAll(VIC_MEDIANS, [book], suburbs());
    expect(rowsOf(combined, "house_price_regions").length).toBeGreaterThanOrEqual(746);
    const richmond = rowsOf(combined, "house_prices").filter(
      (row) => row.region_code === "SUBURB:VIC-ABBOTSFORD",
    );
    expect(richmond.map((row) => row.value).slice(0, 2)).toEqual([792_500, 862_500]);
  });
});
