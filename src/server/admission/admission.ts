import { Code } from "@connectrpc/connect";
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from "fastify";
import { peerAddress } from "../wire/http/client-address.ts";
import { type CallRefusal, refuseCall } from "../wire/http/refuse-call.ts";
import { rpcPath } from "../wire/http/rpc-path.ts";
import type { AccessControl } from "./access-control.ts";
import type { AccessRule } from "./callers/access-rules.ts";
import type { Caller } from "./callers/identity.ts";
import { COSTS } from "./limits/limits.ts";

declare module "fastify" {
  interface FastifyRequest {
    terraceCaller: Caller | undefined;
  }
}

/**
 * The hook before every RPC: identity, then role, agent policy and limits, so that denied requests use up no
 * quota. Paths without a rule (health, reflection) pass.
 */
export function admissionHook(
  accessControl: AccessControl,
  rules: ReadonlyMap<string, AccessRule>,
): onRequestHookHandler {
  return function admit(request, reply, done) {
    // Look up the raw path first; other spellings reach the same route.
    const rule = rules.get(request.url) ?? rules.get(rpcPath(request) ?? "");
    if (rule === undefined || request.method === "OPTIONS") return done();
    const decide = (caller: Caller) => {
      request.terraceCaller = caller;
      const refusal = decideCall(accessControl, rule, caller, request);
      if (refusal === undefined) done();
      else refuseCall(request, reply as FastifyReply, refusal);
    };
    const caller = accessControl.identify({ headers: request.headers, peer: peerAddress(request.raw) });
    if (caller instanceof Promise) caller.then(decide, done);
    else decide(caller);
  };
}

/** Returns why the call is denied; undefined if admitted, with the rate-limit headers set on the request. */
function decideCall(
  accessControl: AccessControl,
  rule: AccessRule,
  caller: Caller,
  request: FastifyRequest,
): CallRefusal | undefined {
  if (!rule.isPublic) {
    const refusal = roleRefusal(rule, caller);
    if (refusal !== undefined) {
      accessControl.counters.roleRefused(
        refusal.code === Code.Unauthenticated ? "unauthenticated" : "permission_denied",
      );
      return refusal;
    }
  }
  const agentProblem = accessControl.agentProblem(caller, request.headers["user-agent"]);
  if (agentProblem !== undefined) return { code: Code.PermissionDenied, message: agentProblem };
  const admission = accessControl.admit(caller, COSTS.rpc);
  if (!admission.isAdmitted) {
    return { code: Code.ResourceExhausted, message: admission.detail.message, headers: admission.headers };
  }
  request.terraceSuccessHeaders = admission.headers;
  return undefined;
}

function roleRefusal({ requiredRole }: AccessRule, { claims }: Caller): CallRefusal | undefined {
  if (claims === undefined) {
    return { code: Code.Unauthenticated, message: "this method needs an API token: Authorization: Bearer" };
  }
  if (requiredRole === "" || claims.roles.includes(requiredRole)) return undefined;
  return { code: Code.PermissionDenied, message: `this method needs the role "${requiredRole}"` };
}
