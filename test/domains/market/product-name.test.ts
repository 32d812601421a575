import { describe, expect, it } from "vitest";
import { nameKind, securityType } from "../../../src/engine/columns/market/positions.ts";
import { displayName } from "../../../src/engine/columns/market/product-name.ts";
import { roundedTo } from "../../../src/runtime/decimals.ts";

describe("displayName", () => {
  it.each([
    ["4DMEDICAL LIMITED ORDINARY", "4DX", "4Dmedical"],
    ["BHP GROUP LIMITED ORDINARY", "BHP", "BHP Group"],
    ["BANK OF QUEENSLAND LIMITED. ORDINARY", "BOQ", "Bank of Queensland"],
    ["DOMINO'S PIZZA ENTERPRISES LIMITED ORDINARY", "DMP", "Domino's Pizza Enterprises"],
    ["EXAMPLE GRP. UNITS/ORD STAPLED", "EGR", "Example GRP"],
    ["ZIP CO LIMITED.. ORDINARY", "ZIP", "ZIP CO"],
    ["RESMED INC CDI 10:1", "RMD", "Resmed"],
    ["NEWS CORP B CLASS CDI", "NWS", "News"],
    ["THE STAR ENTERTAINMENT GROUP LTD ORDINARY", "SGR", "THE Star Entertainment Group"],
    ["Mixed Case Limited Ordinary", "MCL", "Mixed Case"],
    ["lower case limited", "LCL", "Lower Case"],
    ["ACME (AUSTRALIA) LIMITED (SUSPENDED)", "ACM", "Acme"],
    ["ORDINARY", "ORD", "Ordinary"],
    ["", "ZZZ", ""],
  ])("reads %s of %s as %s", (product, code, name) => {
    expect(displayName(product, code)).toBe(name);
  });
});

describe("securityType", () => {
  it.each([
    ["WIDE BETF", "ETF1", 9e6, "etf"],
    ["ETFS PHYSICAL", "GOLD", 9e6, "ordinary"],
    ["NOTE 6.5 % 2030", "NOTE", 9e6, "debt"],
    ["NOTE 7%", "NOTED", 9e6, "debt"],
    ["PLAIN", "LONGP", 9e6, "other"],
    ["PLAIN DEFERRED", "DEF", 9e6, "other"],
    ["PLAIN", "FEW", 4_999_999, "other"],
    ["PLAIN", "ALL", 5_000_000, "ordinary"],
    ["PLAIN", "NIL", 0, "ordinary"],
    ["PLAIN", "UNK", Number.NaN, "ordinary"],
  ])("takes %s (%s, %d on issue) for %s", (name, code, issued, type) => {
    expect(securityType(nameKind(name), code, issued)).toBe(type);
  });
});

describe("roundedTo", () => {
  it("rounds half away from zero on decimals, noise aside", () => {
    expect(roundedTo(1.005, 2)).toBe(1.01);
    expect(roundedTo(-1.005, 2)).toBe(-1.01);
    expect(roundedTo(17.049999999999997, 1)).toBe(17.1);
    expect(roundedTo(0.1 + 0.2 - 0.3, 6)).toBe(0);
    expect(roundedTo(1e-9, 2)).toBe(0);
  });
});
