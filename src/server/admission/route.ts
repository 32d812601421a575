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

/** What the routes of a server share. */
export interface RouteParts {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly engine: Engine;
  readonly accessControl: AccessControl;
  /** Places among the files that are sent at once. */
  readonly slots: ExportSlots;
  readonly methods: readonly UnaryMethod[];
  readonly switches: () => Switches;
  /** What answers depend on in addition to the snapshot and the request. */
  readonly answerValidity: () => string;
  /** Public address of the server, without a slash at its end. */
  readonly webUrl: () => string;
  /** Folder of a snapshot's files, by its id. */
  readonly directoryOf: (snapshotId: string) => string;
  /** True when the port speaks TLS. */
  readonly isTls: boolean;
  /** Runs when the server closes. */
  readonly onClose: (close: () => void) => void;
}

/** Who may call without a token: those whose User-Agent names them, or tools of any name, as of files. */
export type AgentRule = "named" | "any";

/** An operator's secret, and what is said to callers without it. */
export interface RouteToken {
  readonly secret: string;
  readonly needed: string;
}

/** What is at a path. */
export interface Route {
  /** GET and HEAD unless given. */
  readonly method?: HTTPMethods[];
  readonly url: string;
  /** Who may ask: everybody, uncounted; callers who are counted, of tools of any name or only named ones; operators. */
  readonly access: "open" | AgentRule | RouteToken;
  /** Calls that an answer counts for. */
  readonly cost?: number | undefined;
  /** How long an answer may be kept, unless it says so itself. */
  readonly cacheControl?: string | undefined;
  readonly bodyLimit?: number;
  /** Loads what answers, with the first request: a server that starts should not wait for it. */
  load(): Promise<Answer>;
}

export type Answer = (call: RouteCall) => FastifyReply | Promise<FastifyReply>;

/** Answers requests as a route declares: access, caching, failures, and what is held until the answer was sent. */
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

/** What an answer is described by, before it is counted. */
interface Head {
  /** Changes whenever the answer does. */
  readonly etag?: string;
  /** Whether the caller has the answer already; decided by the tag unless given. */
  readonly isHeld?: boolean;
  /** Calls that it counts for, in place of the route's. */
  readonly cost?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One request of a route, and what it holds until it is answered. */
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

  /** Finds out who calls; false where nobody is to be answered, or a tool without a name was. */
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

  /** The snapshot that is asked, open until the answer was sent. */
  get view(): SnapshotView {
    if (this.#view === undefined) {
      const pin = this.parts.engine.pin();
      this.#releases.push(pin.release);
      this.#view = pin.view;
    }
    return this.#view;
  }

  /** Fires when the caller is gone. */
  get signal(): AbortSignal {
    if (this.#stop === undefined) {
      const stop = new AbortController();
      this.#stop = stop;
      whenClosed(this.reply, () => stop.abort());
    }
    return this.#stop.signal;
  }

  /** Who calls; known on routes that are not open. */
  get caller(): Caller {
    return this.#caller!;
  }

  /** What goes before the paths of the same snapshot. */
  get prefix(): string {
    return this.request.terraceAddress?.prefix ?? "";
  }

  /** How long an answer from these dataset tables may be kept. */
  cacheControl(tables: readonly string[] | undefined): string {
    return this.request.terraceAddress?.cacheControl(tables) ?? this.parts.config.cacheControl;
  }

  /** How a file is read: bounded by the caller's patience, and counted for its place. */
  get reading() {
    const { signal, onError } = this;
    const onTaken = (byteLength: number) => this.#place?.taken(byteLength);
    return { signal, onError, onTaken, pieceTimeoutMs: this.parts.config.answerTimeoutMs };
  }

  /** Logs a failure that is not the caller's. */
  readonly onError = (err: unknown): void => {
    this.parts.log.error({ err, route: this.#route.url }, "a request could not be answered");
  };

  /** Counts the answer and describes it; false where it was answered: 304 as the caller has it, or 429. */
  admits({ etag, isHeld, cost = this.#route.cost ?? 0, headers = {} }: Head = {}): boolean {
    const { request, reply } = this;
    const held = isHeld ?? (etag !== undefined && isTagMatch(request.headers["if-none-match"], etag));
    if (!held && this.#caller !== undefined && !this.#isCounted(this.#caller, cost)) return false;
    reply.headers(headers);
    if (etag !== undefined) reply.header("etag", etag);
    if (held) reply.code(304).send();
    return !held;
  }

  /** Counts calls and sets the limit headers; false when they were refused, and so answered. */
  #isCounted(caller: Caller, cost: number): boolean {
    const admission = this.parts.accessControl.admit(caller, cost);
    this.reply.headers(admission.headers);
    if (admission.isAdmitted) return true;
    const { detail } = admission;
    const body = { ...errorBody("resource_exhausted", detail.message, "resource_exhausted"), detail };
    this.reply.code(429).header("cache-control", "no-store").send(body);
    return false;
  }

  /** Takes a place among the files that are sent, until the answer was; throws when none is left. */
  takePlace(): ExportPlace {
    this.#place = this.parts.slots.take(this.caller.identifier);
    this.#releases.push(this.#place.release);
    return this.#place;
  }

  /** Releases something when the answer was sent, or nobody waits for it any more. */
  whenSent(release: () => unknown): void {
    this.#releases.push(release);
  }

  /** Sends what is made while it is read, nothing of it to HEAD. */
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

  /** Called when the answer is known: what a stream needs stays until it was read. */
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

/** Headers of the answer that a failure takes the place of. */
const DESCRIBING = [
  "etag",
  "content-encoding",
  "content-disposition",
  "content-length",
  "content-range",
  "last-modified",
  "link",
];

/** Answers a plain endpoint's failure: the message where it is the caller's to mend, otherwise only that it failed. */
function plainError(reply: FastifyReply, error: unknown, onError: (error: unknown) => void): FastifyReply {
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
