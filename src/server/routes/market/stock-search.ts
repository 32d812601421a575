import type { FastifyReply, FastifyRequest } from "fastify";
import { findWellKnown } from "../../../domains/search/queries/well-known-stocks.ts";
import type { Engine } from "../../../engine/engine.ts";
import { errorBody } from "../../../rpc/error-body.ts";
import { searchText } from "../../../rpc/request-rules.ts";
import type { AccessControl } from "../../admission/access-control.ts";
import { COSTS } from "../../admission/limits/limits.ts";
import { admitPlain, identifyPlain } from "../../admission/plain-admission.ts";
import type { Handler } from "../../wire/http/read-routes.ts";

const MOST_STOCKS = 10;
/** Longest query that is looked for; no name is longer. */
const MOST_CHARACTERS = 100;

export interface StockSearchOptions {
  readonly engine: Engine;
  readonly accessControl: AccessControl;
  readonly onError: (error: unknown) => void;
}

/** `GET /api/search/stocks?q=&limit=`: a JSON list of well-known securities whose code or name contains a text. */
export function stockSearchHandler(options: StockSearchOptions): Handler {
  return (request, reply) => answerSearch(request, reply, request.query as Query, options);
}

interface Query {
  readonly q?: string | string[];
  readonly limit?: string | string[];
}

async function answerSearch(
  request: FastifyRequest,
  reply: FastifyReply,
  query: Query,
  { engine, accessControl, onError }: StockSearchOptions,
): Promise<FastifyReply> {
  const caller = await identifyPlain(request, reply, accessControl);
  if (caller === undefined) return reply;
  if (!admitPlain(reply, accessControl, caller, COSTS.stockSearch)) return reply;
  const text = searchText(lastOf(query.q) ?? "");
  try {
    const found =
      text.length > MOST_CHARACTERS
        ? []
        : await engine.use((view) => findWellKnown(view, text, limitOf(query)));
    return reply.header("cache-control", "public, max-age=300").send(found);
  } catch (error) {
    onError(error);
    return reply.code(500).send(errorBody("unavailable", "the stocks cannot be searched at the moment"));
  }
}

/** The limit within 1 and 10; what is not a number is 10. */
function limitOf({ limit }: Query): number {
  const number = Number(lastOf(limit) ?? MOST_STOCKS);
  return Number.isFinite(number) ? Math.min(Math.max(Math.trunc(number), 1), MOST_STOCKS) : MOST_STOCKS;
}

function lastOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.at(-1) : value;
}
