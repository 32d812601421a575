import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { METRICS } from "../../../src/domains/suburbs/metrics/metric-registry.ts";
import { suburbMethods } from "../../../src/domains/suburbs/service.ts";
import { Engine } from "../../../src/engine/engine.ts";
import { followCurrent } from "../../../src/engine/follow-current.ts";
import type { ServingDatabase } from "../../../src/engine/sql/database.ts";
import type { Statement } from "../../../src/engine/sql/statement.ts";
import { derivedValues, type SnapshotView } from "../../../src/engine/view.ts";
import { HousingService } from "../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import type { UnaryMethod } from "../../../src/rpc/unary-method.ts";
import { TerraceError } from "../../../src/runtime/errors.ts";
import { callMethod } from "../../support/wire/call-method.ts";

const { method } = HousingService;
const ON = { dropListings: true, valuations: true };

let engine: Engine;
let close: () => Promise<void>;
let methods: UnaryMethod[];

beforeAll(async () => {
  const { dataDir } = inject("country");
  ({ engine, close } = await followCurrent({ metrics: METRICS, dataDir, sqlConnections: 2, sqlWaiting: 10 }));
  methods = suburbMethods(engine, { switches: () => ON });
});
afterAll(() => close());

/** The view itself; the engine stays free to close. */
function currentView(): SnapshotView {
  const pin = engine.pin();
  pin.release();
  return pin.view;
}

/** A suburb of the country that has listing statistics. */
async function listedSuburb(): Promise<string> {
  const { suburbs } = (await callMethod(methods, method.listStateSuburbs, { stateCode: "NSW" })) as {
    suburbs: { salCode: string }[];
  };
  for (const { salCode } of suburbs) {
    const { listingStats } = await callMethod(methods, method.getSuburbProfile, { salCode });
    if (listingStats !== undefined) return salCode;
  }
  throw new Error("no suburb of NSW has listing statistics");
}

/** Methods over the same snapshot whose database refuses some questions. */
function methodsWhere(
  failure: (question: Statement<object>) => Error | undefined,
  onPartDropped: (block: string) => void = () => {},
): UnaryMethod[] {
  const view = currentView();
  const database: ServingDatabase = {
    ...view.database,
    query: async (question, parameters, signal) => {
      const error = failure(question as Statement<object>);
      if (error !== undefined) throw error;
      return view.database.query(question, parameters, signal);
    },
  };
  const damaged: SnapshotView = { ...view, database, derived: derivedValues().derived };
  const other = new Engine({ view: damaged, close: async () => {} });
  return suburbMethods(other, { switches: () => ON, onPartDropped });
}

