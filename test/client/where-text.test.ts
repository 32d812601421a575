import { create, toJson } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { parseWhere, printWhere, WhereTextError } from "../../src/client.ts";
import { FilterExpressionSchema } from "../../src/gen/terrace/v1/explorer_pb.ts";

const METRICS = [
  { key: "price", labels: [] },
  { key: "age", labels: [] },
  { key: "distance_to_coast", labels: [] },
  { key: "nbn", labels: ["Fixed Line", "Fixed Wireless", "Satellite"] },
];

const jsonOf = (text: string) =>
  toJson(FilterExpressionSchema, create(FilterExpressionSchema, parseWhere(text, METRICS)));

describe("parseWhere", () => {
  it("reads the sentence of the documentation", () => {
    expect(jsonOf("price <= 900000 and distance_to_coast <= 10 and not state in (NT)")).toEqual({
      allOf: {
        expressions: [
          { range: { metricKey: "price", max: 900000 } },
          { range: { metricKey: "distance_to_coast", max: 10 } },
          { not: { state: { stateCodes: ["NT"] } } },
        ],
      },
    });
  });

  it.each<[string, unknown]>([
    ["price<=900k", { range: { metricKey: "price", max: 900000 } }],
    ["price >= 1.2m", { range: { metricKey: "price", min: 1200000 } }],
    ["price between 100_000 and 2e5", { range: { metricKey: "price", min: 100000, max: 200000 } }],
    ["age = 40", { range: { metricKey: "age", min: 40, max: 40 } }],
    ["age != 40", { not: { range: { metricKey: "age", min: 40, max: 40 } } }],
    ["age is known", { hasData: { metricKey: "age" } }],
    ["age is unknown", { not: { hasData: { metricKey: "age" } } }],
    ["age is not known", { not: { hasData: { metricKey: "age" } } }],
    ['nbn = "fixed line"', { category: { metricKey: "nbn", labels: ["Fixed Line"] } }],
    ["nbn in (satellite, #0)", { category: { metricKey: "nbn", labels: ["Satellite"], indexes: [0] } }],
    ["nbn not in (#1)", { not: { category: { metricKey: "nbn", indexes: [1] } } }],
    ["STATE = nsw", { state: { stateCodes: ["NSW"] } }],
    ['name contains "St. \\"Kilda\\""', { name: { contains: 'St. "Kilda"' } }],
    ["everything", { allOf: {} }],
    ["not nothing", { not: { anyOf: {} } }],
    [
      "age is known or not age < 3 and price > 1",
      {
        anyOf: {
          expressions: [
            { hasData: { metricKey: "age" } },
            {
              allOf: {
                expressions: [
                  { not: { range: { metricKey: "age", max: 3 - 2 ** -22 } } },
                  { range: { metricKey: "price", min: 1 + 2 ** -23 } },
                ],
              },
            },
          ],
        },
      },
    ],
  ])("reads %s", (text, json) => expect(jsonOf(text)).toEqual(json));

  it("offers labels as a condition has to write them", () => {
    const metrics = [{ key: "nbn", labels: ['Fixed "Line"'] }];
    expect(() => parseWhere("nbn in (Fixed)", metrics)).toThrow(String.raw`did you mean "Fixed \"Line\""?`);
  });

  it("is not a condition when blank", () => expect(parseWhere("  ")).toBeUndefined());

  it.each<[string, string, string]>([
    ["pirce <= 5", "pirce", 'unknown metric "pirce"; did you mean "price", "age", "nbn"? at character 1'],
    ["price <= ", "", "the condition ends where a number is expected at character 10"],
    ["price <= 5 price", "price", 'found "price" where and, or, or the end is expected at character 12'],
    ["(price <= 5", "", 'the condition ends where a closing ")" is expected at character 12'],
    ["price => 5", "=>", 'found "=>" where one of <= >= < > = between in is after price is expected'],
    ["price between 5 and 4", "4", "4 is below 5 at character 21"],
    ["nbn in (Fibre)", "Fibre", 'nbn has no category "Fibre"; did you mean'],
    ["price in (a)", "price", "price is a number; compare it with <= or between at character 1"],
    ["state in (NZ)", "NZ", "one of ACT, NSW, NT, QLD, SA, TAS, VIC, WA is expected"],
    ['name contains "x', '"x', 'a quote " is never closed at character 15'],
    ["price ~ 5", "~", 'cannot read "~" at character 7'],
    ["price <= 1e99", "1e99", "1e99 is too large a number"],
    ["and", "and", 'found "and" where a metric, state or name is expected'],
  ])("points at the trouble in %s", (text, piece, message) => {
    let caught: unknown;
    try {
      parseWhere(text, METRICS);
    } catch (error) {
      caught = error;
    }
    if (!(caught instanceof WhereTextError)) throw new Error(`${text} was read`);
    expect(caught.message).toContain(message);
    expect(piece.startsWith(text.slice(caught.start, caught.end))).toBe(true);
    expect(caught.pointed.split("\n")[1].indexOf("^")).toBe(caught.start);
  });
});

describe("printWhere", () => {
  it.each([
    "price <= 900000 and distance_to_coast < 10 and not state in (NT)",
    "price between 100000 and 200000 or age = 40",
    '(price <= 1 or age is unknown) and nbn in ("Fixed Line", Satellite, #0)',
    "not (age > 3 and age is known)",
    'name contains "St \\"K\\""',
    "everything",
    "nothing",
    "price >= -1.5e-7",
  ])("writes %s as it was read", (text) => expect(printWhere(parseWhere(text))).toBe(text));

  it("writes no condition as nothing", () => expect(printWhere(undefined)).toBe(""));
});
