import { create, type DescMethodUnary, fromBinary, type JsonObject, toJson } from "@bufbuild/protobuf";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { openMethods } from "../../src/domains/methods.ts";
import { METRICS } from "../../src/domains/suburbs/metrics/metric-registry.ts";
import { Engine } from "../../src/engine/engine.ts";
import { type FollowingEngine, followCurrent } from "../../src/engine/follow-current.ts";
import { derivedValues, type SnapshotView } from "../../src/engine/view.ts";
import { CoreStocksService } from "../../src/gen/shorts/v1alpha1/core_stocks_pb.ts";
import { EconomyService } from "../../src/gen/shorts/v1alpha1/economy_pb.ts";
import { HousingService } from "../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { MarketService, ScreenerService, SearchService } from "../../src/gen/shorts/v1alpha1/market_pb.ts";
import { ExplorerService } from "../../src/gen/terrace/v1/explorer_pb.ts";
import { AnswerCache } from "../../src/rpc/answer-cache.ts";
import { cachedMethod } from "../../src/rpc/cached-method.ts";
import { shortFloats } from "../../src/rpc/encoding/short-floats.ts";
import {
  type CallContext,
  type EncodedAnswer,
  isEncodedAnswer,
  ownCall,
  type UnaryMethod,
} from "../../src/rpc/unary-method.ts";
import { TerraceError } from "../../src/runtime/errors.ts";
import { CostQueue } from "../../src/runtime/threads/cost-queue.ts";
import { TEST_NOW } from "../support/country/serve-country.ts";

const housing = HousingService.method;
const economy = EconomyService.method;

let following: FollowingEngine;
let view: SnapshotView;
let switches = { dropListings: true, valuations: true, interestRegister: true, partyFunding: true };
let answers: AnswerCache;
let methods: readonly UnaryMethod[];
let known: { salCode: string; addressKey: string; seriesKeys: string[] };

