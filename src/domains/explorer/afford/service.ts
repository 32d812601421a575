import { create } from "@bufbuild/protobuf";
import type { StateCode } from "../../../dataset/states.ts";
import { isNull, type SuburbScope } from "../../../engine/columns/column.ts";
import type { Engine } from "../../../engine/engine.ts";
import { smallestKeys } from "../../../engine/statistics/smallest-keys.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import { AffordResponseSchema, ExplorerService } from "../../../gen/terrace/v1/explorer_pb.ts";
import { cachedMethod } from "../../../rpc/cached-method.ts";
import { dayOfInstant } from "../../../rpc/encoding/timestamps.ts";
import type { UnaryMethod } from "../../../rpc/unary-method.ts";
import { invalidArgument } from "../../../runtime/errors.ts";
import { dateOfDay } from "../../../runtime/time/calendar-date.ts";
import type { MethodOptions } from "../../domain.ts";
import { economyOf } from "../../economy/queries/economy.ts";
import { seriesData } from "../../economy/queries/series-data.ts";
import { metricPosition } from "../../suburbs/metrics/metric-registry.ts";
import { suburbFields } from "../messages.ts";
import { explorerOf } from "../queries/suburb-explorer.ts";
import {
  type Affordability,
  capacityOf,
  highestPrice,
  repaymentsAround,
  UNINSURED_PERCENT,
} from "./afford.ts";
import { dutyRule } from "./duty.ts";
import { type Buyer, SCHEDULES_CHECKED_ON } from "./duty-schedules.ts";
import { type AffordQuery, affordQuery } from "./rules.ts";

const NOTE =
  "Arithmetic on the figures given, not advice, an offer or an assessment: lenders and revenue offices decide.";

const NEW_LOANS = "rates.lending_rates.housing_credit_new_loans_funded_in_the_month";
const BANKS = "rates.lending_rates.housing_loans_banks_variable_standard";
/** Series of variable rates by kind of loan; the first that the snapshot has is used. */
const RATE_SERIES: Readonly<Record<"owner" | "investor", readonly string[]>> = {
  owner: [
    `${NEW_LOANS}_owner_occupied_variable_rate_all_institutions.aus`,
    "rates.mortgage_rate.variable.aus",
    `${BANKS}_owner_occupier.aus`,
  ],
  investor: [
    `${NEW_LOANS}_investment_variable_rate_all_institutions.aus`,
    "rates.mortgage_rate.variable.aus",
    `${BANKS}_investor.aus`,
  ],
};

/** Afford: how much a household can pay, and the suburbs it can afford. */
export function affordMethod(engine: Engine, options: MethodOptions): UnaryMethod {
  return cachedMethod(engine, ExplorerService.method.afford, options, {
    queryOf: (request) => affordQuery(request, dayOfInstant(options.now().getTime())),
    lookUp: async (view, query, signal, { time }) => {
      const { scope, filter, household } = query;
      const rate = await rateOf(view, query);
      const assessedRatePercent = rate.annualRatePercent + household.bufferPercent;
      const capacity = capacityOf(household, assessedRatePercent);
      const rules = query.purchases.map((purchase) => dutyRule(purchase)!);
      const states = query.purchases.map(({ state }, i) =>
        highestPrice(state, household, capacity, rules[i]),
      );
      const columns = view.columns.scopes.get(scope)!;
      const job = { scope, filter, histograms: [] };
      const { mask } = await explorerOf(view).ask({ kind: "explore", job }, signal, time);
      const reach = withinReach(columns, mask, states);
      return create(AffordResponseSchema, {
        ...rate,
        assessedRatePercent,
        capacity: capacity.loan,
        contractDate: query.date,
        note: NOTE,
        matchMask: mask,
        matchCount: reach.length,
        totalCount: columns.index.n,
        indexVersion: columns.index.indexVersion,
        suburbs: dearest(columns, reach, query.k),
        appliedK: query.k,
        states: states.map((one, i) => ({
          stateCode: one.state,
          highestPrice: one.highestPrice,
          duty: one.duty,
          loan: one.loan,
          costs: household.costs,
          loanToValuePercent: one.highestPrice === 0 ? 0 : (one.loan / one.highestPrice) * 100,
          limitedBy: one.limitedBy,
          repayments: repaymentsAround(one.loan, rate.annualRatePercent, household.termYears),
          scheduleFrom: rules[i].from,
          readAtOffice: rules[i].isFromOffice,
          checkedOn: SCHEDULES_CHECKED_ON,
          unchecked: query.date > SCHEDULES_CHECKED_ON,
          insuranceLikely: one.loan > (one.highestPrice * UNINSURED_PERCENT) / 100,
        })),
      });
    },
  });
}

/** The given rate, or the newest value of the first available series. */
async function rateOf(view: SnapshotView, { annualRatePercent, buyer }: AffordQuery) {
  if (annualRatePercent !== undefined) return { annualRatePercent };
  for (const key of RATE_SERIES[buyerOfLoan(buyer)]) {
    const query = { seriesKeys: [key], startDay: undefined, maxObservations: 1 };
    const [found] = seriesData(await economyOf(view).store(), query);
    if (found === undefined) continue;
    return {
      annualRatePercent: found.values[found.first],
      rateSeriesKey: found.series.seriesKey,
      ratePeriod: dateOfDay(found.dayNumbers[found.first]),
    };
  }
  throw invalidArgument("annual_rate_percent is required: the snapshot has no variable rate of home loans");
}

const buyerOfLoan = (buyer: Buyer) => (buyer === "investor" ? "investor" : "owner");

interface Reached {
  readonly position: number;
  readonly price: number;
  readonly margin: number;
}

/** The masked suburbs whose price is within their state's limit; clears the bits of all others. */
function withinReach(
  { index, columns }: SuburbScope,
  mask: Uint8Array,
  states: readonly Affordability[],
): Reached[] {
  const column = columns[metricPosition("price")];
  const most = new Map(states.map(({ state, highestPrice }) => [state, highestPrice]));
  const reached: Reached[] = [];
  for (let i = 0; i < index.n; i++) {
    if (((mask[i >> 3] >> (i & 7)) & 1) === 0) continue;
    const price = column.values[i];
    const margin = most.get(index.stateCodes[i] as StateCode)! - price;
    if (!isNull(column, i) && margin >= 0) reached.push({ position: i, price, margin });
    else mask[i >> 3] &= ~(1 << (i & 7));
  }
  return reached;
}

function dearest({ index }: SuburbScope, reached: readonly Reached[], k: number) {
  const margins = Float64Array.from(reached, ({ margin }) => margin);
  return Array.from(smallestKeys(margins, margins.length, k), (place) => {
    const { position, price, margin } = reached[place];
    return { ...suburbFields(index, position), price, margin };
  });
}
