import { describe, expect, it } from "vitest";
import { SA_MEDIANS } from "../../../src/importers/prices/sa-medians.ts";
import { importAll, linesFile, rejectedCounts, rowsOf } from "../../support/data/import-files.ts";
import { price, SUBURBS } from "../few-suburbs.ts";

const quarter = (q: number, year: number, rows: readonly string[]) => {
  const columns = [year - 1, year].map((one) => `"Sales\n${q}Q ${one}","Median\n${q}Q ${one}"`);
  return linesFile("x.csv", `City,Suburb,${columns.join()},"Median\nChange"`, ...rows);
};

describe("medians of Adelaide", () => {
  it("are quarterly medians and sales, both quarters of a file, without medians of a few sales", () => {
    const file = quarter(2, 2023, [
      "HOLDFAST BAY ,GLENELG  ,5,900000,4,978000,0.04",
      "MARION,O'HALLORAN HILL,,,12,610000,",
    ]);
    expect(SA_MEDIANS.recognise(file)?.what).toBe("Adelaide median house sales, quarter to 2023-06-30");
    expect(rowsOf(importAll(SA_MEDIANS, [file], SUBURBS), "house_prices").map(price)).toEqual([
      ["SUBURB:SA-GLENELG", "transfer_count", "house", "2022-06-30", 5],
      ["SUBURB:SA-GLENELG", "median_price", "house", "2022-06-30", 900_000],
      ["SUBURB:SA-GLENELG", "transfer_count", "house", "2023-06-30", 4],
      ["SUBURB:SA-OHALLORAN-HILL", "transfer_count", "house", "2023-06-30", 12],
      ["SUBURB:SA-OHALLORAN-HILL", "median_price", "house", "2023-06-30", 610_000],
    ]);
  });

  it("are taken once of a suburb that is listed under each of its councils", () => {
    const file = quarter(3, 2021, [
      "HOLDFAST BAY,GLENELG,6,800000,7,810000,",
      "MARION,GLENELG,6,800000,7,810000,",
      "MARION,ST.PETERS,6,800000,7,810000,",
    ]);
    expect(rowsOf(importAll(SA_MEDIANS, [file], SUBURBS), "house_prices").map(price)).toEqual([
      ["SUBURB:SA-GLENELG", "transfer_count", "house", "2020-09-30", 6],
      ["SUBURB:SA-GLENELG", "median_price", "house", "2020-09-30", 800_000],
      ["SUBURB:SA-GLENELG", "transfer_count", "house", "2021-09-30", 7],
      ["SUBURB:SA-GLENELG", "median_price", "house", "2021-09-30", 810_000],
    ]);
    const { part, report } = SA_MEDIANS.read(file);
    expect([report.rowsUsed, report.rejects, part.figures.at(-1)!.name]).toEqual([3, [], "ST PETERS"]);
  });

  it("reject rows that are short, repeated or hold no number", () => {
    const file = quarter(1, 2020, [
      "A,GLENELG,5,900000,6,900000,0",
      "B,GLENELG,5,900000,6,910000,0",
      "A,X,5,many,6,7,0",
      "A,Y,5",
    ]);
    const counts = rejectedCounts(SA_MEDIANS.read(file).report);
    expect(counts).toBe("not a number 1; suburb twice 1; wrong number of cells 1");
  });
});
