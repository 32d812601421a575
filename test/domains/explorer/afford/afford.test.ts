import { fromJson } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { STATE_CODES } from "../../../../src/dataset/states.ts";
import { capacityOf, highestPrice, repayment } from "../../../../src/domains/explorer/afford/afford.ts";
import { dutyRule } from "../../../../src/domains/explorer/afford/duty.ts";
import { explorerMethods } from "../../../../src/domains/explorer/service.ts";
import { metricPosition } from "../../../../src/domains/suburbs/metrics/metric-registry.ts";
import { isNull } from "../../../../src/engine/columns/column.ts";
import {
  AffordLimit,
  AffordResponseSchema,
  ExplorerService,
  HomeBuyer,
} from "../../../../src/gen/terrace/v1/explorer_pb.ts";
import { followCountry, viewOf } from "../../../support/country/follow-country.ts";
import { callMethod } from "../../../support/data/method-calls.ts";
import {
  leftAfter,
  type PlainHousehold,
  plainCapacity,
  plainHighestPrice,
} from "../../../support/plain/plain-afford.ts";
import { draws, runSeed } from "../../../support/run/seeded-random.ts";
import { inForm } from "../../../support/run/test-form.ts";

const { random, pick } = draws(runSeed("afford"));
const between = (least: number, most: number) => Math.round(least + random() * (most - least));
const BUYERS = ["owner_occupier", "investor", "first_home"] as const;
const PROPERTIES = ["existing", "new", "land", "house_land_package"] as const;
const DATE = "2026-11-16";

const drawn = (): PlainHousehold => ({
  income: between(0, 120_000),
  deposit: between(0, 200_000),
  debts: between(0, 800),
  years: between(1, 40),
  ratePercent: pick([0, 2, 5.9, 6.25, 11]),
  buffer: pick([0, 3]),
  share: pick([25, 40, 60]),
  mostLoanToValue: pick([60, 80, 95]),
  costs: pick([0, 3000]),
});

const householdOf = (one: PlainHousehold) => ({
  annualIncome: one.income,
  deposit: one.deposit,
  monthlyDebts: one.debts,
  termYears: one.years,
  bufferPercent: one.buffer,
  incomeSharePercent: one.share,
  maxLoanToValuePercent: one.mostLoanToValue,
  costs: one.costs,
});

const list = (kind: string) => (nodes: readonly object[]) => ({
  node: { case: kind, value: { expressions: nodes.map((node) => ("node" in node ? node : { node })) } },
});
const anyOf = list("anyOf");
const allOf = list("allOf");

describe("repayment", () => {
  it("repays the loan in time, month by month, at any rate", () => {
    expect(repayment(600_000, 6, 360)).toBeCloseTo(3597.3, 2);
    expect(repayment(600_000, 9, 360)).toBeCloseTo(4827.74, 2);
    for (const rate of [0, 0.5, 6, 18]) {
      expect(Math.abs(leftAfter(500_000, rate, 240, repayment(500_000, rate, 240)))).toBeLessThan(0.01);
    }
  });
});

describe("highestPrice", () => {
  it("equals every dollar tried, for any household, buyer and state", () => {
    for (let i = 0; i < inForm({ short: 8, deep: 80, long: 2000 }); i++) {
      const one = drawn();
      const purchase = {
        state: pick(STATE_CODES),
        buyer: pick(BUYERS),
        property: pick(PROPERTIES),
        date: DATE,
      };
      const rule = dutyRule(purchase)!;
      const capacity = capacityOf(householdOf(one), one.ratePercent + one.buffer);
      const words = JSON.stringify({ one, purchase });
      expect(Math.abs(capacity.loan - plainCapacity(one)), words).toBeLessThanOrEqual(1);
      const found = highestPrice(purchase.state, householdOf(one), capacity, rule);
      expect(found.highestPrice, words).toBe(plainHighestPrice(one, capacity.loan, rule.dutyOf));
    }
  });

  it("passes over the dollars for which a flat rate is less than the steps below it", () => {
    const rule = dutyRule({ state: "ACT", buyer: "investor", property: "existing", date: DATE })!;
    expect(rule.dutyOf(1_455_000)).toBeGreaterThan(rule.dutyOf(1_455_001));
    // Around the edge between the last price of the steps and the first of the flat rate.
    for (let spare = -20; spare <= 20; spare++) {
      const deposit = 1_455_000 + Math.round(rule.dutyOf(1_455_000)) + spare;
      const one = { ...drawn(), income: 0, deposit, costs: 0 };
      const capacity = { loan: 0, limitedBy: AffordLimit.REPAYMENTS };
      const found = highestPrice("ACT", householdOf(one), capacity, rule).highestPrice;
      expect(found).toBe(plainHighestPrice(one, 0, rule.dutyOf));
    }
  });

  it("is 0, for want of deposit, when the savings do not pay the costs", () => {
    const one = { ...drawn(), deposit: 100, costs: 3000, income: 100_000, mostLoanToValue: 80 };
    const rule = dutyRule({ state: "NSW", buyer: "investor", property: "existing", date: DATE })!;
    const capacity = { loan: 400_000, limitedBy: AffordLimit.REPAYMENTS };
    expect(highestPrice("NSW", householdOf(one), capacity, rule)).toMatchObject({
      highestPrice: 0,
      loan: 0,
      limitedBy: AffordLimit.DEPOSIT,
    });
  });
});

