import { setImmediate as nextTurn } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { rankingOf, type TopShorts, topShorts } from "../../../src/domains/market/queries/derived-lists.ts";
import { topShortsBytes } from "../../../src/domains/market/top-shorts-message.ts";
import { type Market, marketOf } from "../../../src/engine/columns/market/market.ts";
import { followCountry } from "../../support/country/follow-country.ts";
import { opened } from "../../support/run/fixtures.ts";

const MAX_BYTES = 16 * 2 ** 20;
const FORMS = ["binary", "json"] as const;
const UNTOUCHED = new Proxy({} as Market, {
  get: (_, name) => {
    throw new Error(`the market's ${String(name)} was read`);
  },
});

const engine = followCountry("opinionCountry");
const pin = opened(async () => engine.pin(), { close: (it) => it.release() });
let market: Market;
/** The longest histories, repeated to about 60,000 points. */
let found: TopShorts;
beforeAll(async () => {
  const { view } = pin;
  market = marketOf(view);
  const query = { period: "MAX", limit: 40, offset: 0, productCodes: [], summaryOnly: false } as const;
  const { series, nextOffset } = topShorts(market, rankingOf(view), query);
  const points = series.reduce((sum, { places }) => sum + places.length, 0);
  expect(points).toBeGreaterThan(1000);
  const repeated = Array.from({ length: Math.ceil(60_000 / points) }, () => series).flat();
  found = { series: repeated, nextOffset };
});

describe("topShortsBytes", () => {
  it.each(FORMS)("refuses what cannot fit before a point is read, in %s", async (form) => {
    const series = [{ code: 0, places: new Int32Array(600_000) }];
    await expect(topShortsBytes(UNTOUCHED, { series, nextOffset: 1 }, form)).rejects.toThrow(
      /^the answer has at least \d+ bytes; at most 16777216 are sent/,
    );
  });

  it.each(FORMS)("stops writing as soon as it is too much, in %s", async (form) => {
    // At the minimum size of a point all of it would fit, at the real size only a part.
    const least = { binary: 30, json: 80 }[form];
    const [longest] = found.series.toSorted((a, b) => b.places.length - a.places.length);
    const one = await topShortsBytes(market, { series: [longest], nextOffset: 0 }, form);
    const count = Math.floor(MAX_BYTES / (least * longest.places.length));
    expect(count * one.byteLength).toBeGreaterThan(1.3 * MAX_BYTES);
    let written = 0;
    const counted = new Proxy(market, {
      get(target, name) {
        // Read once per series, for its name.
        if (name === "nameOf") written++;
        const value = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const series = Array(count).fill(longest);
    const outcome = await topShortsBytes(counted, { series, nextOffset: 0 }, form).then(
      ({ byteLength }) => `${byteLength} bytes were written`,
      (error: Error) => error.message,
    );
    expect(outcome).toMatch(/^the answer has at least \d+ bytes; at most 16777216 are sent/);
    expect(written).toBeLessThanOrEqual(Math.ceil(MAX_BYTES / one.byteLength) + 1);
  });

  it.each(FORMS)("never refuses by the least size what would fit, in %s", async (form) => {
    const least = { binary: 30, json: 80 }[form];
    const points = found.series.reduce((sum, { places }) => sum + places.length, 0);
    const bytes = await topShortsBytes(market, found, form);
    expect(bytes.byteLength).toBeGreaterThanOrEqual(points * least);
  });

  it.each(FORMS)("lets others have their turn between stretches, in %s", async (form) => {
    let isWriting = true;
    let turns = 0;
    const others = (async () => {
      for (; isWriting; turns++) await nextTurn();
    })();
    await topShortsBytes(market, found, form);
    isWriting = false;
    await others;
    expect(turns).toBeGreaterThanOrEqual(8);
  });

  it.each(FORMS)("stops at the next stretch once nobody waits, in %s", async (form) => {
    const controller = new AbortController();
    const writing = topShortsBytes(market, found, form, controller.signal);
    controller.abort();
    await expect(writing).rejects.toThrow();
  });
});
