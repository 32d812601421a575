import type { GetStrategyPicksRequest } from "../../gen/shorts/v1alpha1/strategy_pb.ts";
import { quoted, reading, requireText } from "../../rpc/request-rules.ts";
import { invalidArgument, TerraceError } from "../../runtime/errors.ts";
import { pageWithin } from "../market/rules.ts";
import { STRATEGIES } from "./strategies/declared.ts";
import { SORTS, type SortBy, STATUSES } from "./strategies/picks.ts";

const page = reading(pageWithin(20, 100));

/** Which picks of a strategy, sorted by "" in its own order. */
export function picksQuery(request: GetStrategyPicksRequest) {
  const id = requireText(request.strategyId, "strategy_id", "lower");
  if (!STRATEGIES.some((one) => one.id === id)) {
    const ids = STRATEGIES.map((one) => one.id).join(", ");
    throw new TerraceError("not_found", `strategy_id: ${quoted(request.strategyId)} is not one of ${ids}`);
  }
  return {
    strategyId: id,
    status: oneOf(request.status, "status", STATUSES),
    sortBy:
      request.sortBy.trim().toLowerCase() === "score" ? "" : oneOf(request.sortBy, "sort_by", SORT_NAMES),
    requireFundamentals: request.requireFundamentals,
    ...page(request),
  };
}

const SORT_NAMES = Object.keys(SORTS) as SortBy[];

function oneOf<T extends string>(text: string, field: string, allowed: readonly T[]): T | "" {
  const value = text.trim().toLowerCase();
  const found = allowed.find((one) => one === value);
  if (found !== undefined || value === "") return found ?? "";
  const names = field === "sort_by" ? ["score", ...allowed] : allowed;
  throw invalidArgument(`${field}: ${quoted(text)} is not one of ${names.join(", ")}`);
}