describe("suburbMethods", () => {
  it("refuses bad arguments by field name and asks DuckDB nothing", async () => {
    const before = currentView().database.load().queries;
    const refused = async (call: Promise<unknown>, code: string, field: RegExp) => {
      const error = await call.then(
        () => undefined,
        (e: unknown) => e,
      );
      expect(error).toBeInstanceOf(TerraceError);
      expect(error).toMatchObject({ code, message: expect.stringMatching(field) });
    };
    const invalid = "invalid_argument";
    await refused(
      callMethod(methods, method.getHousingOverview, { regionType: "street" }),
      invalid,
      /^region_type/,
    );
    await refused(
      callMethod(methods, method.getHousePriceSeries, { measure: "mean_price" }),
      invalid,
      /^region_code/,
    );
    await refused(
      callMethod(methods, method.getHousePriceSeries, { regionCode: "AUS" }),
      invalid,
      /^measure/,
    );
    await refused(callMethod(methods, method.listStateSuburbs, {}), invalid, /^state_code/);
    await refused(
      callMethod(methods, method.listStateSuburbs, { stateCode: "AU" }),
      invalid,
      /^state_code.*"AU"/,
    );
    await refused(callMethod(methods, method.getSuburbProfile, { salCode: " " }), invalid, /^sal_code/);
    await refused(
      callMethod(methods, method.listHousingRegions, { regionType: "x" }),
      invalid,
      /^region_type/,
    );
    await refused(callMethod(methods, method.listHousingRegions, { stateCode: "x" }), invalid, /^state_code/);
    expect(currentView().database.load().queries).toBe(before);
  });

  it("does not find an unknown suburb, without a query for it", async () => {
    await callMethod(methods, method.listStateSuburbs, { stateCode: "NT" });
    const before = currentView().database.load().queries;
    const call = callMethod(methods, method.getSuburbProfile, { salCode: "99999" });
    await expect(call).rejects.toMatchObject({ code: "not_found", message: /sal_code.*"99999"/ });
    expect(currentView().database.load().queries).toBe(before);
  });

  it("removes the listing statistics from the next request after the switch is turned", async () => {
    const salCode = await listedSuburb();
    let switches = ON;
    const switched = suburbMethods(engine, { switches: () => switches });
    const whole = await callMethod(switched, method.getSuburbProfile, { salCode });
    switches = { ...ON, dropListings: false };
    const { listingStats, ...rest } = whole;
    expect(listingStats).toMatchObject({ asOf: expect.any(String), dataThrough: expect.any(String) });
    expect(await callMethod(switched, method.getSuburbProfile, { salCode })).toEqual(rest);
    switches = ON;
    expect(await callMethod(switched, method.getSuburbProfile, { salCode })).toEqual(whole);
  });

  it("leaves optional blocks out and tells which when the storage fails on them", async () => {
    const salCode = await listedSuburb();
    const dropped: string[] = [];
    const damaged = methodsWhere(
      ({ name }) =>
        ["suburb profile", "suburb listing stats"].includes(name)
          ? new TerraceError("internal", "the disk is gone")
          : undefined,
      (block) => dropped.push(block),
    );
    const whole = await callMethod(methods, method.getSuburbProfile, { salCode });
    const answer = await callMethod(damaged, method.getSuburbProfile, { salCode });
    for (const block of ["demographics", "baselines", "council", "banner"])
      expect(answer[block]).toEqual(whole[block]);
    for (const block of ["crime", "hazards", "planning", "elevation", "listingStats"]) {
      expect(answer[block]).toBeUndefined();
    }
    expect(answer).toMatchObject({ similar: [], councilOverlaps: [] });
    expect(dropped.sort()).toEqual([
      "council_overlaps",
      "crime",
      "elevation",
      "hazards",
      "listing_stats",
      "planning",
      "seifa",
      "similar_suburbs",
    ]);
  });

  it("tells listing statistics without their stamp when that cannot be read, and says so", async () => {
    const salCode = await listedSuburb();
    const dropped: string[] = [];
    const damaged = methodsWhere(
      ({ name }) => (name === "listing stats stamp" ? new TerraceError("internal", "torn page") : undefined),
      (part) => dropped.push(part),
    );
    const whole = await callMethod(methods, method.getSuburbProfile, { salCode });
    const { asOf, dataThrough, ...stats } = whole.listingStats as Record<string, unknown>;
    expect([typeof asOf, typeof dataThrough]).toEqual(["string", "string"]);
    const answer = await callMethod(damaged, method.getSuburbProfile, { salCode });
    expect(answer).toEqual({ ...whole, listingStats: stats });
    expect(dropped).toEqual(["freshness"]);
  });

  it("fails the call when a required block, a deadline or an overload is the matter", async () => {
    const salCode = await listedSuburb();
    const profileWhere = (failure: (question: Statement<object>) => Error | undefined) =>
      callMethod(methodsWhere(failure), method.getSuburbProfile, { salCode });
    await expect(
      profileWhere(({ name }) =>
        /profile$/.test(name) ? new TerraceError("internal", "broken") : undefined,
      ),
    ).rejects.toMatchObject({ code: "internal" });
    for (const code of ["unavailable", "deadline_exceeded"] as const) {
      await expect(
        profileWhere(({ name }) => (name === "suburb profile" ? new TerraceError(code, "later") : undefined)),
      ).rejects.toMatchObject({ code });
    }
  });

  it("tries again after a failed first load instead of keeping the failure", async () => {
    let isBroken = true;
    const flaky = methodsWhere(() => (isBroken ? new TerraceError("internal", "not yet") : undefined));
    const ask = () => callMethod(flaky, method.listHousingRegions, { limit: 1 });
    await expect(ask()).rejects.toMatchObject({ code: "internal" });
    isBroken = false;
    expect((await ask()).regions).toHaveLength(1);
  });
});
