import { Code } from "@connectrpc/connect";
import { codeToHttpStatus } from "@connectrpc/connect/protocol-connect";
import type { FastifyReply } from "fastify";
import { errorBody, UNREADABLE } from "../../../rpc/error-body.ts";
import { toConnectError } from "../../../rpc/to-connect-error.ts";
import { isTerraceError } from "../../../runtime/errors.ts";

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
  const { code } = toConnectError(error);
  for (const name of DESCRIBING) reply.removeHeader(name);
  reply.header("cache-control", "no-store").type("application/json; charset=utf-8");
  if (code === Code.Internal || !isTerraceError(error)) {
    onError(error);
    return reply.code(503).send(UNREADABLE);
  }
  if (error.code === "unavailable") reply.header("retry-after", String(error.retryAfterSeconds ?? 1));
  return reply.code(codeToHttpStatus(code)).send(errorBody(error.code, error.message));
}
