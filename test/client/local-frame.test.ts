import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import {
  createTerraceClient,
  type LocalFrame,
  parseWhere,
  printWhere,
  type TerraceClient,
} from "../../src/client.ts";
import { NATIONAL_SCOPE } from "../../src/dataset/states.ts";
import { METRIC_KEYS, METRICS } from "../../src/domains/suburbs/metrics/metric-registry.ts";
import { servedCountry } from "../support/country/ask-country.ts";
import { expressionOver } from "../support/data/random-expression.ts";
import { whereOf } from "../support/data/where-of.ts";

let terrace: TerraceClient;
let frames: LocalFrame[];

const serving = servedCountry();
beforeAll(async () => {
  terrace = createTerraceClient({ baseUrl: serving.url, userAgent: "terrace-tests/1" });
  frames = [
    await terrace.localFrame("AU", METRIC_KEYS),
    await terrace.localFrame("AU", METRIC_KEYS, { plain: true }),
  ];
});

const randomExpressions = (count: number) => {
  const pin = serving.engine.pin();
  try {
    const scope = pin.view.columns.scopes.get(NATIONAL_SCOPE)!;
    return fc.sample(expressionOver(scope), count).map(whereOf);
  } finally {
    pin.release();
  }
};

describe("LocalFrame", () => {
  it("runs on WebAssembly over memory that is not shared, and on plain loops", () => {
    expect(frames.map(({ kernelKind }) => kernelKind)).toEqual(["wasm-simd", "plain"]);
  });

  it("matches what the server matches, bit for bit, over a thousand random expressions and their texts", async () => {
    let telling = 0;
    for (const filter of randomExpressions(1000)) {
      const { matchMask, matchCount, totalCount } = await terrace.explorer.explore({ filter });
      const text = printWhere(filter);
      expect(totalCount).toBe(frames[0].size);
      for (const frame of frames) {
        const words = frame.match(filter);
        expect(frame.bytesOf(words), text).toEqual(matchMask);
        expect(frame.count(words), text).toBe(matchCount);
      }
      expect(frames[0].bytesOf(frames[0].match(parseWhere(text))), text).toEqual(matchMask);
      if (matchCount > 0 && matchCount < totalCount) telling++;
    }
    expect(telling).toBeGreaterThan(250);
  });

  it("counts the histograms of Explore, over matches and over all", async () => {
    for (const filter of randomExpressions(20)) {
      const keys = fc.sample(fc.constantFrom(...METRIC_KEYS), 4);
      const histograms = keys.map((metricKey, i) => ({ metricKey, binCount: [0, 1, 7, 64][i] }));
      const answer = await terrace.explorer.explore({ filter, histograms });
      for (const [i, wanted] of answer.histograms.entries()) {
        const { matched, all, edges, ...rest } = frames[0].histogram(
          keys[i],
          frames[0].match(filter),
          histograms[i].binCount || 20,
        );
        expect([...matched]).toEqual(wanted.matchedCounts);
        expect([...all]).toEqual(wanted.allCounts);
        expect([...edges]).toEqual(wanted.binEdges);
        expect([rest.matchedNulls, rest.allNulls]).toEqual([wanted.matchedNullCount, wanted.allNullCount]);
        expect([rest.matchedMin, rest.matchedMax]).toEqual([wanted.matchedMin, wanted.matchedMax]);
      }
    }
  });

  it("ranks as RankSuburbs does, scores and contributions included", async () => {
    const numeric = METRICS.filter(({ kind, key }) => kind === "numeric" && key !== "lga_code").map(
      ({ key }) => key,
    );
    for (const filter of randomExpressions(20)) {
      const keys = fc.sample(
        fc.uniqueArray(fc.constantFrom(...numeric), { minLength: 1, maxLength: 4 }),
        1,
      )[0];
      const weights = keys.map((metricKey, i) => ({ metricKey, weight: [2, -1, 0.5, -3][i] }));
      const wanted = await terrace.explorer.rankSuburbs({ filter, weights, k: 15 });
      const ranking = frames[0].rank(weights, frames[0].match(filter), 15);
      expect(ranking.candidateCount).toBe(wanted.candidateCount);
      expect(ranking.excludedCount).toBe(wanted.excludedCount);
      expect(ranking.rows.map(({ position, score }) => [position, score])).toEqual(
        wanted.rows.map(({ position, score }) => [position, score]),
      );
      expect(ranking.rows.flatMap(({ contributions }) => contributions.map((c) => c.contribution))).toEqual(
        wanted.rows.flatMap(({ contributions }) => contributions.map((c) => c.contribution)),
      );
    }
  });

  it("knows each suburb's state, place and council as the dataset has them", () => {
    const { salCodes, stateCodes, latitudes, longitudes, councils, positionOf } = frames[0].index;
    expect(stateCodes[positionOf(salCodes.find((code) => code.startsWith("7"))!)]).toBe("NT");
    expect(stateCodes.every((code) => code !== "")).toBe(true);
    expect(latitudes.every((lat) => lat < -10 && lat > -44)).toBe(true);
    expect(longitudes.every((lon) => lon > 112 && lon < 154)).toBe(true);
    expect(councils.filter((name) => name !== "").length).toBeGreaterThan(salCodes.length / 2);
  });

  it("names a column that it does not hold", async () => {
    const frame = await terrace.localFrame("NT", ["age"]);
    expect(() => frame.match(parseWhere("price <= 5"))).toThrow(
      'the frame has no column "price"; did you mean "age"?',
    );
    expect(() => frame.column("price")).toThrow('the frame has no column "price"');
  });

  it("gives SuburbFrame any expression too, as text or as message", async () => {
    const frame = await terrace.frame("VIC");
    const text = "population >= 500 and (not age < 40 or income is unknown)";
    const mask = await frame.match(text);
    const { matchMask } = await terrace.explorer.explore({ stateCode: "VIC", filter: parseWhere(text)! });
    expect(mask.bytes).toEqual(matchMask);
    expect((await frame.match("state in (NSW)")).count).toBe(0);
    expect((await frame.match("state in (VIC)")).count).toBe(frame.size);
  });
});