describe("Afford", () => {
  const engine = followCountry("opinionCountry");
  const methods = explorerMethods(engine, {
    now: () => new Date(`${DATE}T00:00:00Z`),
    switches: () => ({ dropListings: true, valuations: true }),
  });

  const ask = async (request: object) =>
    fromJson(
      AffordResponseSchema,
      (await callMethod(methods, ExplorerService.method.afford, request)) as never,
    );

  it("finds the suburbs within reach of each state's own duty, counted one by one, the dearest first", async () => {
    const scope = viewOf(engine).columns.scopes.get("AU")!;
    const column = scope.columns[metricPosition("price")];
    for (let i = 0; i < 20; i++) {
      const one = drawn();
      const answer = await ask({
        ...householdOf({ ...one, share: 40 }),
        annualRatePercent: one.ratePercent,
        buyer: HomeBuyer.FIRST_HOME,
        k: 7,
      });
      const most = new Map(answer.states.map((state) => [state.stateCode, state.highestPrice]));
      const reached = scope.index.salCodes.flatMap((salCode, row) => {
        const margin = most.get(scope.index.stateCodes[row])! - column.values[row];
        return isNull(column, row) || margin < 0 ? [] : [{ salCode, row, margin }];
      });
      expect(answer.matchCount).toBe(reached.length);
      const bits = reached.filter(({ row }) => ((answer.matchMask[row >> 3] >> (row & 7)) & 1) === 1);
      expect(bits.length).toBe(reached.length);
      const dearest = reached.sort((a, b) => a.margin - b.margin || a.row - b.row).slice(0, 7);
      expect(answer.suburbs.map(({ salCode, margin }) => [salCode, margin])).toEqual(
        dearest.map(({ salCode, margin }) => [salCode, margin]),
      );
      const { matchMask } = await callMethod(methods, ExplorerService.method.explore, {
        filter: anyOf(
          answer.states.map(({ stateCode, highestPrice: max }) =>
            allOf([
              { case: "state", value: { stateCodes: [stateCode] } },
              { case: "range", value: { metricKey: "price", max } },
            ]),
          ),
        ),
      } as never);
      expect(matchMask).toBe(Buffer.from(answer.matchMask).toString("base64"));
    }
  });

  it("takes the newest variable rate of the snapshot and names its series and period", async () => {
    const answer = await ask({ annualIncome: 120_000, deposit: 150_000, stateCode: "SA" });
    expect(answer.rateSeriesKey).toBe("rates.mortgage_rate.variable.aus");
    expect(answer.ratePeriod).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(answer.assessedRatePercent).toBeCloseTo(answer.annualRatePercent + 3, 9);
    const given = await ask({
      annualIncome: 120_000,
      deposit: 150_000,
      stateCode: "SA",
      annualRatePercent: answer.annualRatePercent,
    });
    expect([given.rateSeriesKey, given.ratePeriod]).toEqual(["", ""]);
    expect(given.states).toEqual(answer.states);
    expect(answer.note).toContain("not advice");
  });

  it("says what a price is limited by, and that a contract is later than the check of its schedule", async () => {
    const rate = { annualRatePercent: 6, stateCode: "NSW" };
    const limits = async (request: object) => (await ask({ ...rate, ...request })).states[0].limitedBy;
    expect(await limits({ annualIncome: 300_000, deposit: 90_000 })).toBe(AffordLimit.DEPOSIT);
    expect(await limits({ annualIncome: 80_000, deposit: 900_000 })).toBe(AffordLimit.REPAYMENTS);
    expect(
      await limits({ annualIncome: 80_000, deposit: 900_000, incomeSharePercent: 90, bufferPercent: 0 }),
    ).toBe(AffordLimit.DEBT_TO_INCOME);
    const [late] = (await ask({ ...rate, annualIncome: 80_000, deposit: 90_000 })).states;
    expect([late.scheduleFrom, late.checkedOn, late.unchecked]).toEqual(["2026-07-01", "2026-10-05", true]);
    const early = await ask({ ...rate, annualIncome: 80_000, contractDate: "2026-08-01" });
    expect(early.states[0].unchecked).toBe(false);
  });

  it.each([
    [{ annualIncome: -1 }, "annual_income: -1 is not within 0 to 1000000000"],
    [{ deposit: Number.NaN }, "deposit: NaN is not within 0 to 1000000000"],
    [{ termYears: 41 }, "term_years: 41 is not within 0 to 40"],
    [{ annualRatePercent: 31 }, "annual_rate_percent: 31 is not within 0 to 30"],
    [{ buyer: 9 }, "buyer: 9 is not a number of the list"],
    [{ propertyType: 9 }, "property_type: 9 is not a number of the list"],
    [{ contractDate: "2026-02-30" }, "contract_date"],
    [{ contractDate: "2001-01-01" }, "contract_date: 2001-01-01 is before 2022-07-01"],
    [{ stateCode: "XX" }, "state_code"],
    [{ k: -1 }, "k: -1 is negative"],
  ])("rejects %j", async (request, message) => {
    await expect(ask(request)).rejects.toThrow(message);
  });
});
