import { beforeAll, describe, expect, inject, it } from "vitest";
import { INDUSTRY_GROUPS } from "../../../../src/dataset/industry-groups.ts";
import { stockExplorerMethods } from "../../../../src/domains/explorer/stocks/service.ts";
import { SCREENER_COLUMNS } from "../../../../src/domains/market/rules.ts";
import { ExplorerService } from "../../../../src/gen/terrace/v1/explorer_pb.ts";
import type { UnaryMethod } from "../../../../src/rpc/unary-method.ts";
import { followCountry } from "../../../support/country/follow-country.ts";
import { callMethod } from "../../../support/data/method-calls.ts";
import { rawTables } from "../../../support/data/raw-tables.ts";
import { PlainMarket } from "../../../support/plain/plain-market.ts";
import { expectLeast, plainDistances, plainScores } from "../../../support/plain/plain-ranking.ts";
import { type PlainStock, plainStocks } from "../../../support/plain/plain-stocks.ts";
import { draws, runSeed } from "../../../support/run/seeded-random.ts";
import { expectClose } from "../../../support/wire/expect-close.ts";

interface Part {
  readonly metricKey: string;
  readonly rawValue: number;
  readonly normalisedValue: number;
  readonly contribution: number;
}
interface Difference {
  readonly metricKey: string;
  readonly targetValue: number;
  readonly value: number;
  readonly scaledDifference: number;
}
interface Answer {
  readonly rows: readonly {
    readonly rank: number;
    readonly stockCode: string;
    readonly industry: string;
    readonly score: number;
    readonly contributions: readonly Part[];
    readonly distance: number;
    readonly similarity: number;
    readonly differences: readonly Difference[];
  }[];
  readonly candidateCount: number;
  readonly excludedCount: number;
  readonly metricKeys: readonly string[];
  readonly ignoredMetricKeys: readonly string[];
}

const { rankStocks, similarStocks } = ExplorerService.method;
const { random, below, pick } = draws(runSeed("ranked stocks"));
const some = <T>(items: readonly T[], most: number): T[] => [
  ...new Set(Array.from({ length: 1 + below(most) }, () => pick(items))),
];

let methods: UnaryMethod[];
let stocks: PlainStock[];

const engine = followCountry("opinionCountry");
beforeAll(async () => {
  const { datasetDir } = inject("opinionCountry");
  methods = stockExplorerMethods(engine, {});
  const plain = new PlainMarket(await rawTables("market", datasetDir));
  stocks = plainStocks(plain, engine.manifest.asOf);
});

const held = (stock: PlainStock, key: string) =>
  stock.figures[key] === undefined ? undefined : Math.fround(stock.figures[key]);

/** A random condition as a message, and the same as a function. */
function drawnFilter(): { filter: object | undefined; passes: (stock: PlainStock) => boolean } {
  const draw = below(4);
  if (draw === 0) return { filter: undefined, passes: () => true };
  if (draw === 1) {
    const labels = some(INDUSTRY_GROUPS, 8);
    const value = { metricKey: "industry", labels };
    return { filter: { node: { case: "category", value } }, passes: (one) => labels.includes(one.industry) };
  }
  const ranges = some(SCREENER_COLUMNS, 3).map((metricKey) => {
    const bounds = [held(pick(stocks), metricKey), held(pick(stocks), metricKey)].map((one) => one ?? 0);
    return { metricKey, min: Math.min(...bounds), max: Math.max(...bounds) };
  });
  const matches = (one: PlainStock) =>
    ranges.every(({ metricKey, min, max }) => {
      const value = held(one, metricKey);
      return value !== undefined && value >= min && value <= max;
    });
  const all = {
    node: {
      case: "allOf",
      value: { expressions: ranges.map((value) => ({ node: { case: "range", value } })) },
    },
  };
  if (draw === 2) return { filter: all, passes: matches };
  return { filter: { node: { case: "not", value: all } }, passes: (one) => !matches(one) };
}

const hasAll = (keys: readonly string[]) => (stock: PlainStock) =>
  keys.every((key) => stock.figures[key] !== undefined);

