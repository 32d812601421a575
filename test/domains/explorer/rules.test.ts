import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { requireExpression } from "../../../src/domains/explorer/expression-rules.ts";
import { exploreJob, rankJob, scopeCode, similarJob } from "../../../src/domains/explorer/rules.ts";
import { METRICS, metricPosition } from "../../../src/domains/suburbs/metrics/metric-registry.ts";
import { SIMILARITY_METRICS } from "../../../src/domains/suburbs/metrics/similarity-metrics.ts";
import { EVERY_SUBURB } from "../../../src/engine/expressions/expression.ts";
import {
  ExploreRequestSchema,
  FilterExpressionSchema,
  RankSuburbsRequestSchema,
  SimilarSuburbsRequestSchema,
} from "../../../src/gen/terrace/v1/explorer_pb.ts";
import { isTerraceError } from "../../../src/runtime/errors.ts";

type Node = MessageInitShape<typeof FilterExpressionSchema>;
type NodeMember = NonNullable<Node["node"]>;

const node = (member: NodeMember): Node => ({ node: member });
const allOf = (...expressions: Node[]) => node({ case: "allOf", value: { expressions } });
const anyOf = (...expressions: Node[]) => node({ case: "anyOf", value: { expressions } });
const not = (child: Node) => node({ case: "not", value: child });
const hasData = (metricKey: string) => node({ case: "hasData", value: { metricKey } });
const name = (contains: string) => node({ case: "name", value: { contains } });
const category = (metricKey: string, labels: string[], indexes: number[] = []) =>
  node({ case: "category", value: { metricKey, labels, indexes } });
const range = (metricKey: string, min?: number, max?: number) =>
  node({
    case: "range",
    value: { metricKey, ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) },
  });

const expressionOf = (filter: Node) => requireExpression(create(FilterExpressionSchema, filter));

function refusal(ask: () => unknown): string {
  try {
    ask();
  } catch (error) {
    if (isTerraceError(error, "invalid_argument")) return error.message;
    throw error;
  }
  throw new Error("the request was accepted");
}

const deep = (levels: number): Node => (levels === 1 ? hasData("age") : not(deep(levels - 1)));
const wide = (nodes: number): Node => anyOf(...Array.from({ length: nodes - 1 }, () => hasData("age")));

