import type { FastifyReply, FastifyRequest } from "fastify";
import { errorBody } from "../../rpc/error-body.ts";
import { peerAddress } from "../wire/http/client-address.ts";
import { isGone } from "../wire/http/raw-request.ts";
import type { AccessControl } from "./access-control.ts";
import type { Caller } from "./callers/identity.ts";

/** Who may call an endpoint without a token: those whose User-Agent names them, or tools of any name, as of files. */
export type AgentRule = "named" | "any";

/** Who calls a plain endpoint; undefined when there is nobody to answer, or the agent policy refused and so answered the request. */
export async function identifyPlain(
  request: FastifyRequest,
  reply: FastifyReply,
  accessControl: AccessControl,
  agents: AgentRule = "named",
): Promise<Caller | undefined> {
  const { headers } = request;
  const caller = await accessControl.identify({ headers, peer: peerAddress(request.raw) });
  request.terraceCaller = caller;
  if (isGone(request.raw)) {
    reply.hijack();
    return undefined;
  }
  if (agents === "any") return caller;
  const message = accessControl.agentProblem(caller, headers["user-agent"]);
  if (message === undefined) return caller;
  reply.code(403).send(errorBody("permission_denied", message, "permission_denied"));
  return undefined;
}

/** Counts the request of a plain endpoint and sets the limit headers; false when it was refused, and so answered. */
export function admitPlain(
  reply: FastifyReply,
  accessControl: AccessControl,
  caller: Caller,
  cost: number,
): boolean {
  const admission = accessControl.admit(caller, cost);
  for (let i = 0; i < admission.headers.length; i += 2) {
    reply.header(admission.headers[i], admission.headers[i + 1]);
  }
  if (admission.isAdmitted) return true;
  const { detail } = admission;
  const body = { ...errorBody("resource_exhausted", detail.message, "resource_exhausted"), detail };
  reply.code(429).header("cache-control", "no-store").send(body);
  return false;
}
