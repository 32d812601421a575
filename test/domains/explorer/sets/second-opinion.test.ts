import { beforeAll, describe, expect, inject, it } from "vitest";
import { STATE_CODES } from "../../../../src/dataset/states.ts";
import { suburbSetMethods } from "../../../../src/domains/explorer/sets/service.ts";
import { listingMethods } from "../../../../src/domains/listings/service.ts";
import { METRICS } from "../../../../src/domains/suburbs/metrics/metric-registry.ts";
import { suburbMethods } from "../../../../src/domains/suburbs/service.ts";
import { isNull } from "../../../../src/engine/columns/column.ts";
import { followCurrent } from "../../../../src/engine/follow-current.ts";
import { HousingService } from "../../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { ExplorerService } from "../../../../src/gen/terrace/v1/explorer_pb.ts";
import type { UnaryMethod } from "../../../../src/rpc/unary-method.ts";
import { dayNumberOf } from "../../../../src/runtime/time/calendar-date.ts";
import { viewOf } from "../../../support/country/follow-country.ts";
import { scatteredCountry } from "../../../support/country/scattered-country.ts";
import { callMethod, methodOptions } from "../../../support/data/method-calls.ts";
import { type RawListings, readRawListings } from "../../../support/data/raw-tables.ts";
import { plainDropIndex } from "../../../support/plain/plain-drop-index.ts";
import { plainAgencies, plainStateSummary, rankAgencies } from "../../../support/plain/plain-drops.ts";
import {
  countedFigures,
  type PublishedFigure,
  publishedFigures,
} from "../../../support/plain/published-prices.ts";
import { opened, sharedDirectory } from "../../../support/run/fixtures.ts";
import { draws, runSeed } from "../../../support/run/seeded-random.ts";
import { expectClose } from "../../../support/wire/expect-close.ts";

const { aggregateDrops, aggregateAgencies, aggregatePrices } = ExplorerService.method;
const fixed = HousingService.method;
const SCOPES = [...STATE_CODES, "AU"];
const seed = runSeed("sets of suburbs against plain loops");
const { random, pick } = draws(seed);

let methods: UnaryMethod[];
let raw: RawListings;
let codes: readonly string[];

const root = sharedDirectory("scattered");
const following = opened(async () => {
  const { datasetDir, dataDir } = await scatteredCountry(root, seed);
  raw = await readRawListings(datasetDir);
  return followCurrent({ metrics: METRICS, dataDir, sqlConnections: 2, sqlWaiting: 16 });
});
beforeAll(() => {
  const options = methodOptions({ now: new Date(raw.asOf) });
  methods = [suburbSetMethods, listingMethods, suburbMethods].flatMap((open) =>
    open(following.engine, options),
  );
  codes = scopeOf("AU").index.salCodes;
});

const scopeOf = (code: string) => viewOf(following.engine).columns.scopes.get(code)!;

/** Random suburbs, chosen in several ways, with a request for them. */
function drawSet(): { request: object; set: ReadonlySet<string> } {
  const kind = pick(["few", "many", "states", "range", "state range"]);
  if (kind === "few" || kind === "many") {
    const share = kind === "few" ? 0.02 : random();
    const salCodes = codes.filter(() => random() < share);
    if (salCodes.length === 0) salCodes.push(pick(codes));
    return { request: { salCodes: salCodes.toReversed() }, set: new Set(salCodes) };
  }
  if (kind === "states") {
    const states = STATE_CODES.filter(() => random() < 0.4);
    if (states.length === 0) states.push("VIC");
    const salCodes = states.flatMap((state) => [...scopeOf(state).index.salCodes]);
    // Whole states, or all but one suburb.
    if (random() < 0.5) salCodes.pop();
    return { request: { salCodes }, set: new Set(salCodes) };
  }
  const scope = kind === "range" ? "AU" : pick(STATE_CODES);
  const { index, columns } = scopeOf(scope);
  const metric = pick(
    METRICS.filter(({ kind }) => kind === "numeric").map(({ key }) =>
      METRICS.findIndex((m) => m.key === key),
    ),
  );
  const { values } = columns[metric];
  const min = values[Math.floor(random() * values.length)] ?? 0;
  const found = index.salCodes.filter((_, i) => !isNull(columns[metric], i) && values[i] >= min);
  return {
    request: {
      stateCode: scope,
      filter: { node: { case: "range", value: { metricKey: METRICS[metric].key, min } } },
    },
    set: new Set(found),
  };
}

/**
 * The raw rows of a set, by the rule that decides to which sets a listing belongs: by its advert's state, or
 * for the index, which is of suburbs, by the suburb's state.
 */