describe("requireExpression", () => {
  it("lets every suburb pass when there is no condition", () => {
    expect(requireExpression(undefined)).toBe(EVERY_SUBURB);
    expect(expressionOf(allOf())).toEqual(EVERY_SUBURB);
  });

  it("turns a tree into the engine's, keys as positions, bounds as float32, labels as indexes", () => {
    const tree = allOf(
      range("price", 0.1),
      anyOf(not(category("nbn", ["Satellite"], [0, 2])), hasData("religion")),
      name("  Mount \t WAVERLEY "),
    );
    expect(expressionOf(tree)).toEqual({
      kind: "and",
      children: [
        { kind: "range", metric: metricPosition("price"), min: Math.fround(0.1), max: Infinity },
        {
          kind: "or",
          children: [
            { kind: "not", child: { kind: "category", metric: metricPosition("nbn"), indexes: [0, 2] } },
            { kind: "hasData", metric: metricPosition("religion") },
          ],
        },
        { kind: "name", text: "mount waverley" },
      ],
    });
  });

  it("accepts 256 nodes and 16 levels, and not one more", () => {
    expect(expressionOf(wide(256))).toMatchObject({ kind: "or" });
    expect(refusal(() => expressionOf(wide(257)))).toBe(
      "filter.any_of.expressions[255]: an expression may hold at most 256 nodes",
    );
    expect(expressionOf(deep(16))).toMatchObject({ kind: "not" });
    expect(refusal(() => expressionOf(deep(17)))).toBe(
      `filter${".not".repeat(16)}: an expression may be at most 16 levels deep`,
    );
  });

  it.each<[Node, string]>([
    [
      allOf(hasData("age"), {}),
      "filter.all_of.expressions[1] is empty; it needs one of all_of, any_of, not, range, category, name, has_data, state",
    ],
    [
      not(range("prise", 1)),
      'filter.not.range.metric_key: unknown metric "prise"; did you mean "price", "pubs", "age"?',
    ],
    [range("price"), "filter.range (price) needs min, max or both"],
    [
      anyOf(allOf(range("price", 5, 4))),
      "filter.any_of.expressions[0].all_of.expressions[0].range (price): min 5 is above max 4",
    ],
    [
      allOf(hasData("age"), hasData("age"), range("price", Number.NaN)),
      "filter.all_of.expressions[2].range.min: NaN is not a finite number",
    ],
    [range("price", 0, Infinity), "filter.range.max: Infinity is not a finite number"],
    [
      category("price", ["x"]),
      'filter.category.metric_key: "price" is numeric; use range, or a categorical metric',
    ],
    [category("nbn", []), "filter.category (nbn) needs at least one of labels and indexes"],
    [
      category("nbn", ["Fixed Line", "satelite"]),
      'filter.category.labels[1]: "nbn" has no category "satelite"; did you mean "Satellite", "Fixed Line", "Fixed Wireless"?',
    ],
    [
      category("nbn", [], [2, 3]),
      'filter.category.indexes[1]: 3 is not a category of "nbn", which has 0 to 2',
    ],
    [name(" \n\t"), 'filter.name.contains: " \\n\\t" has 0 characters; 1 to 100 are allowed'],
    [
      name("x".repeat(101)),
      `filter.name.contains: "${"x".repeat(60)}…" has 101 characters; 1 to 100 are allowed`,
    ],
    [
      hasData("PRICE"),
      'filter.has_data.metric_key: unknown metric "PRICE"; did you mean "price", "price_growth_10y", "price_growth_1y"?',
    ],
  ])("refuses %j and names its place", (filter, message) => {
    expect(refusal(() => expressionOf(filter))).toBe(message);
  });

  it("counts characters, not UTF-16 units", () => {
    expect(expressionOf(name("𝒳".repeat(100)))).toMatchObject({ kind: "name" });
  });
});

describe("scopeCode", () => {
  it("trims and upper-cases, and takes nothing for the country", () => {
    expect([scopeCode(" nsw "), scopeCode(""), scopeCode("  "), scopeCode("au")]).toEqual([
      "NSW",
      "AU",
      "AU",
      "AU",
    ]);
    expect(refusal(() => scopeCode("NZ"))).toBe(
      'state_code: "NZ" is not one of NSW, VIC, QLD, SA, WA, TAS, NT, ACT, AU',
    );
  });
});

describe("exploreJob", () => {
  const ask = (request: MessageInitShape<typeof ExploreRequestSchema>) =>
    exploreJob(create(ExploreRequestSchema, request));

  it("takes 0 bins for 20 and accepts 100 histograms of 200 bins and answers repeats once", () => {
    const histograms = Array.from({ length: 100 }, (_, i) => ({
      metricKey: "price",
      binCount: i === 0 ? 0 : 200,
    }));
    const job = ask({ histograms });
    expect(job.histograms).toEqual([
      { metric: metricPosition("price"), binCount: 20 },
      { metric: metricPosition("price"), binCount: 200 },
    ]);
    expect(refusal(() => ask({ histograms: [...histograms, { metricKey: "age" }] }))).toBe(
      "histograms: 101 are too many; at most 100",
    );
  });

  it("names the histogram that it refuses", () => {
    expect(refusal(() => ask({ histograms: [{ metricKey: "price", binCount: 201 }] }))).toBe(
      "histograms[0].bin_count: 201 is not within 0 (= 20) to 200",
    );
    expect(refusal(() => ask({ histograms: [{ metricKey: "age" }, { metricKey: "agee" }] }))).toMatch(
      /^histograms\[1\]\.metric_key: unknown metric "agee"; did you mean "age"/,
    );
  });
});

