import type { FastifyInstance } from "fastify";
import { errorBody } from "../../rpc/error-body.ts";
import { TerraceError } from "../../runtime/errors.ts";
import { isSameSecret } from "../admission/callers/identity.ts";
import { bearerToken } from "../admission/callers/token.ts";
import type { QuotaHealth } from "../admission/limits/quota-ledger.ts";

/** Long enough not to be guessed, and without the spaces that a header would cut it at. */
const TOKEN = /^[\x21-\x7e]{16,}$/;

/**
 * Registers `GET /internal/limits`, which tells whether limits are on and whether their store works: a limiter that
 * fails open cannot be judged by the absence of refusals. Not there without a token.
 */
export function registerInternalLimits(
  scope: FastifyInstance,
  health: () => QuotaHealth | undefined | Promise<QuotaHealth | undefined>,
  token: string,
): void {
  if (token === "") return;
  if (!TOKEN.test(token)) {
    throw new TerraceError(
      "bad_config",
      "TERRACE_INTERNAL_TOKEN must have at least 16 printable characters and no spaces",
    );
  }
  scope.get("/internal/limits", async (request, reply) => {
    reply.header("cache-control", "no-store");
    if (!isSameSecret(bearerToken(request.headers.authorization), token)) {
      const message = "this view needs the operator's token: Authorization: Bearer";
      return reply.code(401).header("www-authenticate", "Bearer").send(errorBody("unauthenticated", message));
    }
    const found = await health();
    return reply.send(found === undefined ? { enabled: false } : { enabled: true, health: found });
  });
}