describe("RankStocks", () => {
  it("equals percentile ranks counted one by one over the raw rows, under any filter", async () => {
    expect(stocks.length).toBeGreaterThan(30);
    for (let i = 0; i < 60; i++) {
      const keys = some(SCREENER_COLUMNS, 4);
      const weights = keys.map((metricKey) => ({ metricKey, weight: (random() - 0.5) * 8 }));
      const { filter, passes } = drawnFilter();
      const k = 1 + below(60);
      const answer = (await callMethod(methods, rankStocks, {
        weights,
        k,
        ...(filter === undefined ? {} : { filter: filter as never }),
      })) as unknown as Answer;
      const candidates = stocks.filter(passes);
      const complete = candidates.filter(hasAll(keys));
      expect([answer.candidateCount, answer.excludedCount]).toEqual([
        candidates.length,
        candidates.length - complete.length,
      ]);
      const named = weights.map(({ metricKey, weight }) => ({ key: metricKey, weight }));
      const scores = plainScores(stocks, complete, named, held);
      const byCode = new Map([...scores].map(([stock, found]) => [stock.code, { stock, ...found }]));
      expectLeast(
        answer.rows.map(({ stockCode, score }) => [stockCode, -score]),
        new Map(Array.from(byCode, ([code, { score }]) => [code, -score])),
        k,
        1e-12,
      );
      answer.rows.forEach(({ rank, stockCode, industry, contributions }, r) => {
        const { stock, parts } = byCode.get(stockCode)!;
        expect([rank, industry, contributions.map(({ metricKey }) => metricKey)]).toEqual([
          ...[r + 1, stock.industry, keys],
        ]);
        contributions.forEach(({ rawValue, normalisedValue, contribution }, w) => {
          expect(Math.fround(rawValue)).toBe(parts[w][0]);
          expectClose([normalisedValue, contribution], parts[w].slice(1), stockCode, 1e-12);
        });
      });
    }
  });
});

describe("SimilarStocks", () => {
  it("equals distances in standard deviations of all stocks, measured over the raw rows", async () => {
    const LOGARITHMIC = ["market_cap", "latest_volume", "avg_volume_20d"];
    const compared = (stock: PlainStock, key: string) => {
      const value = held(stock, key);
      if (value === undefined) return undefined;
      return LOGARITHMIC.includes(key) ? Math.log(Math.max(value, 1)) : value;
    };
    for (let i = 0; i < 60; i++) {
      const target = pick(stocks);
      const keys = some(SCREENER_COLUMNS, 4);
      const { filter, passes } = drawnFilter();
      const answer = (await callMethod(methods, similarStocks, {
        stockCode: target.code,
        metricKeys: keys,
        k: 100,
        ...(filter === undefined ? {} : { filter: filter as never }),
      })) as unknown as Answer;
      const used = keys.filter((key) => target.figures[key] !== undefined);
      expect(answer.metricKeys).toEqual(used);
      expect(answer.ignoredMetricKeys).toEqual(keys.filter((key) => !used.includes(key)));
      const candidates = stocks.filter((stock) => stock !== target && passes(stock));
      expect(answer.candidateCount).toBe(candidates.length);
      const complete = candidates.filter(hasAll(used));
      expect(answer.excludedCount).toBe(used.length === 0 ? 0 : candidates.length - complete.length);
      const distances = plainDistances(stocks, complete, target, used, compared);
      const byCode = new Map([...distances].map(([stock, found]) => [stock.code, found]));
      expectLeast(
        answer.rows.map(({ stockCode, distance }) => [stockCode, distance]),
        new Map(used.length === 0 ? [] : Array.from(byCode, ([code, { distance }]) => [code, distance])),
        100,
        1e-8,
      );
      for (const { stockCode, distance, similarity, differences } of answer.rows) {
        expect(similarity).toBeCloseTo(1 / (1 + distance), 8);
        differences.forEach((one, m) => {
          expect(one.metricKey).toBe(used[m]);
          expect(Math.fround(one.targetValue)).toBe(held(target, used[m]));
          expect(one.scaledDifference).toBeCloseTo(byCode.get(stockCode)!.steps[m], 8);
        });
      }
    }
  });
});
