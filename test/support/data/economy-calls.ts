import type { DescMethodUnary, MessageInitShape } from "@bufbuild/protobuf";
import { expect } from "vitest";
import { economyMethods } from "../../../src/domains/economy/service.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { laterMonth } from "../plain/plain-correlation.ts";
import { emptyDatasetDatabase, insertRows } from "./build-db.ts";
import { economyEngine } from "./economy-engine.ts";
import { seriesRow } from "./economy-rows.ts";
import { methodCalls } from "./method-calls.ts";

const DIGITS = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9];

/**
 * An engine over a handful of series and two companies of Western Australia. The market index and the demand series
 * are a pair whose coefficient is known; one base and one overlay are internal.
 */
export async function smallEconomyEngine(): Promise<Engine> {
  const db = await emptyDatasetDatabase();
  const wa = { region_type: "state", region_code: "wa", region_name: "Western Australia" };
  const rows = (key: string, step: number, values: readonly number[]) =>
    values.map((value, i) => ({ series_key: key, period: `${laterMonth("2023-01", i * step)}-01`, value }));
  await insertRows(db, "economic_series", [
    seriesRow("markets.index.wa", wa),
    seriesRow("gdp.demand.total.wa.seasadj", {
      ...wa,
      product: "total",
      frequency: "quarterly",
      adjustment: "seasadj",
    }),
    seriesRow("cpi.index.aus"),
    seriesRow("rates.cash.aus"),
    seriesRow("population.count.wa", { ...wa, frequency: "annual" }),
    seriesRow("cpi.secret.aus", { internal_only: true }),
    seriesRow("markets.secret.wa", { ...wa, internal_only: true }),
  ]);
  await insertRows(db, "economic_observations", [
    ...rows("markets.index.wa", 1, DIGITS),
    ...rows("gdp.demand.total.wa.seasadj", 3, [2, 7, 1, 8, 2]),
    ...rows(
      "cpi.index.aus",
      1,
      DIGITS.map((v) => -v),
    ),
    ...rows("cpi.secret.aus", 1, DIGITS),
    ...rows("markets.secret.wa", 1, DIGITS),
    ...rows("population.count.wa", 12, [1, 2]),
  ]);
  await insertRows(db, "companies", [
    { stock_code: "AAA", company_name: "Alpha", market_cap: "1000", address: "1 A St, WA, AUSTRALIA, 6000" },
    { stock_code: "BBB", address: "1 B St, WA, AUSTRALIA, 6000" },
  ]);
  await insertRows(db, "short_positions", [{ stock_code: "AAA", date: "2026-11-06", short_percent: 2.5 }]);
  await insertRows(db, "company_exposures", [
    { stock_code: "BBB", region: "wa", weight: 0.25, basis: "Ports" },
  ]);
  const engine = await economyEngine(db);
  db.close();
  return engine;
}

/** Calls to the methods of one engine, answered as Connect JSON. */
export function economyCalls(engine: Engine) {
  const calls = methodCalls(engine, (one) => economyMethods(one));
  const queries = () => engine.use((view) => view.database.load().queries);

  const call = <M extends DescMethodUnary>(
    method: M,
    request: MessageInitShape<M["input"]>,
  ): Promise<Record<string, Record<string, unknown>[]>> => calls.call(method, request);

  /** The message of an invalid_argument that was found before the database was asked. */
  async function refusal<M extends DescMethodUnary>(method: M, request: MessageInitShape<M["input"]>) {
    const before = await queries();
    const message = await calls.refusal(method, request);
    expect(await queries()).toBe(before);
    return message;
  }

  return { call, refusal };
}
