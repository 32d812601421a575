import { describe, expect, it } from "vitest";
import {
  limitOrDefault,
  optionalRegionType,
  optionalState,
  requireState,
  requireText,
  searchText,
} from "../../src/rpc/request-rules.ts";

describe("optionalState", () => {
  it("trims and upper-cases, and takes nothing for all states", () => {
    expect(optionalState(" nsw\n")).toBe("NSW");
    expect(optionalState("  ")).toBe("");
  });

  it("names the field, the value and the eight states when it refuses", () => {
    expect(() => optionalState("NZ")).toThrow(
      'state_code: "NZ" is not one of NSW, VIC, QLD, SA, WA, TAS, NT, ACT',
    );
    expect(() => optionalState("AU")).toThrow("state_code");
  });
});

describe("requireState", () => {
  it("refuses an empty state by the field's name", () => {
    expect(() => requireState(" ")).toThrow("state_code is required");
    expect(requireState("act")).toBe("ACT");
  });
});

describe("optionalRegionType", () => {
  it("knows the six types in any case and refuses others by name", () => {
    expect(optionalRegionType(" GCCSA ")).toBe("gccsa");
    expect(optionalRegionType("")).toBe("");
    expect(() => optionalRegionType("street")).toThrow('region_type: "street" is not one of national');
  });
});

describe("searchText", () => {
  it("collapses white space and keeps pattern characters as they are", () => {
    expect(searchText("  St.\t Kilda  %_ ")).toBe("st. kilda %_");
  });
});

describe("limitOrDefault", () => {
  it.each([
    [0, 50],
    [-1, 50],
    [1, 1],
    [500, 500],
    [501, 50],
  ])("reads %s as %s with default 50 and maximum 500", (limit, expected) => {
    expect(limitOrDefault(limit, 50, 500)).toBe(expected);
  });
});

describe("requireText", () => {
  it("trims and changes case as told, and names an empty field", () => {
    expect(requireText(" aus ", "region_code", "upper")).toBe("AUS");
    expect(requireText(" Mean_Price", "measure", "lower")).toBe("mean_price");
    expect(requireText(" 10001 ", "sal_code", "as given")).toBe("10001");
    expect(() => requireText(" ", "sal_code", "as given")).toThrow("sal_code is required");
  });
});
