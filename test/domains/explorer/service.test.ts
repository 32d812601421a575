import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NATIONAL_SCOPE, STATE_CODES } from "../../../src/dataset/states.ts";
import { explorerMethods } from "../../../src/domains/explorer/service.ts";
import { suburbColumnsMethods } from "../../../src/domains/suburbs/column-service.ts";
import { METRICS } from "../../../src/domains/suburbs/metrics/metric-registry.ts";
import { HousingService } from "../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { ExplorerService } from "../../../src/gen/terrace/v1/explorer_pb.ts";
import { isTerraceError } from "../../../src/runtime/errors.ts";
import { followCountry, viewOf } from "../../support/country/follow-country.ts";
import { callMethod, methodOptions } from "../../support/data/method-calls.ts";

const { describeMetrics, explore, rankSuburbs, similarSuburbs } = ExplorerService.method;
const engine = followCountry("country");
const methods = [...explorerMethods(engine, methodOptions()), ...suburbColumnsMethods(engine)];
const scopeOf = (code: string) => viewOf(engine).columns.scopes.get(code)!;

describe("DescribeMetrics", () => {
  it("lists the registry in its order, with the sources of each metric's table", async () => {
    const answer = await callMethod(methods, describeMetrics, { stateCode: "tas" });
    const metrics = answer.metrics as Record<string, unknown>[];
    expect(metrics.map(({ key }) => key)).toEqual(METRICS.map(({ key }) => key));
    expect(answer.indexVersion).toBe(scopeOf("TAS").index.indexVersion);
    METRICS.forEach(({ table }, m) => {
      const known = engine.manifest.sources
        .filter(({ tables }) => tables.includes(table))
        .map(({ id }) => id);
      expect(metrics[m].sourceIds).toEqual(known);
      expect(known.length, table).toBeGreaterThan(0);
    });
    expect(metrics.filter(({ isIdentifier }) => isIdentifier).map(({ key }) => key)).toEqual(["lga_code"]);
  });

  it("counts every suburb of a category once", async () => {
    const { metrics } = (await callMethod(methods, describeMetrics, {})) as {
      metrics: Record<string, never>[];
    };
    for (const { kind, dataCount, categoryCounts } of metrics) {
      if (kind !== "METRIC_KIND_CATEGORICAL") continue;
      expect((categoryCounts as number[]).reduce((sum, count) => sum + count, 0)).toBe(dataCount);
    }
  });

  it("encodes a scope once a snapshot", async () => {
    const method = methods.find(({ desc }) => desc === describeMetrics)!;
    const ask = (stateCode: string) => method.answer({ stateCode } as never, {} as never);
    expect(await ask(" au")).toBe(await ask(""));
    expect(await ask("NSW")).not.toBe(await ask(""));
  });
});

describe("Explore", () => {
  it("gives FilterSuburbs' own mask for ranges that must all hold", async () => {
    const metric = fc.constantFrom(...METRICS.map((_, m) => m));
    const bounds = fc.tuple(fc.nat(), fc.nat(), fc.constantFrom("both", "min", "max"));
    const cases = fc.tuple(
      fc.constantFrom(...STATE_CODES),
      fc.array(fc.tuple(metric, bounds), { minLength: 1, maxLength: 6 }),
    );
    await fc.assert(
      fc.asyncProperty(cases, async ([stateCode, drawn]) => {
        const { columns } = scopeOf(stateCode);
        const predicates = drawn.map(([m, [a, b, ends]]) => {
          const { values } = columns[m];
          const [min, max] = [values[a % values.length], values[b % values.length]].sort((x, y) => x - y);
          const metricKey = METRICS[m].key;
          return ends === "both"
            ? { metricKey, min, max }
            : ends === "min"
              ? { metricKey, min }
              : { metricKey, max };
        });
        const filtered = await callMethod(methods, HousingService.method.filterSuburbs, {
          stateCode,
          predicates,
        });
        const explored = await callMethod(methods, explore, {
          stateCode,
          filter: {
            node: {
              case: "allOf",
              value: {
                expressions: predicates.map((value) => ({ node: { case: "range" as const, value } })),
              },
            },
          },
        });
        expect(explored).toMatchObject(filtered);
      }),
      { numRuns: 100 },
    );
  });

  it("joins the states into the country, each one run of positions", async () => {
    const filter = { node: { case: "hasData" as const, value: { metricKey: "price" } } };
    const country = await callMethod(methods, explore, { stateCode: NATIONAL_SCOPE, filter });
    let matches = 0;
    let suburbs = 0;
    for (const stateCode of STATE_CODES) {
      const state = await callMethod(methods, explore, { stateCode, filter });
      matches += state.matchCount as number;
      suburbs += state.totalCount as number;
    }
    expect([country.matchCount, country.totalCount]).toEqual([matches, suburbs]);
  });
});

describe("RankSuburbs", () => {
  it("numbers rows from 1 and says how many were asked for", async () => {
    const answer = await callMethod(methods, rankSuburbs, {
      stateCode: "VIC",
      weights: [
        { metricKey: "income", weight: 2 },
        { metricKey: "price", weight: -1 },
      ],
      k: 3,
    });
    const rows = answer.rows as { rank: number; salCode: string; position: number; stateCode: string }[];
    expect(rows.map(({ rank }) => rank)).toEqual([1, 2, 3]);
    expect(answer.appliedK).toBe(3);
    const { index } = scopeOf("VIC");
    for (const { salCode, position, stateCode } of rows) {
      expect([salCode, stateCode]).toEqual([index.salCodes[position], "VIC"]);
    }
  });
});

describe("SimilarSuburbs", () => {
  it("never lists the target, in its own state or in the country", async () => {
    const salCode = scopeOf("QLD").index.salCodes[5];
    for (const stateCode of ["QLD", ""]) {
      const answer = await callMethod(methods, similarSuburbs, {
        salCode,
        stateCode,
        metricKeys: ["population"],
        k: 100,
      });
      const rows = answer.rows as { salCode: string; distance: number; similarity: number }[];
      expect(rows.length).toBeGreaterThan(10);
      expect(rows.map((row) => row.salCode)).not.toContain(salCode);
      for (const { distance, similarity } of rows) expect(similarity).toBeCloseTo(1 / (1 + distance), 12);
    }
  });

  it("does not know a suburb that is not there", async () => {
    const asked = callMethod(methods, similarSuburbs, { salCode: "99999" });
    await expect(asked).rejects.toSatisfy(
      (error) =>
        isTerraceError(error, "not_found") && error.message === 'sal_code: there is no suburb "99999"',
    );
  });
});
