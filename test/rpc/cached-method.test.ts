import { create, type DescMethodUnary, type JsonObject } from "@bufbuild/protobuf";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { openMethods } from "../../src/domains/methods.ts";
import { METRICS } from "../../src/domains/suburbs/metrics/metric-registry.ts";
import { Engine } from "../../src/engine/engine.ts";
import { type FollowingEngine, followCurrent } from "../../src/engine/follow-current.ts";
import type { ServingDatabase } from "../../src/engine/sql/database.ts";
import type { Statement } from "../../src/engine/sql/statement.ts";
import { derivedValues, type SnapshotView } from "../../src/engine/view.ts";
import { EconomyService } from "../../src/gen/shorts/v1alpha1/economy_pb.ts";
import { HousingService } from "../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { ExplorerService } from "../../src/gen/terrace/v1/explorer_pb.ts";
import { AnswerCache } from "../../src/rpc/answer-cache.ts";
import { type EncodedAnswer, isEncodedAnswer, type UnaryMethod } from "../../src/rpc/unary-method.ts";
import { TerraceError } from "../../src/runtime/errors.ts";
import { TEST_NOW } from "../support/country/serve-country.ts";

const housing = HousingService.method;
const economy = EconomyService.method;

let following: FollowingEngine;
let view: SnapshotView;
let switches = { dropListings: true, valuations: true };
let answers: AnswerCache;
let methods: readonly UnaryMethod[];
let known: { salCode: string; addressKey: string; seriesKeys: string[] };

beforeAll(async () => {
  const { dataDir } = inject("country");
  following = await followCurrent({ metrics: METRICS, dataDir, sqlConnections: 2, sqlWaiting: 64 });
  await following.ready();
  view = await following.engine.use((current) => current);
  start();
  const { addresses: drops } = json(await ask(housing.listAddressPriceDrops, { windowDays: 365 }));
  const { suburbs } = json(await ask(housing.listStateSuburbs, { stateCode: "NSW" }));
  const { series } = json(await ask(economy.listEconomicSeries, {}));
  known = {
    salCode: suburbs[0].salCode,
    addressKey: drops[0].addressKey,
    seriesKeys: series.map((info: JsonObject) => info.seriesKey),
  };
});
beforeEach(() => start());
afterAll(() => following.close());

function start(): void {
  switches = { dropListings: true, valuations: true };
  answers = new AnswerCache(2 ** 22);
  methods = methodsOf(following.engine);
}

function methodsOf(engine: Engine): readonly UnaryMethod[] {
  return openMethods(engine, { now: () => TEST_NOW, switches: () => switches, answers }).all;
}

async function ask(
  desc: DescMethodUnary,
  request: Record<string, unknown>,
  of = methods,
): Promise<EncodedAnswer> {
  const method = of.find((candidate) => candidate.desc === desc)!;
  const { signal } = new AbortController();
  const answer = await method.answer(create(desc.input, request) as never, { signal });
  if (!isEncodedAnswer(answer)) throw new Error(`${desc.name} gave a message that is encoded on every call`);
  return answer;
}

// biome-ignore lint/suspicious/noExplicitAny: the tests look at fields of many messages
function json(answer: EncodedAnswer): any {
  return JSON.parse(Buffer.from(answer.json()).toString());
}

/** Queries that the work asks DuckDB. */
async function queriesOf(work: () => Promise<unknown>): Promise<number> {
  const before = view.database.load().queries;
  await work();
  return view.database.load().queries - before;
}

/** Methods over the same snapshot with a database that refuses some questions. */
function methodsWhere(refuses: (question: Statement<object>) => boolean): readonly UnaryMethod[] {
  const database: ServingDatabase = {
    ...view.database,
    query: async (question, parameters, signal) => {
      if (refuses(question as Statement<object>)) throw new TerraceError("internal", "broken");
      return view.database.query(question, parameters, signal);
    },
  };
  const damaged = { ...view, database, derived: derivedValues().derived };
  return methodsOf(new Engine({ view: damaged, close: async () => {} }));
}

