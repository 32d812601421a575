import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { suburbSetMethods } from "../../../../src/domains/explorer/sets/service.ts";
import { METRICS } from "../../../../src/domains/suburbs/metrics/metric-registry.ts";
import { suburbMethods } from "../../../../src/domains/suburbs/service.ts";
import { type FollowingEngine, followCurrent } from "../../../../src/engine/follow-current.ts";
import { HousingService } from "../../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { type AggregateDropsResponse, ExplorerService } from "../../../../src/gen/terrace/v1/explorer_pb.ts";
import type { UnaryMethod } from "../../../../src/rpc/unary-method.ts";
import { eventually } from "../../../support/run/eventually.ts";
import { callMethod } from "../../../support/wire/call-method.ts";

const { aggregateDrops, aggregateAgencies } = ExplorerService.method;
let following: FollowingEngine;
let methods: UnaryMethod[];
let cheap: UnaryMethod[];

beforeAll(async () => {
  const { dataDir } = inject("country");
  following = await followCurrent({ metrics: METRICS, dataDir, sqlConnections: 1, sqlWaiting: 2 });
  const options = {
    now: () => new Date(following.engine.manifest.asOf),
    switches: () => ({ dropListings: true, valuations: true, interestRegister: true, partyFunding: true }),
  };
  methods = suburbSetMethods(following.engine, options);
  cheap = suburbMethods(following.engine, options);
});
afterAll(() => following.close());

const load = () => following.engine.use((view) => view.database.load());

describe("suburbSetMethods", () => {
  it("names the sources of the listings, and of nothing else", async () => {
    const { sources } = (await callMethod(methods, aggregateDrops, {
      stateCode: "NSW",
    })) as AggregateDropsResponse;
    const wanted = following.engine.manifest.sources.filter(({ tables }) =>
      tables.some((table) => table === "property_listings" || table === "property_price_events"),
    );
    expect(wanted.length).toBeGreaterThan(0);
    expect(sources.map(({ id, licence, vintage }) => [id, licence, vintage])).toEqual(
      wanted.map(({ id, licence, vintage }) => [id, licence, vintage]),
    );
  });

  it("gives up with its caller: the statement is interrupted and its connection is free again", async () => {
    await callMethod(methods, aggregateAgencies, {});
    const gone = new AbortController();
    const asked = callMethod(methods, aggregateDrops, {}, gone.signal);
    await eventually(async () => expect((await load()).running).toBe(1));
    gone.abort();
    await expect(asked).rejects.toMatchObject({ code: "canceled" });
    await eventually(async () => expect(await load()).toMatchObject({ running: 0, waiting: 0 }));
    expect((await callMethod(methods, aggregateAgencies, { stateCode: "VIC" })).suburbCount).toBeGreaterThan(
      0,
    );
  });

  it("lets no more questions wait than set, and answers those it let", async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, () => callMethod(methods, aggregateAgencies, {})),
    );
    const refused = outcomes.filter(({ status }) => status === "rejected");
    expect(outcomes.length - refused.length).toBeGreaterThanOrEqual(3);
    expect(refused.length).toBeGreaterThan(0);
    for (const outcome of refused) {
      expect((outcome as PromiseRejectedResult).reason).toMatchObject({ code: "unavailable" });
    }
    await eventually(async () => expect(await load()).toMatchObject({ running: 0, waiting: 0 }));
  });

  it("leaves answers from columns and pages their pace: they come while open questions run and wait", async () => {
    const heavy = Promise.all(
      ["drops", "listings", "value"].map((sort) => callMethod(methods, aggregateAgencies, { sort })),
    );
    await eventually(async () => expect(await load()).toMatchObject({ running: 1, waiting: 2 }));
    const { suburbs } = await callMethod(cheap, HousingService.method.listStateSuburbs, {
      stateCode: "NSW",
      limit: 3,
    });
    expect(suburbs).toHaveLength(3);
    expect((await load()).running).toBe(1);
    await heavy;
  });

  it("asks nothing of the tables for a request that it refuses", async () => {
    const { queries } = await load();
    for (const request of [
      { stateCode: "NZ" },
      { salCodes: ["10001"], stateCode: "NSW" },
      { salCodes: ["1"] },
    ]) {
      await expect(callMethod(methods, aggregateDrops, request)).rejects.toMatchObject({
        code: expect.stringMatching(/invalid_argument|not_found/),
      });
    }
    expect((await load()).queries).toBe(queries);
  });
});
