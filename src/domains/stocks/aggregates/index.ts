import type { Aggregate } from "../../../snapshot/tables/aggregate.ts";
import { COMPANY_GRAPH } from "./company-graph.ts";
import {
  COMPANY_TAX,
  DIRECTOR_TRADES_SERVED,
  DIVIDENDS_SERVED,
  REPORT_HIGHLIGHTS,
  STOCK_SIGNALS_SERVED,
} from "./company-rows.ts";
import { FUNDAMENTALS_PERIODS_SERVED } from "./fundamentals.ts";
import { FUNDAMENTALS_GROWTH } from "./fundamentals-growth.ts";
import { STOCK_EVENTS } from "./stock-events.ts";

export const STOCK_AGGREGATES: readonly Aggregate[] = [
  FUNDAMENTALS_PERIODS_SERVED,
  FUNDAMENTALS_GROWTH,
  REPORT_HIGHLIGHTS,
  DIRECTOR_TRADES_SERVED,
  DIVIDENDS_SERVED,
  COMPANY_GRAPH,
  STOCK_EVENTS,
  STOCK_SIGNALS_SERVED,
  COMPANY_TAX,
];
