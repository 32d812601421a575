import { findWellKnown } from "../../../domains/search/queries/well-known-stocks.ts";
import { errorBody } from "../../../rpc/error-body.ts";
import { searchText } from "../../../rpc/request-rules.ts";
import type { Answer } from "../../admission/route.ts";

const MAX_STOCKS = 10;
/** No name is longer. */
const MAX_CHARACTERS = 100;

/** `GET /api/search/stocks?q=&limit=`: well-known securities whose code or name contains a string. */
export const answerStockSearch: Answer = async (call) => {
  const { reply } = call;
  if (!call.admits()) return reply;
  const query = call.request.query as Query;
  const text = searchText(lastOf(query.q) ?? "");
  try {
    return reply.send(text.length > MAX_CHARACTERS ? [] : findWellKnown(call.view, text, limitOf(query)));
  } catch (error) {
    call.onError(error);
    reply.code(500).header("cache-control", "no-store");
    return reply.send(errorBody("unavailable", "the stocks cannot be searched at the moment"));
  }
};

interface Query {
  readonly q?: string | string[];
  readonly limit?: string | string[];
}

/** Clamped to 1 to 10; 10 if not a number. */
function limitOf({ limit }: Query): number {
  const number = Number(lastOf(limit) ?? MAX_STOCKS);
  return Number.isFinite(number) ? Math.min(Math.max(Math.trunc(number), 1), MAX_STOCKS) : MAX_STOCKS;
}

function lastOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.at(-1) : value;
}
