import { describe, expect, inject, it } from "vitest";
import { STATE_CODES } from "../../src/dataset/states.ts";
import { openEngine } from "../../src/library/open-engine.ts";
import { TerraceError } from "../../src/runtime/errors.ts";
import { opened } from "../support/run/fixtures.ts";

const engine = opened(() => openEngine(inject("country").dataDir));

/** What a caller without types hears; anything but a TerraceError fails. */
async function refusal(ask: () => unknown): Promise<string> {
  try {
    await ask();
  } catch (error) {
    expect(error).toBeInstanceOf(TerraceError);
    expect(error).toMatchObject({ code: "invalid_argument" });
    return (error as Error).message;
  }
  throw new Error("it was answered");
}

describe("checkArguments", () => {
  it.each<[string, unknown, string]>([
    [
      "a number as text",
      { stateCode: "NSW", limit: "5" },
      'limit: "5" is not a whole number from -2147483648 to 2147483647',
    ],
    [
      "no number",
      { stateCode: "NSW", limit: Number.NaN },
      "limit: NaN is not a whole number from -2147483648 to 2147483647",
    ],
    [
      "half a number",
      { stateCode: "NSW", limit: 1.5 },
      "limit: 1.5 is not a whole number from -2147483648 to 2147483647",
    ],
    [
      "a number too large",
      { stateCode: "NSW", limit: 2 ** 31 },
      "limit: 2147483648 is not a whole number from -2147483648 to 2147483647",
    ],
    ["a state as number", { stateCode: 5 }, "stateCode: 5 is not a text"],
    ["no state", { stateCode: null }, "stateCode: null is not a text"],
    [
      "a misspelt field",
      { statecode: "NSW" },
      'ListStateSuburbsRequest has no field "statecode"; did you mean "stateCode"?',
    ],
    ["a list", ["NSW"], 'the request: ["NSW"] is not an object with the fields of ListStateSuburbsRequest'],
    [
      "nothing",
      undefined,
      "the request: undefined is not an object with the fields of ListStateSuburbsRequest",
    ],
  ])("refuses %s by name", async (_what, request, message) => {
    expect(await refusal(() => engine.housing.listStateSuburbs(request as never))).toBe(message);
  });

  it.each<[string, unknown, string]>([
    [
      "no list",
      { filter: undefined, weights: { metricKey: "age" } },
      'weights: {"metricKey":"age"} is not a list',
    ],
    [
      "a text for a number",
      { weights: [{ metricKey: "age", weight: "1" }] },
      'weights[0].weight: "1" is not a number',
    ],
    [
      "an unknown condition",
      { weights: [], filter: { node: { case: "between", value: {} } } },
      'filter.node.case: "between" is not one of allOf, anyOf, not, range, category, name, hasData, state',
    ],
    [
      "a wrong condition",
      {
        weights: [],
        filter: { node: { case: "not", value: { node: { case: "range", value: { metricKey: 1 } } } } },
      },
      "filter.node.value.node.value.metricKey: 1 is not a text",
    ],
  ])("refuses %s deep inside", async (_what, request, message) => {
    expect(await refusal(() => engine.explorer.rankSuburbs(request as never))).toBe(message);
  });

  it("holds for the call that is answered at once, and lets good requests pass", async () => {
    expect(await refusal(() => engine.filterSuburbsSync({ stateCode: 5 } as never))).toBe(
      "stateCode: 5 is not a text",
    );
    const request = { stateCode: "ACT", predicates: [{ metricKey: "population", min: 1 }] };
    expect(engine.filterSuburbsSync(request)).toMatchObject(await engine.housing.filterSuburbs(request));
    const { rows } = await engine.explorer.rankSuburbs({
      stateCode: "ACT",
      filter: { node: { case: "hasData", value: { metricKey: "age" } } },
      weights: [{ metricKey: "age", weight: 1 }],
      k: 1,
    });
    expect(rows).toHaveLength(1);
  });

  it.each([
    [{ filterThreads: -1 }, "filterThreads: -1 is not a whole number from 0 to 64"],
    [{ filterThreads: "2" }, 'filterThreads: "2" is not a whole number from 0 to 64'],
    [{ sqlConnections: 0 }, "sqlConnections: 0 is not a whole number from 1 to 64"],
    [{ sqlWaiting: Number.NaN }, "sqlWaiting: NaN is not a whole number from 0 to 100000"],
    [{ follow: "yes" }, 'follow: "yes" is not true or false'],
    [{ filterthreads: 1 }, 'openEngine has no option "filterthreads"; did you mean "filterThreads"?'],
  ])("refuses the option %j before anything is opened", async (options, message) => {
    expect(await refusal(() => openEngine("/nowhere", options as never))).toBe(message);
  });
});

describe("suburbOutlines", () => {
  it("refuses a state that is none", async () => {
    expect(await refusal(() => engine.suburbOutlines(5 as never).next())).toBe(
      `stateCode: 5 is not one of ${STATE_CODES.join(", ")}`,
    );
  });

  it("ends half way when its signal fires, with an error of the catalogue", async () => {
    const controller = new AbortController();
    const outlines = engine.suburbOutlines("NSW", { signal: controller.signal });
    expect((await outlines.next()).done).toBe(false);
    controller.abort();
    await expect(outlines.next()).rejects.toMatchObject({ name: "TerraceError", code: "canceled" });
    expect((await outlines.next()).done).toBe(true);
  });

  it("is ended by a timer, though its reader never waits for anything else", async () => {
    const total = (await Array.fromAsync(engine.suburbOutlines("NSW"))).length;
    const began = performance.now();
    const outlines = engine.suburbOutlines("NSW", { signal: AbortSignal.timeout(5) });
    let read = 0;
    const reading = (async () => {
      for await (const _ of outlines) {
        read++;
        // The time is over with the first outline: from then on the signal only needs a turn to fire.
        while (performance.now() - began < 20);
      }
    })();
    await expect(reading).rejects.toMatchObject({ name: "TerraceError", code: "deadline_exceeded" });
    expect(read).toBeLessThan(total);
  });

  it("is not begun when its signal has fired, and tells a timeout from a change of mind", async () => {
    const timeout = AbortSignal.abort(new DOMException("too late", "TimeoutError"));
    const outlines = engine.suburbOutlines("NSW", { signal: timeout });
    await expect(outlines.next()).rejects.toMatchObject({ name: "TerraceError", code: "deadline_exceeded" });
  });
});

describe("close", () => {
  it("refuses calls at once, also while a swap is under way", async () => {
    const { dataDir } = inject("country");
    const swapping = await openEngine(dataDir);
    const swapped = swapping.swap(dataDir).catch((error: unknown) => error);
    const isClosed = swapping.close();
    await expect(swapping.housing.getPriceDropsOverview({})).rejects.toMatchObject({ code: "unavailable" });
    expect(() =>
      swapping.filterSuburbsSync({ stateCode: "ACT", predicates: [{ metricKey: "age", min: 1 }] }),
    ).toThrow("the engine is closed");
    await isClosed;
    expect(await swapped).toMatchObject({ code: "unavailable" });
    expect(swapping.openSnapshots).toBe(0);
  });
});
