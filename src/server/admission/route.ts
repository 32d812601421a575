import type { Readable } from "node:stream";
import { Code } from "@connectrpc/connect";
import { codeToHttpStatus } from "@connectrpc/connect/protocol-connect";
import type { FastifyBaseLogger, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import type { Config } from "../../config/config.ts";
import type { Engine } from "../../engine/engine.ts";
import type { SnapshotView } from "../../engine/view.ts";
import { errorBody, UNREADABLE } from "../../rpc/error-body.ts";
import type { Switches } from "../../rpc/switches.ts";
import { toConnectError } from "../../rpc/to-connect-error.ts";
import type { UnaryMethod } from "../../rpc/unary-method.ts";
import { isTerraceError } from "../../runtime/errors.ts";
import { lazy } from "../../runtime/lazy.ts";
import { acceptedEncoding } from "../wire/http/accepted-encoding.ts";
import { peerAddress } from "../wire/http/client-address.ts";
import { isTagMatch } from "../wire/http/entity-tags.ts";
import { cutOff, isGone } from "../wire/http/raw-request.ts";
import { whenClosed } from "../wire/http/when-closed.ts";
import type { AccessControl } from "./access-control.ts";
import { type Caller, isSameSecret } from "./callers/identity.ts";
import { bearerToken } from "./callers/token.ts";
import type { ExportPlace, ExportSlots } from "./export-slots.ts";

export interface RouteParts {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly engine: Engine;
  readonly accessControl: AccessControl;
  readonly slots: ExportSlots;
  readonly methods: readonly UnaryMethod[];
  readonly switches: () => Switches;
  /** State that answers depend on in addition to snapshot and request. */
  readonly answerValidity: () => string;
  /** Public URL without a trailing slash. */
  readonly webUrl: () => string;
  readonly directoryOf: (snapshotId: string) => string;
  readonly isTls: boolean;
  readonly onClose: (close: () => void) => void;
}

/** Which User-Agents work without a token: "named" denies default agents of tools, "any" (files) does not. */
export type AgentRule = "named" | "any";

/** An operator's secret, and the error message for callers without it. */
export interface RouteToken {
  readonly secret: string;
  readonly needed: string;
}

export interface Route {
  /** Default: GET and HEAD. */
  readonly method?: HTTPMethods[];
  readonly url: string;
  /** "open": not identified, not counted; an agent rule: identified and counted; a token: operators only. */
  readonly access: "open" | AgentRule | RouteToken;
  /** Requests that an answer counts as. */
  readonly cost?: number | undefined;
  /** Unless the answer sets its own. */
  readonly cacheControl?: string | undefined;
  readonly bodyLimit?: number;
  /** Loads the handler on the first request, so that the server starts faster. */
  load(): Promise<Answer>;
}

export type Answer = (call: RouteCall) => FastifyReply | Promise<FastifyReply>;

/** Handles requests as a route declares: access, caching, errors, and releases once the answer is sent. */
export function routeHandler(route: Route, parts: RouteParts) {
  const answer = lazy(() => route.load());
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { access, cacheControl } = route;
    const call = new RouteCall(request, reply, route, parts);
    if (typeof access === "object") {
      reply.header("cache-control", "no-store");
      if (!isSameSecret(bearerToken(request.headers.authorization), access.secret)) {
        const body = errorBody("unauthenticated", `${access.needed}: Authorization: Bearer`);
        return reply.code(401).header("www-authenticate", "Bearer").send(body);
      }
    } else if (access !== "open" && !(await call.identifies(access))) return reply;
    if (cacheControl !== undefined) reply.header("cache-control", cacheControl);
    try {
      return await (await answer())(call);
    } catch (error) {
      return plainError(reply, error, call.onError);
    } finally {
      call.end();
    }
  };
}

interface Head {
  readonly etag?: string;
  /** Whether the caller already has the answer; by default, whether the ETag matches. */
  readonly isHeld?: boolean;
  /** Overrides the cost of the route. */
  readonly cost?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export class RouteCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly parts: RouteParts;
  readonly #route: Route;
  readonly #releases: (() => unknown)[] = [];
  #caller: Caller | undefined;
  #view: SnapshotView | undefined;
  #stop: AbortController | undefined;
  #place: ExportPlace | undefined;
  #isStreaming = false;

  constructor(request: FastifyRequest, reply: FastifyReply, route: Route, parts: RouteParts) {
    this.request = request;
    this.reply = reply;
    this.parts = parts;
    this.#route = route;
  }

  /** Identifies the caller; false if it is gone, or if it was answered 403 for its User-Agent. */
  async identifies(agents: AgentRule): Promise<boolean> {
    const { request, reply } = this;
    const { accessControl } = this.parts;
    const { headers } = request;
    const caller = await accessControl.identify({ headers, peer: peerAddress(request.raw) });
    this.#caller = caller;
    request.terraceCaller = caller;
    if (isGone(request.raw)) {
      reply.hijack();
      return false;
    }
    if (agents === "any") return true;
    const message = accessControl.agentProblem(caller, headers["user-agent"]);
    if (message === undefined) return true;
    reply.code(403).send(errorBody("permission_denied", message, "permission_denied"));
    return false;
  }