beforeAll(async () => {
  const { dataDir } = inject("country");
  following = await followCurrent({ metrics: METRICS, dataDir, sqlConnections: 2, sqlWaiting: 64 });
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
  switches = { dropListings: true, valuations: true, interestRegister: true, partyFunding: true };
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
  context: Pick<CallContext, "form" | "time"> = {},
): Promise<EncodedAnswer> {
  const method = of.find((candidate) => candidate.desc === desc)!;
  const { signal } = new AbortController();
  const answer = await method.answer(create(desc.input, request) as never, ownCall(signal, context));
  if (!isEncodedAnswer(answer)) throw new Error(`${desc.name} gave a message that is encoded on every call`);
  return answer;
}

// biome-ignore lint/suspicious/noExplicitAny: the tests look at fields of many messages
function json(answer: EncodedAnswer): any {
  return JSON.parse(Buffer.from(answer.json()).toString());
}

async function lookUpsOf(work: () => Promise<unknown>): Promise<number> {
  const before = answers.counts().misses;
  await work();
  return answers.counts().misses - before;
}

function methodsWithoutPages(): readonly UnaryMethod[] {
  const pages = {
    readOnce: () => {
      throw new TerraceError("internal", "broken");
    },
  } as unknown as SnapshotView["pages"];
  const damaged = { ...view, pages, derived: derivedValues().derived };
  return methodsOf(new Engine({ view: damaged, close: async () => {} }));
}

describe("cachedMethod", () => {
  it("answers every method again without looking it up and without encoding, however the request is spelt", async () => {
    const [base, overlay] = known.seriesKeys;
    const cases: [DescMethodUnary, Record<string, unknown>, Record<string, unknown>][] = [
      [
        economy.listSeriesCorrelations,
        { baseSeriesKey: base },
        { baseSeriesKey: base, windowMonths: 24, limit: 100 },
      ],
      [ExplorerService.method.aggregateAgencies, { stateCode: "VIC" }, { stateCode: "vic ", windowDays: 30 }],
      [ExplorerService.method.aggregateDrops, {}, { stateCode: "AU" }],
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
      const lookUps = await lookUpsOf(async () => {
        again = await ask(desc, respelt);
      });
      expect([desc.name, lookUps]).toEqual([desc.name, 0]);
      expect(again!.binary()).toBe(bytes[0]);
      expect(again!.json()).toBe(bytes[1]);
    }
    expect(answers.counts()).toMatchObject({ hits: cases.length, entries: cases.length });
  });

  it("asks once for a question that many put at the same time", async () => {
    const request = { stateCode: "NSW" };
    const asked = ExplorerService.method.aggregateAgencies;
    const alone = await lookUpsOf(() => ask(asked, request));
    start();
    const together = await lookUpsOf(() =>
      Promise.all(Array.from({ length: 20 }, () => ask(asked, request))),
    );
    expect([alone, together]).toEqual([1, 1]);
    expect(following.engine.callsInFlight).toBe(0);
  });

  it("finds each form of an answer by itself where it is encoded as it is found, also for callers at one time", async () => {
    const [base, overlay] = known.seriesKeys;
    const cases: [DescMethodUnary, Record<string, unknown>][] = [
      [ExplorerService.method.correlateSeries, { baseSeriesKeys: [base], overlaySeriesKeys: [overlay] }],
      [MarketService.method.getTopShorts, { period: "1Y", limit: 3 }],
      [ScreenerService.method.screenStocks, { limit: 3 }],
      [SearchService.method.searchStocks, { query: "a" }],
      [CoreStocksService.method.searchStocks, { query: "a" }],
      [CoreStocksService.method.getTopShorts, {}],
    ];
    for (const [desc, request] of cases) {
      const forms = ["binary", "json", "binary", "json"] as const;
      const askAll = () => Promise.all(forms.map((form) => ask(desc, request, methods, { form })));
      let [binary, inJson]: EncodedAnswer[] = [];
      const lookUps = await lookUpsOf(async () => {
        [binary, inJson] = await askAll();
      });
      expect([desc.name, lookUps]).toEqual([desc.name, 2]);
      // Neither form is converted from the other, which would enlarge the cached response.
      const { byteLength } = answers.counts();
      const message = shortFloats(desc.output, fromBinary(desc.output, binary.binary()));
      expect(json(inJson)).toEqual(toJson(desc.output, message));
      expect(answers.counts().byteLength).toBe(byteLength);
      expect(await lookUpsOf(askAll)).toBe(0);
    }
  });

  it("keeps the bytes of small answers, not the slabs that they were cut from", async () => {
    const cases: [DescMethodUnary, Record<string, unknown>][] = [
      [SearchService.method.searchStocks, { query: "zz1" }],
      [MarketService.method.getTopShorts, { limit: 1 }],
      [ScreenerService.method.screenStocks, { filters: { productCodes: ["ZZ1"] } }],
    ];
    for (const [desc, request] of cases) {
      for (const form of ["binary", "json"] as const) {
        const bytes = (await ask(desc, request, methods, { form }))[form]();
        expect([desc.name, form, bytes.buffer.byteLength]).toEqual([desc.name, form, bytes.byteLength]);
      }
    }
  });

  it("keeps questions apart whose numbers JSON cannot write", async () => {
    const screen = async (range: object) =>
      json(await ask(ScreenerService.method.screenStocks, { filters: { shortPct: range } })).stocks ?? [];
    const all = await screen({ min: 0, hasMin: true });
    expect(all.length).toBeGreaterThan(0);
    for (const [range, wanted] of [
      [{ min: Number.POSITIVE_INFINITY, hasMin: true }, []],
      [{ min: Number.NEGATIVE_INFINITY, hasMin: true }, all],
      [{ max: Number.POSITIVE_INFINITY, hasMax: true }, all],
      [{ max: Number.NEGATIVE_INFINITY, hasMax: true }, []],
    ] as const)
      expect(await screen(range)).toEqual(wanted);
  });

  it("gives an answer to who has time for it, though the first who asked for the same had not", async () => {
    let nowMs = 0;
    const time = (endsAtMs: number) => ({ time: { now: () => nowMs, endsAtMs } });
    const queue = new CostQueue(10);
    const { desc } = methods.find((method) => method.desc === economy.getStateCompanyAggregates)!;
    const slow = cachedMethod(
      following.engine,
      desc,
      { answers },
      {
        queryOf: () => undefined,
        lookUp: async (_view, _query, signal, callers) => {
          await queue.enter({ cost: 1, signal, time: callers.time });
          return sized(1).lookUp();
        },
      },
    );
    await queue.enter({ cost: 1 });
    const [hurried, patient] = [400, 10_000].map((endsAtMs) => ask(desc, {}, [slow], time(endsAtMs)));
    nowMs = 500;
    queue.leave();
    expect(json(await patient).aggregates).toHaveLength(1);
    await hurried;
  });

  it("keeps the answers of two services with a method of one name apart", async () => {
    const { desc } = methods.find((method) => method.desc === economy.getStateCompanyAggregates)!;
    const twin = { ...desc, parent: { ...desc.parent, typeName: "other.v1.OtherService" } } as typeof desc;
    const own = cachedMethod(following.engine, desc, { answers }, sized(1));
    const other = cachedMethod(following.engine, twin, { answers }, sized(2));
    expect([
      json(await ask(desc, {}, [own])).aggregates,
      json(await ask(twin, {}, [other])).aggregates,
    ]).toMatchObject([{ length: 1 }, { length: 2 }]);
  });

  it("keeps neither refusals nor failures, nor lists that are joined from encoded pieces", async () => {
    const asked = ExplorerService.method.aggregateAgencies;
    await expect(ask(asked, { stateCode: "??" })).rejects.toMatchObject({
      code: "invalid_argument",
    });
    const broken = methodsWithoutPages();
    await expect(ask(asked, { stateCode: "NSW" }, broken)).rejects.toMatchObject({
      code: "internal",
    });
    await ask(housing.listStateSuburbs, { stateCode: "NSW", query: "a" });
    await ask(housing.listHousingRegions, {});
    expect(answers.counts()).toMatchObject({ entries: 0, byteLength: 0 });
  });
});

function sized(count: number) {
  return {
    queryOf: () => undefined,
    lookUp: async () =>
      create(economy.getStateCompanyAggregates.output, {
        aggregates: Array.from({ length: count }, () => ({})),
      }) as never,
  };
}
