import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SHARED_COLUMNS } from "../../../src/domains/opened-parts.ts";
import { type Market, marketOf } from "../../../src/engine/columns/market/market.ts";
import type { Pin } from "../../../src/engine/engine.ts";
import { dateOfDay } from "../../../src/runtime/time/calendar-date.ts";
import { servedCountry } from "../../support/country/ask-country.ts";
import { connectThreads, jsonCall, type ThreadConnection } from "../../support/wire/thread-connections.ts";

const THREADS = 3;

const serving = servedCountry({ config: { threads: THREADS } });
let threads: ThreadConnection[];
let pin: Pin;
let market: Market;

beforeEach(async () => {
  threads = await connectThreads(serving.url, THREADS);
  pin = serving.engine.pin();
  market = marketOf(pin.view);
});
afterEach(() => {
  for (const { close } of threads) close();
  pin.release();
});

const ask = async (method: string, request: object) =>
  Promise.all(
    threads.map(async (thread) => {
      const answer = await thread.ask(`/shorts.v1alpha1.${method}`, jsonCall(request));
      return JSON.parse(answer.text);
    }),
  );

describe("the market in several wire threads", () => {
  it("lies in the memory that the first thread has handed on", () => {
    const memories = new Map(
      [...pin.view.pages.posted(SHARED_COLUMNS)].map(([set, { columns }]) => [set, columns]),
    );
    const { positions, prices, securities } = market;
    for (const [set, { raw }] of [
      ["market_positions", positions.percent],
      ["market_positions", positions.short],
      ["market_positions", positions.issued],
      ["market_prices", prices.close],
      ["market_prices", prices.volume],
      ["market_securities", securities.frame.numbers("market_cap")],
    ] as const) {
      expect(raw.buffer).toBeInstanceOf(SharedArrayBuffer);
      expect(raw.buffer).toBe(memories.get(set));
    }
  });

  it("is one for all of them: a figure changed in it is what each tells", async () => {
    const { positions } = market;
    const date = dateOfDay(positions.newestDay!);
    const [first] = positions.rowsOfDay(positions.days.length - 1);
    const { raw, scale } = positions.percent;
    for (const { stocks } of await ask("MarketService/GetMarketByDate", { date, limit: 2 }))
      expect(Math.fround(stocks[0].percentageShorted)).toBe(Math.fround(raw[first] / scale));
    const before = raw[first];
    raw[first] = before + scale;
    try {
      for (const { stocks } of await ask("MarketService/GetMarketByDate", { date, limit: 3 }))
        expect(Math.fround(stocks[0].percentageShorted)).toBe(Math.fround((before + scale) / scale));
    } finally {
      raw[first] = before;
    }
  });
});