  /** The current snapshot, pinned until the answer was sent. */
  get view(): SnapshotView {
    if (this.#view === undefined) {
      const pin = this.parts.engine.pin();
      this.#releases.push(pin.release);
      this.#view = pin.view;
    }
    return this.#view;
  }

  /** Aborts when the connection closes. */
  get signal(): AbortSignal {
    if (this.#stop === undefined) {
      const stop = new AbortController();
      this.#stop = stop;
      whenClosed(this.reply, () => stop.abort());
    }
    return this.#stop.signal;
  }

  /** Undefined on routes that are open. */
  get caller(): Caller {
    return this.#caller!;
  }

  /** Path prefix of the snapshot asked for, such as `/at/<id>`; "" for the current one. */
  get prefix(): string {
    return this.request.terraceAddress?.prefix ?? "";
  }

  cacheControl(tables: readonly string[] | undefined): string {
    return this.request.terraceAddress?.cacheControl(tables) ?? this.parts.config.cacheControl;
  }

  /** Options for reading a file: aborted with the caller, and sent bytes count for its slot. */
  get reading() {
    const { signal, onError } = this;
    const onTaken = (byteLength: number) => this.#place?.taken(byteLength);
    return { signal, onError, onTaken, pieceTimeoutMs: this.parts.config.answerTimeoutMs };
  }

  readonly onError = (err: unknown): void => {
    this.parts.log.error({ err, route: this.#route.url }, "a request could not be answered");
  };

  /** Counts the request and sets headers; false if answered already: 304 for a matching ETag, or 429. */
  admits({ etag, isHeld, cost = this.#route.cost ?? 0, headers = {} }: Head = {}): boolean {
    const { request, reply } = this;
    const held = isHeld ?? (etag !== undefined && isTagMatch(request.headers["if-none-match"], etag));
    if (!held && this.#caller !== undefined && !this.#isCounted(this.#caller, cost)) return false;
    reply.headers(headers);
    if (etag !== undefined) reply.header("etag", etag);
    if (held) reply.code(304).send();
    return !held;
  }

  /** Counts the request and sets the limit headers; false if it was answered 429. */
  #isCounted(caller: Caller, cost: number): boolean {
    const admission = this.parts.accessControl.admit(caller, cost);
    this.reply.headers(admission.headers);
    if (admission.isAdmitted) return true;
    const { detail } = admission;
    const body = { ...errorBody("resource_exhausted", detail.message, "resource_exhausted"), detail };
    this.reply.code(429).header("cache-control", "no-store").send(body);
    return false;
  }

  /** Reserves an export slot until the answer was sent; throws if none is free. */
  takePlace(): ExportPlace {
    this.#place = this.parts.slots.take(this.caller.identifier);
    this.#releases.push(this.#place.release);
    return this.#place;
  }

  /** Registers a release for when the answer was sent or the connection closed. */
  whenSent(release: () => unknown): void {
    this.#releases.push(release);
  }

  /** Streams a body, created on demand; HEAD gets only the headers. */
  async stream(make: () => Readable | Promise<Readable>): Promise<FastifyReply> {
    const { request, reply } = this;
    if (request.method === "HEAD") return reply.send();
    const body = await make();
    this.#isStreaming = true;
    this.#place?.mayBeCut(() => {
      this.onError(new Error("a file gave way to others who wait: its caller reads too slowly"));
      cutOff(request.raw);
    });
    whenClosed(reply, () => {
      body.destroy();
      this.#release();
    });
    return reply.send(body);
  }

  /** Called when the handler has returned; a stream keeps its resources until it ends. */
  end(): void {
    if (!this.#isStreaming) this.#release();
  }

  #release(): void {
    for (const release of this.#releases.splice(0)) release();
  }
}

export function acceptsGzip(request: FastifyRequest): boolean {
  return acceptedEncoding(request, ["gzip"]) === "gzip";
}

const ANSWER_HEADERS = [
  "etag",
  "content-encoding",
  "content-disposition",
  "content-length",
  "content-range",
  "last-modified",
  "link",
];

/** Sends the error of a plain endpoint: its message if it is the caller's fault, else 503 without detail. */
function plainError(reply: FastifyReply, error: unknown, onError: (error: unknown) => void): FastifyReply {
  const { code } = toConnectError(error);
  for (const name of ANSWER_HEADERS) reply.removeHeader(name);
  reply.header("cache-control", "no-store").type("application/json; charset=utf-8");
  if (code === Code.Internal || !isTerraceError(error)) {
    onError(error);
    return reply.code(503).send(UNREADABLE);
  }
  if (error.code === "unavailable") reply.header("retry-after", String(error.retryAfterSeconds ?? 1));
  return reply.code(codeToHttpStatus(code)).send(errorBody(error.code, error.message));
}