describe("rankJob", () => {
  const ask = (request: MessageInitShape<typeof RankSuburbsRequestSchema>) =>
    rankJob(create(RankSuburbsRequestSchema, request));
  const weights = [{ metricKey: "age", weight: -1 }];
  const quantities = METRICS.filter(({ kind, unit }) => kind === "numeric" && unit !== "code");

  it("takes 0 rows for 20 and more than 200 for 200", () => {
    expect([0, 1, 200, 201].map((k) => ask({ weights, k }).k)).toEqual([20, 1, 200, 200]);
  });

  it("accepts 32 weights", () => {
    const many = quantities.slice(0, 33).map(({ key }) => ({ metricKey: key, weight: 1 }));
    expect(ask({ weights: many.slice(0, 32) }).weights).toHaveLength(32);
    expect(refusal(() => ask({ weights: many }))).toBe("weights: 33 metrics are too many; at most 32");
  });

  it.each<[MessageInitShape<typeof RankSuburbsRequestSchema>, string]>([
    [{}, "weights needs at least one metric"],
    [{ weights, k: -1 }, "k: -1 is negative; 0 means 20, at most 200 are given"],
    [
      { weights: [{ metricKey: "age", weight: 0 }] },
      "weights[0].weight (age): 0 is not a finite number other than 0",
    ],
    [
      { weights: [...weights, { metricKey: "income", weight: -Infinity }] },
      "weights[1].weight (income): -Infinity is not a finite number other than 0",
    ],
    [
      { weights: [...weights, { metricKey: "income", weight: 2 }, { metricKey: "age", weight: 1 }] },
      'weights[2].metric_key: "age" is already in weights[0].metric_key',
    ],
    [
      { weights: [{ metricKey: "religion", weight: 1 }] },
      'weights[0].metric_key: "religion" is categorical; only quantities are allowed',
    ],
    [
      { weights: [{ metricKey: "lga_code", weight: 1 }] },
      'weights[0].metric_key: "lga_code" is an identifier; only quantities are allowed',
    ],
    [{ weights, stateCode: "XX" }, 'state_code: "XX" is not one of NSW, VIC, QLD, SA, WA, TAS, NT, ACT, AU'],
    [{ weights, filter: range("age") }, "filter.range (age) needs min, max or both"],
  ])("refuses %j", (request, message) => {
    expect(refusal(() => ask(request))).toBe(message);
  });
});

describe("similarJob", () => {
  const ask = (request: MessageInitShape<typeof SimilarSuburbsRequestSchema>) =>
    similarJob(create(SimilarSuburbsRequestSchema, { salCode: "10001", ...request }));

  it("trims the code, compares the usual six metrics and takes 0 rows for 10, more than 100 for 100", () => {
    expect(ask({ salCode: " 10001 " })).toEqual({
      salCode: "10001",
      scope: "AU",
      metrics: SIMILARITY_METRICS.map(metricPosition),
      filter: EVERY_SUBURB,
      k: 10,
    });
    expect([100, 101].map((k) => ask({ k }).k)).toEqual([100, 100]);
  });

  it.each<[MessageInitShape<typeof SimilarSuburbsRequestSchema>, string]>([
    [{ salCode: " " }, "sal_code is required and must not be empty"],
    [{ k: -5 }, "k: -5 is negative; 0 means 10, at most 100 are given"],
    [{ metricKeys: ["age", "nbn"] }, 'metric_keys[1]: "nbn" is categorical; only quantities are allowed'],
    [
      { metricKeys: ["lga_code"] },
      'metric_keys[0]: "lga_code" is an identifier; only quantities are allowed',
    ],
    [{ metricKeys: ["age", "age"] }, 'metric_keys[1]: "age" is already in metric_keys[0]'],
    [
      { metricKeys: METRICS.slice(0, 33).map(({ key }) => key) },
      "metric_keys: 33 metrics are too many; at most 32",
    ],
    [{ stateCode: "NOWHERE" }, 'state_code: "NOWHERE" is not one of NSW, VIC, QLD, SA, WA, TAS, NT, ACT, AU'],
    [
      { filter: {} },
      "filter is empty; it needs one of all_of, any_of, not, range, category, name, has_data, state",
    ],
  ])("refuses %j", (request, message) => {
    expect(refusal(() => ask(request))).toBe(message);
  });

  it("suggests near keys for an unknown metric", () => {
    expect(refusal(() => ask({ metricKeys: ["incom"] }))).toMatch(
      /^metric_keys\[0\]: unknown metric "incom"; did you mean "income"/,
    );
  });
});