function rowsOf(set: ReadonlySet<string>, bySuburb = false): RawListings {
  const byState = Map.groupBy(codes, (code) => STATE_CODES[Number(code[0]) - 1]);
  const whole = new Set<string>(
    STATE_CODES.filter((state) => byState.get(state)?.every((code) => set.has(code))),
  );
  const isWhole = [...set].every((code) => whole.has(STATE_CODES[Number(code[0]) - 1]));
  const isCountry = set.size === codes.length;
  const listings = raw.listings.filter(({ state_code, region_code }) => {
    const region = raw.regions.get(region_code)!;
    if (isCountry || whole.has(bySuburb ? region.state_code : state_code)) return true;
    return !isWhole && set.has(region.sal_code);
  });
  return { ...raw, listings };
}

describe("suburbSetMethods against plain loops over the dataset", () => {
  it("gives the index and the summary of random sets", async () => {
    let points = 0;
    for (let i = 0; i < 25; i++) {
      const { request, set } = drawSet();
      const own = rowsOf(set);
      const [from, to] = pick([
        ["2026-08-20", "2026-09-05"],
        ["2026-10-01", "2026-10-04"],
        ["2026-08-13", "2026-08-13"],
      ]);
      const answer = await callMethod(methods, aggregateDrops, { ...request, from, to });
      expect(answer.suburbCount).toBe(set.size);
      const wanted = plainDropIndex(rowsOf(set, true)).points("AU", dayNumberOf(from)!, dayNumberOf(to)!);
      const isCountry = set.size === codes.length;
      expectClose(
        answer.points,
        isCountry
          ? wanted
          : wanted.map((point) => ({ ...point, withdrawnThenRelisted: 0, delistedCount: 0 })),
      );
      if (own.listings.length === 0) expect(answer.summary).toBeUndefined();
      else {
        const { stateCode: _, ...summary } = plainStateSummary(own, "AU");
        expectClose({ ...(answer.summary as object), stateCode: undefined }, summary);
      }
      points += wanted.length;
    }
    expect(points).toBeGreaterThan(50);
  });

  it("gives the agencies of random sets in windows of any length", async () => {
    let rows = 0;
    for (let i = 0; i < 40; i++) {
      const { request, set } = drawSet();
      const windowDays = pick([0, 1, 7, 30, 90, 365]);
      const sort = pick(["drops", "listings", "avg_cut", "value"]);
      const limit = pick([1, 5, 20, 100]);
      const answer = await callMethod(methods, aggregateAgencies, { ...request, windowDays, sort, limit });
      const all = plainAgencies(rowsOf(set), windowDays || 30);
      const ranked = rankAgencies(all, "", sort, limit).map((row) => ({ ...row, agentNames: [] }));
      expectClose(answer.agencies, ranked);
      expect(answer.totalCount).toBe(all.length);
      rows += all.length;
    }
    expect(rows).toBeGreaterThan(100);
  });

  it("gives the distribution of published prices of random sets", async () => {
    const prices = publishedFigures(inject("opinionCountry").datasetDir);
    const kinds = [...Map.groupBy(prices, ({ measure, dwelling_type }) => `${measure} ${dwelling_type}`)];
    let points = 0;
    for (let i = 0; i < 30; i++) {
      const { request, set } = drawSet();
      const [kind, rows] = pick(kinds);
      const [measure, dwellingType] = kind.split(" ");
      const from = pick(["", "2020-06-30", "2024-01-01"]);
      const to = pick(["", "2025-12-31"]);
      const answer = await callMethod(methods, aggregatePrices, {
        ...request,
        measure,
        dwellingType,
        from,
        to,
      });
      const own = rows.filter(({ sal_code }) => set.has(sal_code));
      const wanted = plainPoints(own, from, to || "9999-12-31");
      expectClose(answer.points, wanted);
      points += wanted.length;
    }
    expect(points).toBeGreaterThan(100);
  });
});

function plainPoints(rows: readonly PublishedFigure[], from: string, to: string) {
  const counted = [...Map.groupBy(rows, ({ sal_code }) => sal_code).values()]
    .flatMap(countedFigures)
    .filter(({ period }) => period >= from && period <= to);
  return [...Map.groupBy(counted, ({ period, frequency }) => `${period} ${frequency}`)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, figures]) => {
      const values = figures.map(({ value }) => Number(value)).sort((a, b) => a - b);
      const quantile = (p: number) => {
        const at = p * (values.length - 1);
        const low = Math.floor(at);
        return values[low] + (at - low) * ((values[low + 1] ?? values[low]) - values[low]);
      };
      const [period, frequency] = key.split(" ");
      return {
        period: `${period}T00:00:00Z`,
        frequency,
        suburbCount: values.length,
        median: quantile(0.5),
        p25: quantile(0.25),
        p75: quantile(0.75),
        isPreliminary: figures.some(({ isPreliminary }) => isPreliminary),
      };
    });
}

