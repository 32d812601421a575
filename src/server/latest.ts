import { hash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Engine } from "../engine/engine.ts";
import { loadOnce } from "../engine/load-once.ts";
import type { SnapshotView } from "../engine/view.ts";
import { dateOfDay } from "../model/calendar-date.ts";
import { availableFrom, PUBLICATION_LAG_TRADING_DAYS } from "../model/trading-days.ts";
import { peerAddress } from "./client-address.ts";
import type { Edge } from "./edge.ts";
import { isTagMatch } from "./entity-tags.ts";
import { COSTS } from "./limits.ts";

/** The bytes of the answer and the tag that changes exactly when they do. */
interface LatestAnswer {
  readonly body: string;
  readonly etag: string;
}

export interface LatestOptions {
  readonly engine: Engine;
  readonly edge: Edge;
  readonly onError: (error: unknown) => void;
}

/** Registers `GET /v1/latest`: which trading dates the data holds and when the newest was published (§10.1). */
export function registerLatest(scope: FastifyInstance, options: LatestOptions): void {
  scope.route({
    method: ["GET", "HEAD"],
    url: "/v1/latest",
    handler: (request, reply) => answerLatest(request, reply, options),
  });
  scope.route({
    method: ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
    url: "/v1/latest",
    onRequest: (request, reply) => {
      const error = `${request.method} is not offered here; allowed are GET and HEAD`;
      reply.code(405).header("allow", "GET, HEAD").send({ error });
    },
    handler: () => undefined,
  });
}

async function answerLatest(
  request: FastifyRequest,
  reply: FastifyReply,
  { engine, edge, onError }: LatestOptions,
): Promise<FastifyReply> {
  const { headers } = request;
  const caller = await edge.identify({ headers, peer: peerAddress(request.raw) });
  request.terraceCaller = caller;
  const agentProblem = edge.agentProblem(caller, headers["user-agent"]);
  if (agentProblem !== undefined) {
    return reply.code(403).send({ error: "permission_denied", message: agentProblem });
  }
  let latest: LatestAnswer | undefined;
  try {
    latest = await currentAnswer(engine);
  } catch (error) {
    onError(error);
    return reply.code(503).send({ error: "the data cannot be read at the moment" });
  }
  if (latest === undefined) return reply.code(500).send({ error: "the data holds no trading dates" });
  if (isTagMatch(headers["if-none-match"], latest.etag)) return describe(reply, latest).code(304).send();
  const admission = edge.admit(caller, COSTS.latest);
  for (let i = 0; i < admission.headers.length; i += 2) {
    reply.header(admission.headers[i], admission.headers[i + 1]);
  }
  if (!admission.isAdmitted) {
    const { detail } = admission;
    const body = { error: "resource_exhausted", message: detail.message, detail };
    return reply.code(429).header("cache-control", "no-store").send(body);
  }
  return describe(reply, latest).send(latest.body);
}

function describe(reply: FastifyReply, { etag }: LatestAnswer): FastifyReply {
  return reply
    .header("etag", etag)
    .header("cache-control", "public, max-age=300")
    .type("application/json; charset=utf-8");
}

/** The current snapshot's answer, made once a snapshot; undefined when it has no trading dates. */
async function currentAnswer(engine: Engine): Promise<LatestAnswer | undefined> {
  const pin = engine.pin();
  try {
    const { view } = pin;
    return await view.derived("latest", () => loadOnce(() => makeAnswer(view)))();
  } finally {
    pin.release();
  }
}

async function makeAnswer(view: SnapshotView): Promise<LatestAnswer | undefined> {
  const { earliest_date, latest_date, total_dates } = await view.economy.publication();
  if (earliest_date === null || latest_date === null) return undefined;
  const body = JSON.stringify({
    latest_date: dateOfDay(latest_date),
    available_from: dateOfDay(availableFrom(latest_date)),
    earliest_date: dateOfDay(earliest_date),
    total_dates: Number(total_dates),
    publication_lag_trading_days: PUBLICATION_LAG_TRADING_DAYS,
  });
  return { body, etag: `"${hash("sha256", body).slice(0, 32)}"` };
}
