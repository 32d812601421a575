import type { DescMethodUnary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { explorerOf } from "../../../../src/domains/explorer/queries/suburb-explorer.ts";
import { suburbSetMethods } from "../../../../src/domains/explorer/sets/service.ts";
import { METRICS } from "../../../../src/domains/suburbs/metrics/metric-registry.ts";
import { suburbMethods } from "../../../../src/domains/suburbs/service.ts";
import { type FollowingEngine, followCurrent } from "../../../../src/engine/follow-current.ts";
import { HousingService } from "../../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { type AggregateDropsResponse, ExplorerService } from "../../../../src/gen/terrace/v1/explorer_pb.ts";
import { callMethod } from "../../../support/data/method-calls.ts";

const { aggregateDrops, aggregateAgencies, aggregatePrices } = ExplorerService.method;
const WAITING = 2;
const open: FollowingEngine[] = [];

/** The methods over their own engine; heavy calls run on a thread, or on the calling one. */
async function serve(hasThread: boolean) {
  const { dataDir } = inject("country");
  const following = await followCurrent({
    metrics: METRICS,
    dataDir,
    sqlConnections: 1,
    sqlWaiting: WAITING,
    filterThreads: hasThread ? 1 : 0,
  });
  open.push(following);
  const options = {
    now: () => new Date(following.engine.manifest.asOf),
    switches: () => ({ dropListings: true, valuations: true, interestRegister: true, partyFunding: true }),
  };
  return {
    manifest: following.engine.manifest,
    sets: suburbSetMethods(following.engine, options),
    cheap: suburbMethods(following.engine, options),
    isThreadStarted: () => following.engine.use((view) => explorerOf(view).isThreadStarted()),
    sqlQueries: () => following.engine.use((view) => view.database.load().queries),
  };
}

let beside: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  beside = await serve(true);
});
afterAll(async () => {
  await Promise.all(open.map((following) => following.close()));
});

const QUESTIONS: readonly (readonly [DescMethodUnary, Record<string, unknown>])[] = [
  [aggregateDrops, {}],
  [aggregateDrops, { stateCode: "VIC", from: "2026-09-01", to: "2026-09-30" }],
  [aggregateAgencies, { sort: "value", windowDays: 365, limit: 100 }],
  [aggregatePrices, { stateCode: "NSW", measure: "median_price", dwellingType: "house" }],
];

describe("suburbSetMethods", () => {
  it("names the sources of the listings, and of nothing else", async () => {
    const { sets, manifest } = beside;
    const { sources } = (await callMethod(sets, aggregateDrops, {
      stateCode: "NSW",
    })) as AggregateDropsResponse;
    const wanted = manifest.sources.filter(({ tables }) =>
      tables.some((table) => table === "property_listings" || table === "property_price_events"),
    );
    expect(wanted.length).toBeGreaterThan(0);
    expect(sources.map(({ id, licence, vintage }) => [id, licence, vintage])).toEqual(
      wanted.map(({ id, licence, vintage }) => [id, licence, vintage]),
    );
  });

  it("counts in a thread of its own what it counts in place, and asks no table", async () => {
    const inPlace = await serve(false);
    for (const [method, request] of QUESTIONS) {
      const answer = await callMethod(beside.sets, method, request);
      expect(answer).toEqual(await callMethod(inPlace.sets, method, request));
      expect(answer.suburbCount).toBeGreaterThan(0);
    }
    expect([await beside.isThreadStarted(), await inPlace.isThreadStarted()]).toEqual([true, false]);
    expect(await beside.sqlQueries()).toBe(0);
  });

  it("gives up with its caller while it waits, and leaves its place to others", async () => {
    const { sets } = beside;
    const first = callMethod(sets, aggregateAgencies, {});
    const gone = new AbortController();
    const given = Promise.allSettled(
      Array.from({ length: WAITING }, () => callMethod(sets, aggregateDrops, {}, gone.signal)),
    );
    gone.abort();
    for (const outcome of await given) {
      expect((outcome as PromiseRejectedResult).reason).toMatchObject({ code: "canceled" });
    }
    const others = await Promise.all(
      Array.from({ length: WAITING }, () => callMethod(sets, aggregateAgencies, { stateCode: "VIC" })),
    );
    for (const { suburbCount } of [await first, ...others]) expect(suburbCount).toBeGreaterThan(0);
  });

  it("lets no more questions wait than set, and answers those it let", async () => {
    const { sets } = beside;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, () => callMethod(sets, aggregateAgencies, {})),
    );
    const refused = outcomes.filter(({ status }) => status === "rejected");
    expect(outcomes.length - refused.length).toBe(1 + WAITING);
    for (const outcome of refused) {
      expect((outcome as PromiseRejectedResult).reason).toMatchObject({ code: "unavailable" });
    }
  });

  it("leaves answers from columns and pages their pace: they come while the thread of heavy questions starts", async () => {
    const { sets, cheap } = await serve(true);
    const list = () =>
      callMethod(cheap, HousingService.method.listStateSuburbs, { stateCode: "NSW", limit: 3 });
    await list();
    let isCounted = false;
    const heavy = Promise.all(
      ["drops", "listings", "value"].map((sort) => callMethod(sets, aggregateAgencies, { sort })),
    ).finally(() => {
      isCounted = true;
    });
    expect((await list()).suburbs).toHaveLength(3);
    expect(isCounted).toBe(false);
    await heavy;
  });

  it("counts nothing for a request that it refuses", async () => {
    const { sets, isThreadStarted } = await serve(true);
    for (const request of [
      { stateCode: "NZ" },
      { salCodes: ["10001"], stateCode: "NSW" },
      { salCodes: ["1"] },
    ]) {
      await expect(callMethod(sets, aggregateDrops, request)).rejects.toMatchObject({
        code: expect.stringMatching(/invalid_argument|not_found/),
      });
    }
    expect(await isThreadStarted()).toBe(false);
  });
});