/** The codes of a scope in another order: sorted by their reversed digits. */
function codesOf(scope: string): string[] {
  return [...scopeOf(scope).index.salCodes].sort((a, b) =>
    a.split("").reverse().join("") < b.split("").reverse().join("") ? -1 : 1,
  );
}

type Rows = readonly Record<string, unknown>[];

describe("a set that is a state or the country", () => {
  it("has the daily index and the summary of the fixed methods, by scope and by codes, to the last bit", async () => {
    const overview = await callMethod(methods, fixed.getPriceDropsOverview, {});
    const summaries = new Map(
      [overview.national, ...(overview.states as Rows)].map((one) => [
        (one as { stateCode: string }).stateCode,
        one,
      ]),
    );
    let days = 0;
    for (const scope of SCOPES) {
      const grain = scope === "AU" ? "national" : "state";
      const index = await callMethod(methods, fixed.getDropIndexSeries, { grain, grainKey: scope });
      for (const request of [{ stateCode: scope }, { salCodes: codesOf(scope) }]) {
        const answer = await callMethod(methods, aggregateDrops, request);
        expect(answer.points).toEqual(index.points);
        expect(answer.summary).toEqual(summaries.get(scope));
        expect(answer.suburbCount).toBe(codesOf(scope).length);
      }
      days += (index.points as Rows).length;
    }
    expect(summaries.size).toBeGreaterThan(5);
    expect(days).toBeGreaterThan(300);
  });

  it("has the agencies of the fixed method in every order", async () => {
    let rows = 0;
    for (const scope of SCOPES) {
      for (const sort of ["drops", "listings", "avg_cut", "value", "nonsense"]) {
        const stateCode = scope === "AU" ? "" : scope;
        const list = await callMethod(methods, fixed.listAgencyPriceStats, { stateCode, sort, limit: 100 });
        const answer = await callMethod(methods, aggregateAgencies, { stateCode, sort, limit: 100 });
        expect(answer.agencies).toEqual(list.agencies);
        expect(answer.totalCount).toBeGreaterThanOrEqual((list.agencies as Rows).length);
        rows += (list.agencies as Rows).length;
      }
    }
    expect(rows).toBeGreaterThan(50);
  });

  it("has the asking and sold prices of the overview, and medians from the series of a single suburb", async () => {
    const overview = await callMethod(methods, fixed.getPriceDropsOverview, {});
    const request = { measure: "median_price", dwellingType: "house" };
    const { listings } = await callMethod(methods, aggregatePrices, request);
    expect(overview.national).toMatchObject(listings as object);
    const { regions } = (await callMethod(methods, fixed.listHousingRegions, {
      regionType: "suburb",
      limit: 5000,
    })) as { regions: { regionCode: string }[] };
    let compared = 0;
    for (const code of codesOf("AU").slice(0, 40)) {
      const { points } = (await callMethod(methods, aggregatePrices, { ...request, salCodes: [code] })) as {
        points: { period: string; median: number; suburbCount: number; p25: number; p75: number }[];
      };
      const { region_code } = await regionOf(code, regions);
      if (region_code === undefined) continue;
      const series = (await callMethod(methods, fixed.getHousePriceSeries, {
        regionCode: region_code,
        ...request,
      })) as { points: { period: string; value: number }[] };
      // Of several sources' figures for a period, one counts.
      const byPeriod = Map.groupBy(series.points, ({ period }) => period);
      expect(new Set(points.map(({ period }) => period))).toEqual(new Set(byPeriod.keys()));
      for (const { period, median } of points) {
        expect(byPeriod.get(period)!.map(({ value }) => value)).toContain(median);
      }
      for (const { median, p25, p75, suburbCount } of points) {
        expect([p25, p75, suburbCount]).toEqual([median, median, 1]);
      }
      compared += points.length;
    }
    expect(compared).toBeGreaterThan(50);
  });
});

/** The region in a suburb's profile, if it is one of those given. */
async function regionOf(
  code: string,
  regions: readonly { regionCode: string }[],
): Promise<{ region_code: string | undefined }> {
  const { summary } = (await callMethod(methods, fixed.getSuburbProfile, { salCode: code })) as {
    summary: { regionCode: string };
  };
  return { region_code: regions.find(({ regionCode }) => regionCode === summary.regionCode)?.regionCode };
}
