import type {
  AggregateAgenciesRequest,
  AggregateDropsRequest,
  AggregatePricesRequest,
  FilterExpression,
} from "../../../gen/terrace/v1/explorer_pb.ts";
import { quoted, requireText } from "../../../rpc/request-rules.ts";
import { invalidArgument } from "../../../runtime/errors.ts";
import { agencySort, optionalDay, trackedDays } from "../../listings/rules.ts";
import { requireExpression } from "../expression-rules.ts";
import { requireCount, scopeCode } from "../rules.ts";
import type { SetQuery } from "./suburb-set.ts";

const MAX_WINDOW_DAYS = 365;

/** Day numbers around all possible periods. */
const FIRST_PERIOD = -100_000;
const LAST_PERIOD = 100_000;

/** A set and the requested tracked days; undefined days if today is before the first of them. */
export function setDropsQuery(request: AggregateDropsRequest, todayDay: number) {
  return { set: setQuery(request), days: trackedDays(request.from, request.to, todayDay) };
}

/** A set, a window (default 30 days, at most 365), a known sort; 20 rows by default, at most 100. */
export function setAgenciesQuery(request: AggregateAgenciesRequest) {
  const { windowDays } = request;
  if (windowDays < 0 || windowDays > MAX_WINDOW_DAYS) {
    throw invalidArgument(`window_days: ${windowDays} is not within 0 (= 30) to ${MAX_WINDOW_DAYS}`);
  }
  const limit = requireCount(request.limit, "limit", 20, 100);
  return {
    set: setQuery(request),
    windowDays: windowDays === 0 ? 30 : windowDays,
    sort: agencySort(request.sort),
    limit,
  };
}

export function setPricesQuery(request: AggregatePricesRequest) {
  const fromDay = optionalDay(request.from, "from") ?? FIRST_PERIOD;
  const toDay = optionalDay(request.to, "to") ?? LAST_PERIOD;
  if (fromDay > toDay) throw invalidArgument(`from ${request.from} is later than to ${request.to}`);
  return {
    set: setQuery(request),
    measure: requireText(request.measure, "measure", "lower"),
    dwellingType: request.dwellingType.trim().toLowerCase() || "all",
    fromDay,
    toDay,
  };
}

/** A scope with a filter, or suburb codes; rejects both together. */
export function setQuery(request: {
  readonly stateCode: string;
  readonly filter?: FilterExpression | undefined;
  readonly salCodes: readonly string[];
}): SetQuery {
  const { stateCode, filter, salCodes } = request;
  if (salCodes.length === 0) return { scope: scopeCode(stateCode), filter: requireExpression(filter) };
  if (stateCode.trim() !== "" || filter !== undefined) {
    const other = filter === undefined ? `state_code: ${quoted(stateCode)}` : "filter: a condition";
    throw invalidArgument(`${other} and ${salCodes.length} sal_codes; a set is named by one of them`);
  }
  return { salCodes: [...new Set(salCodes.map((code) => code.trim()))].sort() };
}
