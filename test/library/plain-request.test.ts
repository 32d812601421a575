import { describe, expect, inject, it } from "vitest";
import {
  MarketService,
  ScreenerService,
  ScreenerSortDirection,
  ScreenerSortField,
  ViewMode,
} from "../../src/gen/shorts/v1alpha1/market_pb.ts";
import { openEngine } from "../../src/library/open-engine.ts";
import { opened } from "../support/run/fixtures.ts";

const engine = opened(() => openEngine(inject("country").dataDir));

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

  it("takes the names of an enum that the wire takes, in a list too, and says which there are", async () => {
    const byName = await engine.service(ScreenerService).screenStocks({
      sortField: "SCREENER_SORT_FIELD_DAYS_TO_COVER",
      sortDirection: "SCREENER_SORT_DIRECTION_ASC",
      limit: 5,
    });
    const byNumber = await engine.service(ScreenerService).screenStocks({
      sortField: ScreenerSortField.DAYS_TO_COVER,
      sortDirection: ScreenerSortDirection.ASC,
      limit: 5,
    });
    expect(byName.stocks.length).toBe(5);
    expect(byName).toEqual(byNumber);
    expect(await engine.service(MarketService).getIndustryTreeMap({ viewMode: "PERCENTAGE_CHANGE" })).toEqual(
      await engine.service(MarketService).getIndustryTreeMap({ viewMode: ViewMode.PERCENTAGE_CHANGE }),
    );
    await expect(
      engine.service(MarketService).getIndustryTreeMap({ viewMode: "CHANGE" }),
    ).rejects.toMatchObject({
      code: "invalid_argument",
      message: expect.stringMatching(/^viewMode: "CHANGE" is not one of CURRENT_CHANGE, .*PERCENTAGE_CHANGE/),
    });
  });

  it.each([
    [{ range, name: { contains: "a" } }, 'FilterExpression: "range" and "name" cannot both be given'],
    [{ rnage: range }, 'filter: FilterExpression has no field "rnage"; did you mean "range"?'],
  ])("refuses %j", async (filter, message) => {
    const asked = engine.explorer.explore({ stateCode: "QLD", filter: filter as never });
    await expect(asked).rejects.toMatchObject({ code: "invalid_argument", message });
  });
});
