import { type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { productServices } from "../../src/domains/public-methods.ts";
import { servedCountry } from "../support/country/ask-country.ts";
import { callJson } from "../support/country/serve-country.ts";
import { goldenCountry } from "../support/country/shared-country.ts";
import { goldenCases } from "../support/wire/golden-cases.ts";

/** The numbers in the float fields of a JSON response, with their paths. */
function floatsOf(desc: DescMessage, value: unknown, path = desc.name): [path: string, value: number][] {
  return desc.fields.flatMap((field) => {
    const found = (value as Record<string, unknown>)[field.jsonName];
    if (found === undefined) return [];
    const all = field.fieldKind === "list" ? (found as unknown[]) : [found];
    if (field.scalar === ScalarType.FLOAT) {
      return all.map((one): [string, number] => [`${path}.${field.jsonName}`, one as number]);
    }
    if (field.message === undefined || field.fieldKind === "map") return [];
    const { message } = field;
    return all.flatMap((one) => floatsOf(message, one, `${path}.${field.jsonName}`));
  });
}

/** The number with the fewest digits that parses to the same float32. */
function shortest(value: number): number {
  for (let digits = 1; digits < 17; digits++) {
    const text = Number(value.toPrecision(digits));
    if (Math.fround(text) === Math.fround(value)) return text;
  }
  return value;
}

describe("a float32 in JSON", () => {
  const serving = servedCountry({}, goldenCountry);

  it("is the shortest decimal that reads back as it, in every method that has one", async () => {
    const seen = new Set<string>();
    for (const service of productServices) {
      for (const method of service.methods) {
        for (const [name, { request, switches }] of goldenCases(`${service.typeName}.${method.name}`)) {
          if (switches !== undefined) continue;
          const { status, body } = await callJson(serving.url, `${service.typeName}/${method.name}`, request);
          if (status !== 200) continue;
          for (const [path, value] of floatsOf(method.output, body)) {
            seen.add(path.split(".")[0]);
            if (value !== shortest(value)) expect.fail(`${name}: ${path} is ${value}`);
          }
        }
      }
    }
    expect([...seen].sort()).toEqual([
      "DescribeMetricsResponse",
      "ExploreResponse",
      "GetColumnsResponse",
      "GetMarketByDateResponse",
      "GetSuburbMetricColumnsResponse",
      "RankStocksResponse",
      "RankSuburbsResponse",
      "SearchStocksResponse",
      "SimilarStocksResponse",
      "SimilarSuburbsResponse",
      "Stock",
    ]);
  });
});
