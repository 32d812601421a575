import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { NATIONAL_SCOPE } from "../../../dataset/states.ts";
import type { Engine } from "../../../engine/engine.ts";
import type { ParameterValue, ResultColumns, Statement } from "../../../engine/sql/statement.ts";
import { rowsOf } from "../../../engine/sql/statement.ts";
import type { SnapshotView } from "../../../engine/view.ts";
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
import { dayOfInstant } from "../../../rpc/encoding/timestamps.ts";
import type { UnaryMethod } from "../../../rpc/unary-method.ts";
import { type Row, rowMessages } from "../../../snapshot/pages/row-message.ts";
import type { MethodOptions } from "../../domain.ts";
import { TRACKING_SINCE } from "../../listings/drop-index.ts";
import { listingSources } from "../../listings/listing-sources.ts";
import { sourceFields } from "../messages.ts";
import { SET_AGENCIES } from "./agency-statements.ts";
import { SET_DROP_INDEX, SET_SUMMARY } from "./drop-statements.ts";
import { SET_PRICES } from "./price-statements.ts";
import { setAgenciesQuery, setDropsQuery, setPricesQuery } from "./rules.ts";
import { type SuburbSet, suburbSet } from "./suburb-set.ts";

/** AggregateDrops, AggregateAgencies and AggregatePrices: figures of any set of suburbs, asked of the tables. */
export function suburbSetMethods(engine: Engine, options: MethodOptions): UnaryMethod[] {
  const { method } = ExplorerService;
  /** Whether listings may be shown is a part of each query: answers are kept by it. */
  const isOn = () => options.switches().dropListings;
  const todayOf = (view: SnapshotView) =>
    Math.max(dayOfInstant(options.now().getTime()), dayOfInstant(Date.parse(view.manifest.asOf)));
  return [
    cachedMethod(engine, method.aggregateDrops, options, {
      queryOf: (request, view) => ({ ...setDropsQuery(request, todayOf(view)), isOn: isOn() }),
      lookUp: async (view, { set: setQuery, days, isOn }, signal) => {
        const set = await suburbSet(view, setQuery, signal);
        const facts = { suburbCount: set.count, trackingSince: TRACKING_SINCE };
        if (!isOn) return create(AggregateDropsResponseSchema, { ...facts, withheld: true });
        const [points, summaries] = await Promise.all([
          days === undefined ? [] : askDropIndex(view, set, days, signal),
          askSummary(view, set, signal),
        ]);
        const summary = summaries.map((row) =>
          create(StatePriceDropSummarySchema, { ...row, stateCode: set.name }),
        );
        return create(AggregateDropsResponseSchema, {
          ...facts,
          points,
          ...(summary.length === 0 ? {} : { summary: summary[0] }),
          asOf: asOfInstant(view),
          sources: sourceFields(listingSources(view)),
        });
      },
    }),
    cachedMethod(engine, method.aggregateAgencies, options, {
      queryOf: (request) => ({ ...setAgenciesQuery(request), isOn: isOn() }),
      lookUp: async (view, { set: setQuery, windowDays, sort, limit, isOn }, signal) => {
        const set = await suburbSet(view, setQuery, signal);
        const facts = { suburbCount: set.count };
        if (!isOn) return create(AggregateAgenciesResponseSchema, { ...facts, withheld: true });
        const parameters = { ...placesOf(set), window_days: windowDays, most: limit };
        const found = await ask(view, SET_AGENCIES[sort], parameters, signal);
        const agency = rowMessages(AgencyPriceStatsSchema, Object.keys(found.columns), {
          // Personal names stay out of aggregates.
          without: ["agent_names"],
          keyColumns: ["total_count"],
        });
        const rows = rowsOf(found);
        return create(AggregateAgenciesResponseSchema, {
          ...facts,
          agencies: rows.map(agency),
          totalCount: (rows[0]?.total_count ?? 0) as number,
          asOf: asOfInstant(view),
        });
      },
    }),
    cachedMethod(engine, method.aggregatePrices, options, {
      queryOf: (request) => ({ ...setPricesQuery(request), isOn: isOn() }),
      lookUp: async (view, { set: setQuery, measure, dwellingType, fromDay, toDay, isOn }, signal) => {
        const set = await suburbSet(view, setQuery, signal);
        const parameters = {
          members: set.members,
          measure,
          dwelling_type: dwellingType,
          from_day: fromDay,
          to_day: toDay,
        };
        const [prices, summaries] = await Promise.all([
          ask(view, SET_PRICES, parameters, signal),
          isOn ? ask(view, SET_SUMMARY, placesOf(set), signal) : undefined,
        ]);
        const fields = SetListingPricesSchema.fields.map(({ name }) => name);
        const listings = rowMessages(SetListingPricesSchema, fields);
        const [summary] = summaries === undefined ? [] : rowsOf(summaries);
        return create(AggregatePricesResponseSchema, {
          points: rowsOf(prices).map(rowMessages(SetPricePointSchema, Object.keys(prices.columns))),
          ...(summary === undefined ? {} : { listings: listings(summary) }),
          suburbCount: set.count,
          asOf: asOfInstant(view),
        });
      },
    }),
  ];
}

function ask(
  view: SnapshotView,
  question: Statement<Row>,
  parameters: Readonly<Record<string, ParameterValue>>,
  signal: AbortSignal,
): Promise<ResultColumns<Row>> {
  return view.database.query(question, parameters, signal);
}

async function askDropIndex(
  view: SnapshotView,
  set: SuburbSet,
  { fromDay, toDay }: { fromDay: number; toDay: number },
  signal: AbortSignal,
) {
  const is_country = set.name === NATIONAL_SCOPE;
  const parameters = { ...placesOf(set), from_day: fromDay, to_day: toDay, is_country };
  const found = await ask(view, SET_DROP_INDEX, parameters, signal);
  return rowsOf(found).map(rowMessages(DropIndexPointSchema, Object.keys(found.columns)));
}

async function askSummary(view: SnapshotView, set: SuburbSet, signal: AbortSignal) {
  const found = await ask(view, SET_SUMMARY, placesOf(set), signal);
  const summary = rowMessages(StatePriceDropSummarySchema, Object.keys(found.columns), {
    without: ["state_code"],
  });
  return rowsOf(found).map(summary);
}

function placesOf({ suburbs, states }: SuburbSet) {
  return { suburbs, states };
}

function asOfInstant({ manifest }: SnapshotView) {
  return timestampFromDate(new Date(manifest.asOf));
}
