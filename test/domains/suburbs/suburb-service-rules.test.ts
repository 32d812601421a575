import { describe, expect, it } from "vitest";
import { suburbMethods } from "../../../src/domains/suburbs/service.ts";
import { Engine } from "../../../src/engine/engine.ts";
import { derivedValues, type SnapshotView } from "../../../src/engine/view.ts";
import { HousingService } from "../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import type { UnaryMethod } from "../../../src/rpc/unary-method.ts";
import { TerraceError } from "../../../src/runtime/errors.ts";
import { followCountry, viewOf } from "../../support/country/follow-country.ts";
import { callMethod, methodOptions } from "../../support/data/method-calls.ts";

const { method } = HousingService;
const OPTIONS = methodOptions({ now: new Date(0) });

const engine = followCountry("country");

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

describe("suburbMethods", () => {
  it("tries again after a failed first load instead of keeping the failure", async () => {
    let isBroken = true;
    const flaky = methodsWhere(() => (isBroken ? new TerraceError("internal", "not yet") : undefined));
    const ask = () => callMethod(flaky, method.listHousingRegions, { limit: 1 });
    await expect(ask()).rejects.toMatchObject({ code: "internal" });
    isBroken = false;
    expect((await ask()).regions).toHaveLength(1);
  });
});
