import {
  create,
  type DescMethodUnary,
  fromBinary,
  type JsonValue,
  type MessageInitShape,
  toBinary,
  toJson,
} from "@bufbuild/protobuf";
import { expect } from "vitest";
import { economyMethods } from "../../../src/domains/economy/service.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { type EncodedAnswer, isEncodedAnswer, ownCall } from "../../../src/rpc/unary-method.ts";
import { isTerraceError } from "../../../src/runtime/errors.ts";
import { laterMonth } from "../plain/plain-correlation.ts";
import { emptyDatasetDatabase, insertRows } from "./build-db.ts";
import { economyEngine } from "./economy-engine.ts";
import { seriesRow } from "./economy-rows.ts";

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

/** The JSON of an encoded answer, once its three forms have been found to be the same, byte by byte. */
function sameInEveryForm(method: DescMethodUnary, answer: EncodedAnswer): JsonValue {
  const message = fromBinary(method.output, answer.binary());
  expect(Buffer.from(toBinary(method.output, message))).toEqual(Buffer.from(answer.binary()));
  expect(answer.message()).toEqual(message);
  const text = Buffer.from(answer.json()).toString();
  expect(text).toBe(JSON.stringify(toJson(method.output, message)));
  return JSON.parse(text);
}

/** Calls to the methods of one engine, answered as Connect JSON. */
export function economyCalls(engine: Engine) {
  const methods = economyMethods(engine);
  const queries = () => engine.use((view) => view.database.load().queries);

  async function call<M extends DescMethodUnary>(method: M, request: MessageInitShape<M["input"]>) {
    const found = methods.find(({ desc }) => desc === method)!;
    const message = create(method.input, request as never) as never;
    const answer = await found.answer(message, ownCall(new AbortController().signal));
    return (
      isEncodedAnswer(answer) ? sameInEveryForm(method, answer) : toJson(method.output, answer)
    ) as Record<string, Record<string, unknown>[]>;
  }

  /** The message of an invalid_argument that was found before the database was asked. */
  async function refusal<M extends DescMethodUnary>(method: M, request: MessageInitShape<M["input"]>) {
    const before = await queries();
    const error: unknown = await call(method, request).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!isTerraceError(error, "invalid_argument")) throw new Error(`not refused: ${String(error)}`);
    expect(await queries()).toBe(before);
    return error.message;
  }

  return { call, refusal };
}
