import { hash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { publicationState } from "../../domains/economy/queries/publication.ts";
import type { Engine } from "../../engine/engine.ts";
import type { SnapshotView } from "../../engine/view.ts";
import { errorBody, UNREADABLE } from "../../rpc/error-body.ts";
import { lazy } from "../../runtime/lazy.ts";
import { dateOfDay } from "../../runtime/time/calendar-date.ts";
import { availableFrom, PUBLICATION_LAG_TRADING_DAYS } from "../../runtime/time/trading-days.ts";
import type { AccessControl } from "../admission/access-control.ts";
import { COSTS } from "../admission/limits/limits.ts";
import { admitPlain, identifyPlain } from "../admission/plain-admission.ts";
import { isTagMatch } from "../wire/http/entity-tags.ts";
import type { Handler } from "../wire/http/read-routes.ts";

/** The bytes of the answer and the tag that changes exactly when they do. */
interface LatestAnswer {
  readonly body: string;
  readonly etag: string;
}

export interface LatestOptions {
  readonly engine: Engine;
  readonly accessControl: AccessControl;
  readonly onError: (error: unknown) => void;
}

/** `GET /v1/latest`: which trading dates the data holds and when the newest was published. */
export function latestHandler(options: LatestOptions): Handler {
  return (request, reply) => answerLatest(request, reply, options);
}

async function answerLatest(
  request: FastifyRequest,
  reply: FastifyReply,
  { engine, accessControl, onError }: LatestOptions,
): Promise<FastifyReply> {
  const { headers } = request;
  const caller = await identifyPlain(request, reply, accessControl);
  if (caller === undefined) return reply;
  let latest: LatestAnswer | undefined;
  try {
    latest = await currentAnswer(engine);
  } catch (error) {
    onError(error);
    return reply.code(503).send(UNREADABLE);
  }
  if (latest === undefined)
    return reply.code(500).send(errorBody("failed_precondition", "the data holds no trading dates"));
  if (isTagMatch(headers["if-none-match"], latest.etag)) return describe(reply, latest).code(304).send();
  if (!admitPlain(reply, accessControl, caller, COSTS.latest)) return reply;
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
    return await view.derived("latest", () => lazy(() => makeAnswer(view)))();
  } finally {
    pin.release();
  }
}

async function makeAnswer(view: SnapshotView): Promise<LatestAnswer | undefined> {
  const { earliest_date, latest_date, total_dates } = publicationState(view);
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
