import { describe, expect, it } from "vitest";
import { SuburbNames, withoutQualifier } from "../../../src/importers/places/suburb-names.ts";

const NAMES = new SuburbNames([
  { salCode: "20001", name: "Aldgrove (Vic.)", stateCode: "VIC" },
  { salCode: "10001", name: "Aldgrove (NSW)", stateCode: "NSW" },
  { salCode: "10002", name: "Birchmoor (Upper Ash - NSW)", stateCode: "NSW" },
  { salCode: "10003", name: "Birchmoor (Lower Ash - NSW)", stateCode: "NSW" },
  { salCode: "10004", name: "O'Hara-Dene", stateCode: "NSW" },
]);

const codes = (...asked: Parameters<SuburbNames["match"]>) =>
  NAMES.match(...asked).map(({ salCode }) => salCode);

describe("SuburbNames", () => {
  it("finds a suburb by state and name, with or without the qualifier", () => {
    expect(codes("VIC", "ALDGROVE")).toEqual(["20001"]);
    expect(codes("NSW", " aldgrove ")).toEqual(["10001"]);
    expect(codes("NSW", "Birchmoor (Lower Ash - NSW)")).toEqual(["10003"]);
    expect(codes("NSW", "Aldgrove (City)")).toEqual(["10001"]);
  });

  it("lists the candidates of a name that several suburbs share", () => {
    expect(codes("NSW", "Birchmoor")).toEqual(["10002", "10003"]);
  });

  it("reads apostrophes, hyphens and accents alike", () => {
    for (const name of ["OHara Dene", "O’HARA-DENE", "o'hara  dene"]) {
      expect(codes("NSW", name)).toEqual(["10004"]);
    }
  });

  it("takes off the qualifier at the end alone, and looks at a run of spaces once", () => {
    const names = ["Abbotsford (Vic.)", "Aldgrove(Vic.) ", "Upper (Old) Ash", "Ash (Old) (NSW)", "Ash (NSW"];
    expect(names.map(withoutQualifier)).toEqual([
      "Abbotsford",
      "Aldgrove",
      "Upper (Old) Ash",
      "Ash (Old)",
      "Ash (NSW",
    ]);
    expect(withoutQualifier(`Ash${" ".repeat(2_000_000)}Dene (NSW)`)).toBe("Ash Dene");
  });

  it("never looks into another state and never at a code", () => {
    expect(codes("QLD", "Aldgrove")).toEqual([]);
    expect(codes("NSW", "10001")).toEqual([]);
  });
});
