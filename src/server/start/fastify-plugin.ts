import type { FastifyBaseLogger, FastifyInstance, onRequestHookHandler } from "fastify";
import { productServices } from "../../domains/public-methods.ts";
import { enginePartsOf, type TerraceEngine } from "../../library/open-engine.ts";
import { snapshotFacts } from "../../rpc/pinned-method.ts";
import { admissionHook } from "../admission/admission.ts";
import { accessRules } from "../admission/callers/access-rules.ts";
import { openStreamsHook } from "../admission/open-streams.ts";
import { conditionalHook } from "../calls/connect/conditional.ts";
import { registerRpcScope } from "../calls/rpc-scope.ts";
import { answerValidity } from "../routes/switches.ts";
import { REFLECTION_PATHS } from "../wire/http/rpc-path.ts";
import { UnreadAnswers } from "../wire/outbox/unread-answers.ts";
import { type IdentityOptions, type LimitsOptions, openPluginAccess } from "./plugin-access.ts";

/** Plugin options; Fastify's own `prefix` is put before each route. */
export interface TerraceFastifyOptions {
  /** The engine from `openEngine`. The host closes it, after the app. */
  readonly engine: TerraceEngine;
  /** Verifies tokens and denies default agents of tools; without it, callers are not identified. */
  readonly identity?: IdentityOptions | undefined;
  /** Counts and limits calls per caller; without it, there are no limits. */
  readonly limits?: LimitsOptions | undefined;
  /** The host's own hooks for RPCs of Terrace; not run for other routes. */
  readonly admission?: readonly onRequestHookHandler[] | undefined;
  /** Deadline of a call that sets none; default 10 seconds. */
  readonly requestTimeoutMs?: number | undefined;
  /** Most bytes of a request; default: each method's own limit, 64 KiB for most. */
  readonly readMaxBytes?: number | undefined;
  /** Cache-Control of answers to GET, which have an ETag; default `no-cache`: store, but revalidate. */
  readonly cacheControl?: string | undefined;
  /** Serves gRPC reflection; off by default, as the host may have its own. */
  readonly reflection?: boolean | undefined;
  /** Logs failed calls; default: the app's logger. */
  readonly logger?: FastifyBaseLogger | undefined;
}

const REQUEST_TIMEOUT_MS = 10_000;
const CACHE_CONTROL = "no-cache";

/**
 * A Fastify plugin that serves all methods in its own scope: the host's routes, parsers, hooks and error
 * handler are unaffected. It adds no health route, opens no port, and leaves the engine open when the app
 * closes.
 */
export async function terraceFastify(app: FastifyInstance, options: TerraceFastifyOptions): Promise<void> {
  const { engine, methods, switches, now, partsDropped } = enginePartsOf(options.engine);
  const log = options.logger ?? app.log;
  const accessControl = await openPluginAccess({ identity: options.identity, limits: options.limits, log });
  if (accessControl !== undefined) app.addHook("onClose", () => accessControl.close());
  const rules = new Map(Array.from(accessRules(), ([path, rule]) => [`${app.prefix}${path}`, rule]));
  const common = {
    methods,
    snapshotFacts: () => snapshotFacts(engine.manifest),
    readMaxBytes: options.readMaxBytes,
  };
  const conditional = conditionalHook({
    ...common,
    prefix: app.prefix,
    answerValidity: answerValidity(switches, now),
    partsDropped,
    cacheControl: options.cacheControl ?? CACHE_CONTROL,
  });
  const { trustedProxies = "", clientIpHeader = "" } = options.identity ?? {};
  const streams = openStreamsHook({ trustedProxies, clientIpHeader, prefix: app.prefix });
  const admission = accessControl === undefined ? [] : [admissionHook(accessControl, rules)];
  registerRpcScope(app, {
    ...common,
    logger: log,
    unread: new UnreadAnswers(),
    requestTimeoutMs: options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
    ownUnaryRoute: "handler",
    admission: [streams, ...admission, ...(options.admission ?? []), conditional],
    otherPaths: options.reflection ? REFLECTION_PATHS : [],
    async loadMount() {
      const { mountReflection } = await import("../../rpc/reflection/reflection-service.ts");
      return (router) => {
        if (options.reflection) mountReflection(router, productServices);
      };
    },
  });
}
