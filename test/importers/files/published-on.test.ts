import { describe, expect, it } from "vitest";
import { publishedOn, releaseLine } from "../../../src/importers/files/published-on.ts";
import type { SheetCell } from "../../../src/importers/run/import-file.ts";
import { textFile, workbookFile } from "../../support/data/import-files.ts";

const workbook = (rows: SheetCell[][], created = "1999-01-01") =>
  workbookFile("x.xlsx", { Contents: rows }, "xlsx", created);

const RELEASED = "Released at 11:30 am (Canberra time) 27 April 2023";

describe("releaseLine", () => {
  it("reads the day of the line above the tables, and none from other lines", () => {
    expect(releaseLine(workbook([["Australian Bureau of Statistics"], [null, RELEASED]]))).toBe("2023-04-27");
    expect(releaseLine(workbook([["Figures of 30 June 2023"], ["Released soon"]]))).toBeUndefined();
    expect(releaseLine(textFile("x.csv", RELEASED))).toBeUndefined();
  });
});

describe("publishedOn", () => {
  it("prefers the release line, then the day the workbook was made, if a publisher could have", () => {
    expect(publishedOn(workbook([[RELEASED]], "2023-05-01"), "2022-12-31")).toBe("2023-04-27");
    expect(publishedOn(workbook([["x"]], "2023-05-01"), "2022-12-31")).toBe("2023-05-01");
    expect(publishedOn(workbook([["x"]], "2022-12-01"), "2022-12-31")).toBeUndefined();
    expect(publishedOn(workbook([["x"]], "2025-05-01"), "2022-12-31")).toBeUndefined();
    expect(publishedOn(textFile("x.csv", RELEASED), "2022-12-31")).toBeUndefined();
  });
});
