import { create } from "@bufbuild/protobuf";
import type { Engine } from "../../../engine/engine.ts";
import {
  AgencyPriceStatsSchema,
  DropIndexPointSchema,
  StatePriceDropSummarySchema,
} from "../../../gen/shorts/v1alpha1/housing_pb.ts";
import {
  AggregateAgenciesResponseSchema,
  AggregateDropsResponseSchema,
  AggregatePricesResponseSchema,
  ExplorerService,
  SetListingPricesSchema,
  SetPricePointSchema,
} from "../../../gen/terrace/v1/explorer_pb.ts";
import { cachedMethod } from "../../../rpc/cached-method.ts";
import type { UnaryMethod } from "../../../rpc/unary-method.ts";
import { rowMessages } from "../../../snapshot/pages/row-message.ts";
import { type MethodOptions, todayOf } from "../../domain.ts";
import { LISTING_TABLES, TRACKING_SINCE } from "../../listings/rules.ts";
import { asOfInstant, originFields } from "../messages.ts";
import { explorerOf } from "../queries/suburb-explorer.ts";
import { setAgenciesQuery, setDropsQuery, setPricesQuery } from "./rules.ts";
import { suburbSet } from "./suburb-set.ts";

const indexPoint = rowMessages(DropIndexPointSchema);
const dropSummary = rowMessages(StatePriceDropSummarySchema, { without: ["state_code"] });
const pricePoint = rowMessages(SetPricePointSchema);
const listingPrices = rowMessages(SetListingPricesSchema, {
  columns: SetListingPricesSchema.fields.map(({ name }) => name),
});
// Names of agents are left out of aggregates, for privacy.
const agencyStats = rowMessages(AgencyPriceStatsSchema, { without: ["agent_names"] });

/** AggregateDrops, AggregateAgencies and AggregatePrices: figures of any set of suburbs. */
export function suburbSetMethods(engine: Engine, options: MethodOptions): UnaryMethod[] {
  const { method } = ExplorerService;
  /** Part of each query, so that cached answers differ by whether listings may be shown. */
  const isOn = () => options.switches().dropListings;
  return [
    cachedMethod(engine, method.aggregateDrops, options, {
      queryOf: (request, view) => ({ ...setDropsQuery(request, todayOf(options, view)), isOn: isOn() }),
      lookUp: async (view, { set: setQuery, days, isOn }, signal, { time }) => {
        const set = await suburbSet(view, setQuery, signal, time);
        const facts = { suburbCount: set.count, trackingSince: TRACKING_SINCE };
        if (!isOn) return create(AggregateDropsResponseSchema, { ...facts, withheld: true });
        const job = { set: set.members, days, isCountry: set.isCountry };
        const { points, summary } = await explorerOf(view).ask({ kind: "set drops", job }, signal, time);
        return create(AggregateDropsResponseSchema, {
          ...facts,
          points: points.map(indexPoint),
          ...(summary === undefined ? {} : { summary: { ...dropSummary(summary), stateCode: set.name } }),
          ...originFields(view, LISTING_TABLES),
        });
      },
    }),
    cachedMethod(engine, method.aggregateAgencies, options, {
      queryOf: (request) => ({ ...setAgenciesQuery(request), isOn: isOn() }),
      lookUp: async (view, { set: setQuery, windowDays, sort, limit, isOn }, signal, { time }) => {
        const set = await suburbSet(view, setQuery, signal, time);
        const facts = { suburbCount: set.count };
        if (!isOn) return create(AggregateAgenciesResponseSchema, { ...facts, withheld: true });
        const job = { set: set.members, windowDays, sort, limit };
        const { rows, totalCount } = await explorerOf(view).ask({ kind: "set agencies", job }, signal, time);
        return create(AggregateAgenciesResponseSchema, {
          ...facts,
          agencies: rows.map(agencyStats),
          totalCount,
          asOf: asOfInstant(view),
        });
      },
    }),
    cachedMethod(engine, method.aggregatePrices, options, {
      queryOf: (request) => ({ ...setPricesQuery(request), isOn: isOn() }),
      lookUp: async (view, { set: setQuery, isOn, ...prices }, signal, { time }) => {
        const set = await suburbSet(view, setQuery, signal, time);
        const job = { ...prices, set: set.members, withListings: isOn };
        const { points, summary } = await explorerOf(view).ask({ kind: "set prices", job }, signal, time);
        return create(AggregatePricesResponseSchema, {
          points: points.map(pricePoint),
          ...(summary === undefined ? {} : { listings: listingPrices(summary) }),
          suburbCount: set.count,
          asOf: asOfInstant(view),
        });
      },
    }),
  ];
}
