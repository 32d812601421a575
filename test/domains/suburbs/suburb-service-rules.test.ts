import { describe, expect, it } from "vitest";
import { suburbMethods } from "../../../src/domains/suburbs/service.ts";
import { Engine } from "../../../src/engine/engine.ts";
import { derivedValues, type SnapshotView } from "../../../src/engine/view.ts";
import { HousingService } from "../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import type { UnaryMethod } from "../../../src/rpc/unary-method.ts";
import { TerraceError } from "../../../src/runtime/errors.ts";
import { followCountry, viewOf } from "../../support/country/follow-country.ts";
import { ALL_ON, callMethod, methodOptions } from "../../support/data/method-calls.ts";

const { method } = HousingService;
const OPTIONS = methodOptions({ now: new Date(0) });

const engine = followCountry("country");
const methods = suburbMethods(engine, OPTIONS);

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

/** Methods over the same snapshot whose pages fail to read when `failure` returns an error. */
function methodsWhere(failure: () => Error | undefined): UnaryMethod[] {
  const view = viewOf(engine);
  const find = (set: string, key: string) => {
    const error = failure();
    if (error !== undefined) throw error;
    return view.pages.find(set, key);
  };
  const damaged: SnapshotView = {
    ...view,
    pages: { find, readOnce: find } as unknown as SnapshotView["pages"],
    derived: derivedValues().derived,
  };
  const other = new Engine({ view: damaged, close: async () => {} });
  return suburbMethods(other, OPTIONS);
}

interface Origins {
  readonly blocks: readonly { block: string }[];
  readonly metrics: readonly { sourceIds: readonly string[] }[];
  readonly sources: readonly { id: string }[];
}

describe("suburbMethods", () => {
  it("does not find an unknown suburb, without a query for it", async () => {
    await callMethod(methods, method.listStateSuburbs, { stateCode: "NT" });
    const before = viewOf(engine).database.load().queries;
    const call = callMethod(methods, method.getSuburbProfile, { salCode: "99999" });
    await expect(call).rejects.toMatchObject({ code: "not_found", message: /sal_code.*"99999"/ });
    expect(viewOf(engine).database.load().queries).toBe(before);
  });

  it("removes the listing statistics from the next request after the switch is turned", async () => {
    const salCode = await listedSuburb();
    let switches = ALL_ON;
    const switched = suburbMethods(engine, { now: () => new Date(0), switches: () => switches });
    const whole = await callMethod(switched, method.getSuburbProfile, { salCode });
    switches = { ...ALL_ON, dropListings: false };
    const { listingStats, provenance, ...rest } = whole as { provenance: Origins; listingStats: unknown };
    const blocks = provenance.blocks.filter(({ block }) => block !== "listing_stats");
    // The only sources of listings and past sales disappear with them.
    const ofListings = ["synthetic-portals", "synthetic-valuations"];
    const sources = provenance.sources.filter(({ id }) => !ofListings.includes(id));
    const metrics = provenance.metrics.filter(({ sourceIds }) => !ofListings.includes(sourceIds[0]));
    expect(blocks.length).toBe(provenance.blocks.length - 1);
    expect(sources.length).toBeLessThan(provenance.sources.length);
    expect(metrics.length).toBeLessThan(provenance.metrics.length);
    expect(listingStats).toMatchObject({ asOf: expect.any(String), dataThrough: expect.any(String) });
    expect(await callMethod(switched, method.getSuburbProfile, { salCode })).toEqual({
      ...rest,
      provenance: { ...provenance, blocks, metrics, sources },
    });
    switches = ALL_ON;
    expect(await callMethod(switched, method.getSuburbProfile, { salCode })).toEqual(whole);
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
