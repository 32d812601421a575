import type { FastifyReply } from "fastify";
import { errorBody, UNREADABLE } from "../../../rpc/error-body.ts";
import { type ErrorCode, isTerraceError } from "../../../runtime/errors.ts";

/** Statuses of errors whose message is meant for the caller. */
const STATUSES: Partial<Record<ErrorCode, number>> = {
  invalid_argument: 400,
  unauthenticated: 401,
  permission_denied: 403,
  not_found: 404,
  failed_precondition: 400,
  resource_exhausted: 429,
  canceled: 499,
  unavailable: 503,
  deadline_exceeded: 504,
};

/** Headers of the answer that a failure takes the place of. */
const DESCRIBING = [
  ...["etag", "content-encoding", "content-disposition", "content-length", "content-range"],
  ...["last-modified", "link"],
];

/** Answers a plain endpoint's failure: the message where it is the caller's to mend, otherwise only that it failed. */
export function plainError(
  reply: FastifyReply,
  error: unknown,
  onError: (error: unknown) => void,
): FastifyReply {
  const status = isTerraceError(error) ? STATUSES[error.code] : undefined;
  for (const name of DESCRIBING) reply.removeHeader(name);
  reply.header("cache-control", "no-store").type("application/json; charset=utf-8");
  if (status === undefined || !isTerraceError(error)) {
    onError(error);
    return reply.code(503).send(UNREADABLE);
  }
  if (error.code === "unavailable") reply.header("retry-after", String(error.retryAfterSeconds ?? 1));
  return reply.code(status).send(errorBody(error.code, error.message));
}
