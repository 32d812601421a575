import { create } from "@bufbuild/protobuf";
import { NATIONAL_SCOPE } from "../../../dataset/states.ts";
import { positionOf } from "../../../engine/columns/suburb-index.ts";
import type { Engine } from "../../../engine/engine.ts";
import {
  AggregateMarketResponseSchema,
  ExplorerService,
  GetSuburbMarketSeriesResponseSchema,
  MarketPeriodSchema,
  MarketWeekSchema,
} from "../../../gen/terrace/v1/explorer_pb.ts";
import { cachedMethod } from "../../../rpc/cached-method.ts";
import { assembledAnswer } from "../../../rpc/encoding/assembled-answer.ts";
import { pinnedMethod } from "../../../rpc/pinned-method.ts";
import { requireText } from "../../../rpc/request-rules.ts";
import type { UnaryMethod } from "../../../rpc/unary-method.ts";
import { rowMessages } from "../../../snapshot/pages/row-message.ts";
import { asOfMethod } from "../../as-of-method.ts";
import type { MethodOptions } from "../../domain.ts";
import { LISTING_TABLES } from "../../listings/rules.ts";
import { originFields } from "../messages.ts";
import { explorerOf } from "../queries/suburb-explorer.ts";
import { unknownSuburb } from "../rules.ts";
import { setQuery } from "../sets/rules.ts";
import { suburbSet } from "../sets/suburb-set.ts";
import { newestOf, newestRows } from "./rules.ts";

const weekOf = rowMessages(MarketWeekSchema);
const periodOf = rowMessages(MarketPeriodSchema);

/** GetSuburbMarketSeries (from pages) and AggregateMarket (counted over columns); both accept `as_of`. */
export function marketMethods(engine: Engine, options: MethodOptions): UnaryMethod[] {
  const { method } = ExplorerService;
  const isOn = () => options.switches().dropListings;
  return [
    pinnedMethod(engine, method.getSuburbMarketSeries, (view, request) => {
      const salCode = requireText(request.salCode, "sal_code", "as given");
      const newest = newestOf(request);
      if (positionOf(view.columns.scopes.get(NATIONAL_SCOPE)!.index, salCode) < 0) {
        throw unknownSuburb(salCode);
      }
      const [weeks, periods] = GetSuburbMarketSeriesResponseSchema.fields;
      const part = (field: typeof weeks, set: string, count: number, isShown = true) => {
        // Snapshots older than a page set lack it.
        const page = isShown && view.pages.has(set) ? view.pages.find(set, salCode) : undefined;
        return { field, page, places: page?.shownFor(count - 1, page.count) ?? [] };
      };
      return assembledAnswer(
        GetSuburbMarketSeriesResponseSchema,
        [part(weeks, "market_weeks", newest.weeks, isOn()), part(periods, "market_periods", newest.periods)],
        { after: { withheld: !isOn(), ...originFields(view, tablesOf(isOn())) } },
      );
    }),
    cachedMethod(engine, method.aggregateMarket, options, {
      queryOf: (request) => ({ set: setQuery(request), newest: newestOf(request), isOn: isOn() }),
      lookUp: async (view, { set: query, newest, isOn }, signal, { time }) => {
        const set = await suburbSet(view, query, signal, time);
        const job = { set: set.members, withListings: isOn && view.pages.has("set_market") };
        const { weeks, periods } = await explorerOf(view).ask({ kind: "set market", job }, signal, time);
        return create(AggregateMarketResponseSchema, {
          weeks: weeks.slice(-newest.weeks).map(weekOf),
          periods: newestRows(periods, newest.periods, "dwelling_type").map(periodOf),
          suburbCount: set.count,
          withheld: !isOn,
          ...originFields(view, tablesOf(isOn)),
        });
      },
    }),
  ].map((one) => asOfMethod(engine, options, one));
}

const tablesOf = (isOn: boolean) => ["house_prices", ...(isOn ? LISTING_TABLES : [])];
