import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { repaymentsAround } from "../../src/domains/explorer/afford/afford.ts";
import {
  affordRequest,
  BUYERS,
  DWELLINGS,
  monthlyRepayment,
  PROPERTIES,
  rateOfRepayment,
  readHousehold,
  USUAL,
  writeHousehold,
} from "../../src/web/view/household.ts";

describe("readHousehold", () => {
  it("reads what writeHousehold writes", () => {
    const household = fc.record({
      income: fc.nat(1e9),
      deposit: fc.nat(1e9),
      debts: fc.nat(1e9),
      rate: fc.option(fc.constantFrom(0, 5.25, 30), { nil: undefined }),
      buyer: fc.constantFrom(...BUYERS.map(([name]) => name)),
      property: fc.constantFrom(...PROPERTIES.map(([name]) => name)),
      dwelling: fc.constantFrom(...DWELLINGS.map(([name]) => name)),
    });
    fc.assert(
      fc.property(household, (one) => {
        expect(readHousehold(writeHousehold(one))).toEqual(one);
      }),
    );
  });

  it.each(["", "x,-1,2e9,31,nobody,castle", "Infinity,NaN,,,,", ",,,,,,,,"])(
    "takes the usual for %j",
    (text) => {
      expect(readHousehold(text)).toEqual(USUAL);
    },
  );
});

describe("affordRequest", () => {
  it("leaves the rate to the server unless one is given, and numbers buyers and properties as the API does", () => {
    expect(affordRequest(USUAL)).toEqual({
      annualIncome: 150_000,
      deposit: 150_000,
      monthlyDebts: 0,
      buyer: 1,
      propertyType: 1,
      k: 1,
    });
    expect(affordRequest({ ...USUAL, rate: 0, buyer: "first", property: "package" })).toMatchObject({
      annualRatePercent: 0,
      buyer: 3,
      propertyType: 4,
    });
  });
});

describe("monthlyRepayment", () => {
  it.each([
    [500_000, 6, 30],
    [320_500, 3, 25],
    [1, 0, 40],
  ])("is what the server answers for a loan of %d, a rate of %d and %d years", (loan, rate, years) => {
    for (const { annualRatePercent, monthly } of repaymentsAround(loan, rate, years))
      expect(monthlyRepayment(loan, annualRatePercent, years)).toBeCloseTo(monthly, 2);
  });
});

describe("rateOfRepayment", () => {
  it("is the rate at which a loan costs what it is given, and none where no rate does", () => {
    for (const rate of [0.5, 3, 6.25, 12])
      expect(rateOfRepayment(400_000, monthlyRepayment(400_000, rate, 30), 30)).toBeCloseTo(rate, 2);
    expect(rateOfRepayment(400_000, 10, 30)).toBeUndefined();
    expect(rateOfRepayment(400_000, 40_000, 30)).toBeUndefined();
  });
});
