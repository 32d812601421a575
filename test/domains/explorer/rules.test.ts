import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { requireExpression } from "../../../src/domains/explorer/expression-rules.ts";
import { exploreJob, rankJob, scopeCode, similarJob } from "../../../src/domains/explorer/rules.ts";
import { METRICS, metricPosition } from "../../../src/domains/suburbs/metrics/metric-registry.ts";
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
    expect(
      refusal(() => ask({ histograms: [{ metricKey: "age" }, { metricKey: "age", binCount: 201 }] })),
    ).toBe("histograms[1].bin_count: 201 is not within 0 (= 20) to 200");
    expect(refusal(() => ask({ histograms: [{ metricKey: "age" }, { metricKey: "agee" }] }))).toMatch(
      /^histograms\[1\]\.metric_key: unknown metric "agee"; did you mean "age"/,
    );
  });
});

describe("rankJob", () => {
  const ask = (request: MessageInitShape<typeof RankSuburbsRequestSchema>) =>
    rankJob(create(RankSuburbsRequestSchema, request));
  const quantities = METRICS.filter(({ kind, unit }) => kind === "numeric" && unit !== "code");

  it("accepts 32 weights", () => {
    const many = quantities.slice(0, 33).map(({ key }) => ({ metricKey: key, weight: 1 }));
    expect(ask({ weights: many.slice(0, 32) }).weights).toHaveLength(32);
    expect(refusal(() => ask({ weights: many }))).toBe("weights: 33 metrics are too many; at most 32");
  });
});

describe("similarJob", () => {
  const ask = (request: MessageInitShape<typeof SimilarSuburbsRequestSchema>) =>
    similarJob(create(SimilarSuburbsRequestSchema, { salCode: "10001", ...request }));

  it.each([
    [["lga_code"], 'metric_keys[0]: "lga_code" is an identifier; only quantities are allowed'],
    [METRICS.slice(0, 33).map(({ key }) => key), "metric_keys: 33 metrics are too many; at most 32"],
  ])("refuses the metrics %j", (metricKeys, message) => {
    expect(refusal(() => ask({ metricKeys }))).toBe(message);
  });
});
