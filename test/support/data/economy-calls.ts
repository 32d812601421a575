import type { DescMethodUnary, MessageInitShape } from "@bufbuild/protobuf";
import { ECONOMY_AGGREGATES } from "../../../src/domains/economy/aggregates/index.ts";
import { ECONOMY_PAGES } from "../../../src/domains/economy/pages/index.ts";
import { economyMethods } from "../../../src/domains/economy/service.ts";
import { laterMonth } from "../plain/plain-correlation.ts";
import { seriesRow } from "./economy-rows.ts";
import { engineOver, methodCalls, type Tables } from "./method-calls.ts";

const DIGITS = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9];

/** Calls of the economy's methods over its tables only: the view has no suburb columns. */
export async function economyCalls(tables: Tables) {
  const calls = methodCalls(await engineOver(tables, ECONOMY_AGGREGATES, ECONOMY_PAGES), (engine) =>
    economyMethods(engine),
  );
  const call: <M extends DescMethodUnary>(
    method: M,
    request: MessageInitShape<M["input"]>,
  ) => Promise<Record<string, Record<string, unknown>[]>> = calls.call;
  return { ...calls, call };
}

/**
 * economyCalls over a handful of series. The market index and the demand series are a pair with a known
 * coefficient; one base and one overlay are internal.
 */
export function smallEconomy() {
  const wa = { region_type: "state", region_code: "wa", region_name: "Western Australia" };
  const rows = (key: string, step: number, values: readonly number[]) =>
    values.map((value, i) => ({ series_key: key, period: `${laterMonth("2023-01", i * step)}-01`, value }));
  const demand = { ...wa, product: "total", frequency: "quarterly", adjustment: "seasadj" };
  const opposite = DIGITS.map((value) => -value);
  return economyCalls({
    economic_series: [
      seriesRow("markets.index.wa", wa),
      seriesRow("gdp.demand.total.wa.seasadj", demand),
      seriesRow("cpi.index.aus"),
      seriesRow("population.count.wa", { ...wa, frequency: "annual" }),
      seriesRow("cpi.secret.aus", { internal_only: true }),
      seriesRow("markets.secret.wa", { ...wa, internal_only: true }),
    ],
    economic_observations: [
      ...rows("markets.index.wa", 1, DIGITS),
      ...rows("gdp.demand.total.wa.seasadj", 3, [2, 7, 1, 8, 2]),
      ...rows("cpi.index.aus", 1, opposite),
      ...rows("cpi.secret.aus", 1, DIGITS),
      ...rows("markets.secret.wa", 1, DIGITS),
      ...rows("population.count.wa", 12, [1, 2]),
    ],
  });
}
