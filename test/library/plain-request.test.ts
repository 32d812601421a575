import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openEngine, type TerraceEngine } from "../../src/library/open-engine.ts";

let engine: TerraceEngine;
beforeAll(async () => {
  engine = await openEngine(inject("country").dataDir);
});
afterAll(() => engine.close());

const range = { metricKey: "age", min: 30, max: 45 };

describe("withChoices", () => {
  it("answers a choice written as a field like one written with case and value, at any depth", async () => {
    const plain = await engine.explorer.explore({
      stateCode: "QLD",
      filter: { allOf: { expressions: [{ range }, { not: { name: { contains: "a" } } }] } },
    });
    const cased = await engine.explorer.explore({
      stateCode: "QLD",
      filter: {
        node: {
          case: "allOf",
          value: {
            expressions: [
              { node: { case: "range", value: range } },
              {
                node: {
                  case: "not",
                  value: { node: { case: "name", value: { contains: "a" } } },
                },
              },
            ],
          },
        },
      },
    });
    expect(plain).toEqual(cased);
    const all = await engine.explorer.explore({ stateCode: "QLD" });
    expect(plain.matchCount).toBeGreaterThan(0);
    expect(plain.matchCount).toBeLessThan(all.matchCount);
  });

  it("takes both ways in one request, one within the other", async () => {
    const filter = { node: { case: "not" as const, value: { range } } };
    const { matchCount } = await engine.explorer.explore({ stateCode: "QLD", filter: filter as never });
    const other = await engine.explorer.explore({ stateCode: "QLD", filter: { not: { range } } });
    expect(matchCount).toBe(other.matchCount);
  });

  it.each([
    [{ range, name: { contains: "a" } }, 'FilterExpression: "range" and "name" cannot both be given'],
    [{ rnage: range }, 'filter: FilterExpression has no field "rnage"; did you mean "range"?'],
  ])("refuses %j", async (filter, message) => {
    const asked = engine.explorer.explore({ stateCode: "QLD", filter: filter as never });
    await expect(asked).rejects.toMatchObject({ code: "invalid_argument", message });
  });
});
