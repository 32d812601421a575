import { describe, expect, it } from "vitest";
import { BUSHFIRE_LAND } from "../../../src/importers/hazards/bushfire-land.ts";
import { importAll, rejectedRows, rowsOf, textFile } from "../../support/data/import-files.ts";

const HEADER = "STE_CODE21,STE_NAME21,SAL_CODE21,SAL_NAME21,area,bf_area,bf_area_pct,cent_lat,cent_lon";

describe("BUSHFIRE_LAND", () => {
  it("gives the share of each suburb and tells rows that cannot be one", () => {
    const text = [
      HEADER,
      "1,New South Wales,10001,Aldgrove,10,2.5,0.25,-33,151",
      "1,New South Wales,10002,Birchmoor,10,0,0,-33,151",
      "1,New South Wales,10003,Wrong,10,5,0.9,-33,151",
      "1,New South Wales,10004,None,0,,0,,NA",
      "1,New South Wales,19797,Migratory,0,,0,,NA",
      "",
    ].join("\n");
    const file = textFile("bf.csv", text);
    const source = { bushfire_source: "bushfire-prone-land", source_licence: "CC-BY-4.0" };
    expect(rowsOf(importAll(BUSHFIRE_LAND, [file]), "suburb_hazard_exposure")).toEqual([
      { sal_code: "10001", bushfire_prone_share_pct: 25, ...source },
      { sal_code: "10002", bushfire_prone_share_pct: 0, ...source },
    ]);
    const { report } = BUSHFIRE_LAND.read(file);
    expect(rejectedRows(report)).toBe("no area 5; share 4");
    expect(report.notes).toEqual([expect.stringContaining("migratory")]);
  });
});