describe("cachedMethod", () => {
  it("answers every table method again without a query and without encoding, however the request is spelt", async () => {
    const [base, overlay] = known.seriesKeys;
    const cases: [DescMethodUnary, Record<string, unknown>, Record<string, unknown>][] = [
      [housing.getHousingOverview, {}, { regionType: " " }],
      [
        housing.getHousePriceSeries,
        { regionCode: "nsw", measure: "MEDIAN_PRICE" },
        { regionCode: "NSW", measure: "median_price", dwellingType: "all" },
      ],
      [housing.getSuburbProfile, { salCode: known.salCode }, { salCode: ` ${known.salCode}` }],
      [housing.listSuburbPriceDrops, {}, { limit: 501, sort: "count", windowDays: 7 }],
      [
        housing.listSuburbDropListings,
        { salCode: known.salCode },
        { salCode: known.salCode, windowDays: 30 },
      ],
      [
        housing.getPropertyHistory,
        { addressKey: known.addressKey },
        { addressKey: known.addressKey.toUpperCase() },
      ],
      [housing.listAddressPriceDrops, { stateCode: "nsw" }, { stateCode: "NSW", limit: 50, sort: "?" }],
      [housing.getPriceDropsOverview, {}, {}],
      [housing.listAgencyPriceStats, { limit: 1000 }, { limit: 100 }],
      [housing.getDropIndexSeries, {}, { grain: "NATIONAL", grainKey: "au" }],
      [
        economy.listSeriesCorrelations,
        { baseSeriesKey: base },
        { baseSeriesKey: base, windowMonths: 24, limit: 100 },
      ],
      [economy.listStateCompanies, { state: "NSW" }, { state: "nsw", limit: 10 }],
      [economy.getStateCompanyAggregates, {}, {}],
      [
        ExplorerService.method.correlateSeries,
        { baseSeriesKeys: [base], overlaySeriesKeys: [overlay] },
        { baseSeriesKeys: [base, base], overlaySeriesKeys: [overlay], windowMonths: 24 },
      ],
    ];
    for (const [desc, request, respelt] of cases) {
      const first = await ask(desc, request);
      const bytes = [first.binary(), first.json()];
      let again: EncodedAnswer | undefined;
      const queries = await queriesOf(async () => {
        again = await ask(desc, respelt);
      });
      expect([desc.name, queries]).toEqual([desc.name, 0]);
      expect(again!.binary()).toBe(bytes[0]);
      expect(again!.json()).toBe(bytes[1]);
    }
    expect(answers.counts()).toMatchObject({ hits: cases.length, entries: cases.length });
  });

  it("asks once for a question that many put at the same time", async () => {
    const request = { salCode: known.salCode };
    const alone = await queriesOf(() => ask(housing.listSuburbDropListings, request));
    start();
    const together = await queriesOf(() =>
      Promise.all(Array.from({ length: 20 }, () => ask(housing.listSuburbDropListings, request))),
    );
    expect([alone, together]).toEqual([1, 1]);
    expect(following.engine.callsInFlight).toBe(0);
  });

  it("looks at the switches before it looks at what it kept", async () => {
    const overview = json(await ask(housing.getPriceDropsOverview, {}));
    expect(overview.withheld).toBeUndefined();
    switches = { dropListings: false, valuations: true };
    const method = methods.find(({ desc }) => desc === housing.getPriceDropsOverview)!;
    const { signal } = new AbortController();
    const withheld = await method.answer(create(housing.getPriceDropsOverview.input) as never, { signal });
    expect(withheld).toMatchObject({ withheld: true, states: [] });
    switches = { dropListings: true, valuations: true };
    expect(json(await ask(housing.getPriceDropsOverview, {}))).toEqual(overview);
  });

  it("keeps a profile with listings apart from one without", async () => {
    const request = { salCode: known.salCode };
    await ask(housing.getSuburbProfile, request);
    switches = { dropListings: false, valuations: true };
    expect(json(await ask(housing.getSuburbProfile, request)).listingStats).toBeUndefined();
    expect(answers.counts()).toMatchObject({ entries: 2, hits: 0 });
  });

  it("keeps neither unknown addresses, nor failures, nor lists that are joined from encoded pieces", async () => {
    const unknown = { addressKey: "no such address" };
    await ask(housing.getPropertyHistory, unknown);
    expect(await queriesOf(() => ask(housing.getPropertyHistory, unknown))).toBeGreaterThan(0);
    await expect(ask(housing.getSuburbProfile, { salCode: "00000" })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(ask(housing.getSuburbProfile, { salCode: "" })).rejects.toMatchObject({
      code: "invalid_argument",
    });
    await ask(housing.listStateSuburbs, { stateCode: "NSW", query: "a" });
    await ask(housing.listHousingRegions, {});
    expect(answers.counts()).toMatchObject({ entries: 0, byteLength: 0 });
  });

  it("does not keep an answer that went out without a part", async () => {
    let isBroken = true;
    const shaky = methodsWhere((question) => isBroken && question.name === "suburb listing stats");
    await ask(housing.getSuburbProfile, { salCode: known.salCode }, shaky);
    expect(answers.counts().entries).toBe(0);
    isBroken = false;
    await ask(housing.getSuburbProfile, { salCode: known.salCode }, shaky);
    expect(answers.counts().entries).toBe(1);
  });
});
