import { setImmediate as nextTurn } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { type Economy, openEconomy } from "../../../../../src/domains/economy/queries/economy.ts";
import type { CorrelateSeriesQuery } from "../../../../../src/domains/economy/rules.ts";
import { Market } from "../../../../../src/engine/columns/market/market.ts";
import { followCountry, viewOf } from "../../../../support/country/follow-country.ts";

const engine = followCountry("country");

let economy: Economy;
/** Tasks that a thread would get, before they have run. */
let tasks: unknown[];
/** Called with a stock's code at every lookup of its months. */
let onMonth: (code: number) => void;
let query: CorrelateSeriesQuery;
beforeEach(() => {
  const { pages } = viewOf(engine);
  const market = new Market(pages);
  const { positions, prices } = market;
  for (const days of [positions, prices]) {
    const { firstAfter } = days;
    days.firstAfter = (code, day) => {
      onMonth(code);
      return firstAfter.call(days, code, day);
    };
  }
  tasks = [];
  onMonth = () => {};
  const perform = async (task: unknown) => {
    tasks.push(task);
    return new Uint8Array();
  };
  economy = openEconomy(pages, perform, () => market);
  const keys = ["short_position", "price"].flatMap((figure) =>
    market.securities.codes.map((code) => `stocks.${figure}.${code.toLowerCase()}`),
  );
  query = {
    baseSeriesKeys: keys.slice(0, 10),
    overlaySeriesKeys: keys.slice(0, 500),
    transform: "year_on_year",
    minLagMonths: 0,
    maxLagMonths: 0,
    windowMonths: 24,
    minAbsR: 0,
    limit: 500,
    asOf: undefined,
  };
});

function buffersOf(task: unknown, found = new Set<ArrayBufferLike>()): Set<ArrayBufferLike> {
  if (ArrayBuffer.isView(task)) found.add(task.buffer);
  else if (typeof task === "object" && task !== null) {
    for (const part of Object.values(task)) buffersOf(part, found);
  }
  return found;
}

describe("a plan with stocks", () => {
  it("that waits for its turn holds no figures of its own", async () => {
    for (const minAbsR of [0.1, 0.2]) await economy.encodedCorrelations({ ...query, minAbsR }, "json");
    const [first, second] = tasks.map((task) => buffersOf(task));
    expect(first.size).toBeGreaterThan(0);
    expect([...second].filter((buffer) => !first.has(buffer))).toEqual([]);
  });

  it("finds the months of a stock once a snapshot", async () => {
    const codes = new Set<number>();
    onMonth = (code) => codes.add(code);
    await economy.encodedCorrelations(query, "json");
    expect(codes.size).toBeGreaterThan(32);
    codes.clear();
    await economy.encodedCorrelations({ ...query, minAbsR: 0.5, transform: "levels" }, "json");
    expect(codes.size).toBe(0);
  });

  it("lets other calls have their turn while it finds the months of many", async () => {
    let turn = 0;
    const codesByTurn = new Map<number, Set<number>>();
    onMonth = (code) => codesByTurn.set(turn, (codesByTurn.get(turn) ?? new Set()).add(code));
    let isOver = false;
    const others = (async () => {
      for (; !isOver; turn++) await nextTurn();
    })();
    await economy.encodedCorrelations(query, "json");
    isOver = true;
    await others;
    expect(Math.max(...Array.from(codesByTurn.values(), ({ size }) => size))).toBeLessThanOrEqual(16);
  });

  it("looks for no more of them when its caller has gone", async () => {
    const left = new AbortController();
    const codes = new Set<number>();
    onMonth = (code) => {
      codes.add(code);
      left.abort();
    };
    await expect(economy.encodedCorrelations(query, "json", left.signal)).rejects.toMatchObject({
      code: "canceled",
    });
    expect(codes.size).toBeLessThanOrEqual(16);
    expect(tasks).toEqual([]);
  });
});
