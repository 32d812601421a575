import { marketOf } from "../../engine/columns/market/market.ts";
import type { SnapshotView } from "../../engine/view.ts";
import type { TimeSeriesData } from "../../gen/stocks/v1alpha1/stocks_pb.ts";
import { seriesMessage } from "./messages.ts";
import { stockSeries } from "./queries/stock-series.ts";
import type { DataQuery } from "./series-rules.ts";

/** The short positions that a query asks for; two services give the same. */
export function stockDataAnswer(view: SnapshotView, query: DataQuery): TimeSeriesData {
  const market = marketOf(view);
  const number = market.securities.numberOf(query.code);
  const series = number === undefined ? undefined : stockSeries(market, number, query);
  return seriesMessage(market, query.code, number, series);
}
