import { describe, expect, inject, it } from "vitest";
import { createTerraceClient, metricsOf, parseWhere } from "../../../../src/client.ts";
import { PRESETS } from "../../../../src/domains/explorer/presets/presets.ts";
import { presetFields } from "../../../../src/domains/explorer/presets/service.ts";
import { METRIC_KEYS, METRICS } from "../../../../src/domains/suburbs/metrics/metric-registry.ts";
import { serveCountry } from "../../../support/country/serve-country.ts";
import { sharedAustralia } from "../../../support/country/shared-country.ts";
import { opened } from "../../../support/run/fixtures.ts";
import { isDeepRun } from "../../../support/run/test-form.ts";

const WORDS = METRICS.map(({ key, categories }) => ({ key, labels: categories }));

describe("PRESETS", () => {
  it.each(PRESETS)(
    "$key parses, names metrics that there are, and gives a reason for each part",
    (preset) => {
      for (const { where, why } of preset.conditions) {
        expect(metricsOf(parseWhere(where, WORDS))).toEqual([where.split(" ")[0]]);
        expect(why.length).toBeGreaterThan(10);
      }
      for (const { metricKey, weight, why } of preset.weights) {
        expect(METRIC_KEYS).toContain(metricKey);
        expect(Math.abs(weight)).toBeLessThanOrEqual(3);
        expect(why.length).toBeGreaterThan(8);
      }
      expect(new Set(preset.weights.map(({ metricKey }) => metricKey)).size).toBe(preset.weights.length);
    },
  );

  it("have keys and names of their own", () => {
    for (const field of ["key", "label"] as const)
      expect(new Set(PRESETS.map((preset) => preset[field])).size).toBe(PRESETS.length);
  });
});

describe("presetFields", () => {
  const yields = PRESETS.find(({ key }) => key === "yield")!;
  const firstHome = PRESETS.find(({ key }) => key === "first-home")!;

  it("leaves out what few suburbs have a figure of, and says so", () => {
    const { where, conditions, unavailable } = presetFields(firstHome, 1000, (key) =>
      key === "price" ? 24 : 900,
    );
    expect(where).toBe("median_monthly_mortgage <= 2200 and population >= 500");
    expect(conditions[0]).toMatchObject({
      metricKey: "price",
      dataCount: 24,
      leftOut: "House median price is known of 2.4 % of suburbs here",
    });
    expect(unavailable).toBe("");
  });

  it("keeps what a preset is about while any suburb has a figure, also in its score", () => {
    const { where, weights } = presetFields(yields, 1000, (key) => (key === "gross_yield" ? 1 : 900));
    expect(where).toBe("gross_yield >= 4.5 and population >= 500");
    expect(weights.map(({ leftOut }) => leftOut)).toEqual(["", "", "", ""]);
  });

  it("is not applied at all without what it is about", () => {
    const { where, unavailable } = presetFields(yields, 1000, (key) => (key === "gross_yield" ? 0 : 900));
    expect([where, unavailable]).toEqual(["", "no suburb here has a figure of Gross rental yield of houses"]);
  });
});

const countries: [name: string, dataDir: () => Promise<string>][] = [
  ["the synthetic country", async () => inject("country").dataDir],
  ...(isDeepRun
    ? [["data/australia", async () => (await sharedAustralia()).dataDir] as [string, () => Promise<string>]]
    : []),
];

describe.each(countries)("DescribePresets of %s", (_, dataDir) => {
  const serving = opened(async () => serveCountry(await dataDir()));
  const terrace = opened(() => createTerraceClient({ baseUrl: serving.url, userAgent: "terrace-tests/1" }));
  const frame = opened(() => terrace.localFrame("AU", METRIC_KEYS));

  it("finds suburbs by every preset, counted as columns and ranking do", async () => {
    const { presets, totalCount } = await terrace.explorer.describePresets({});
    expect(presets.map(({ key }) => key)).toEqual(PRESETS.map(({ key }) => key));
    expect(totalCount).toBe(frame.size);
    for (const { where, matchCount, unavailable, conditions, weights } of presets) {
      expect(unavailable).toBe("");
      expect(where).not.toBe("");
      const words = frame.match(parseWhere(where));
      expect(matchCount).toBe(frame.count(words));
      expect(matchCount).toBeGreaterThan(0);
      for (const { metricKey, dataCount } of [...conditions, ...weights]) {
        const column = frame.column(metricKey);
        const known = Array.from({ length: frame.size }, (_, i) => column.at(i) !== undefined);
        expect(dataCount).toBe(known.filter(Boolean).length);
      }
      const counted = weights.filter(({ leftOut }) => leftOut === "");
      const { rows } = await terrace.explorer.rankSuburbs({
        filter: parseWhere(where)!,
        weights: counted.map(({ metricKey, weight }) => ({ metricKey, weight })),
        k: 5,
      });
      expect(rows.length).toBeGreaterThan(0);
    }
  });
});
