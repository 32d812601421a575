import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CallBounds } from "../../mcp/call-bounds.ts";
import type { McpParts } from "../../mcp/create-mcp-server.ts";
import { loadMcp } from "../../mcp/load-mcp.ts";
import { BRIEFING_TOOL_NAME, CHANGES_TOOL_NAME, FILTER_TOOL_NAME } from "../../mcp/tools/tool.ts";
import { deadlineExceeded } from "../../runtime/abort.ts";
import { lazy } from "../../runtime/lazy.ts";
import { endsWithin } from "../../runtime/time/within.ts";
import type { AccessControl } from "../admission/access-control.ts";
import type { ExportSlots } from "../admission/export-slots.ts";
import { COSTS } from "../admission/limits/limits.ts";
import { identifyPlain } from "../admission/plain-admission.ts";
import { whenClosed } from "../wire/http/when-closed.ts";
import type { UnreadAnswers } from "../wire/port/unread-answers.ts";

export interface McpRouteOptions extends McpParts {
  readonly accessControl: AccessControl;
  /** Where room is asked before a request is worked on. */
  readonly unread: UnreadAnswers;
  /** Places of the files in progress, of which rows are one. */
  readonly slots: ExportSlots;
  /** Longest that the calls of a request may take together. */
  readonly requestTimeoutMs: number;
  readonly onFailure: (error: unknown) => void;
}

const BODY_BYTES = 1_048_576;

/** Messages of a request. An assistant that asks several things at once asks a few; each answer may have 130 kB. */
const MOST_MESSAGES = 8;

/** What a request takes while it is worked on: the largest answer of a method, from which a tool chooses. */
const WORK_BYTES = 8 * 2 ** 20;

/** What calls whose time is over have to say so. */
const TELLING_MS = 1000;

/** JSON-RPC's numbers for what the server refuses by a rule of its own, and for a request that cannot be one. */
const REFUSED = -32_000;
const INVALID_REQUEST = -32_600;

/** Answers a request within its bounds. */
type BoundedHandler = (request: Request, parsedBody: unknown, bounds: CallBounds) => Promise<Response>;

/**
 * Registers `POST /mcp`, the Model Context Protocol over streamable HTTP, without sessions: callers are identified,
 * counted and logged as those of any other call. `GET /mcp/catalog.json` lists the tools for people, and
 * `/.well-known/mcp/server-card.json` for directories.
 */
export function registerMcp(scope: FastifyInstance, options: McpRouteOptions): void {
  const handler = lazy(async (): Promise<BoundedHandler> => {
    const { mcpServers } = await import("../../mcp/create-mcp-server.ts");
    const { createMcpHandler } = loadMcp();
    const newServer = mcpServers(options);
    const boundsOf = new WeakMap<Request, CallBounds>();
    const { fetch } = createMcpHandler(
      ({ requestInfo }) => newServer(requestInfo && boundsOf.get(requestInfo)),
      {
        maxRequestBodySize: BODY_BYTES,
        onerror: options.onFailure,
      },
    );
    return (request, parsedBody, bounds) => {
      boundsOf.set(request, bounds);
      return fetch(request, request.method === "POST" ? { parsedBody } : {});
    };
  });
  for (const url of ["/mcp", "/mcp/"]) {
    scope.route({
      method: ["POST", "GET", "DELETE"],
      url,
      bodyLimit: BODY_BYTES,
      handler: (request, reply) => answerMcp(request, reply, handler, options),
    });
  }
  // Made once: nobody counts who asks for it.
  const catalog = lazy(async () => {
    const [{ offeredTools, RESOURCES, SERVER_INFO, TEMPLATES }, { GUIDES }, { PROMPTS }] = await Promise.all([
      import("../../mcp/create-mcp-server.ts"),
      import("../../mcp/guides.ts"),
      import("../../mcp/prompts.ts"),
    ]);
    const tools = offeredTools(options.methods);
    return {
      server: SERVER_INFO,
      authentication: { type: "bearer", required: false },
      toolCount: tools.length,
      tools,
      resources: [...RESOURCES, ...GUIDES.map(({ name, uri, title }) => ({ name, uri, title }))],
      resourceTemplates: TEMPLATES.map(({ uri, title }) => ({ uriTemplate: uri, title })),
      prompts: PROMPTS.map(({ text: _, ...prompt }) => prompt),
    };
  });
  const card = async () => {
    const { server, tools, resources, resourceTemplates, prompts, authentication } = await catalog();
    return {
      ...server,
      description:
        "Australian suburbs, prices, companies and public life, each figure with source and date. Read-only.",
      transport: { type: "streamable-http", endpoint: "/mcp" },
      authentication,
      capabilities: { tools: {}, resources: {}, prompts: {} },
      tools: tools.map(({ name, title, description }) => ({ name, title, description })),
      ...{ resources, resourceTemplates, prompts },
    };
  };
  for (const [url, document] of [
    ["/mcp/catalog.json", catalog],
    ["/.well-known/mcp/server-card.json", card],
  ] as const) {
    const text = lazy(async () => JSON.stringify(await document()));
    scope.get(url, async (_request, reply) =>
      reply
        .header("cache-control", "public, max-age=3600")
        .type("application/json; charset=utf-8")
        .send(await text()),
    );
  }
}

async function answerMcp(
  request: FastifyRequest,
  reply: FastifyReply,
  handler: () => Promise<BoundedHandler>,
  { accessControl, slots, unread, requestTimeoutMs }: McpRouteOptions,
): Promise<FastifyReply> {
  const caller = await identifyPlain(request, reply, accessControl);
  if (caller === undefined) return reply;
  const messages: readonly unknown[] = Array.isArray(request.body) ? request.body : [request.body];
  const problem = problemOf(messages, accessControl.mostAtOnce(caller));
  const admission = accessControl.admit(caller, problem === undefined ? costOf(messages) : COSTS.rpc);
  for (let i = 0; i < admission.headers.length; i += 2) {
    reply.header(admission.headers[i], admission.headers[i + 1]);
  }
  const refuse = (status: number, code: number, message: string, data?: unknown) => {
    const id = (request.body as { id?: unknown } | null | undefined)?.id ?? null;
    reply.code(status).header("cache-control", "no-store");
    return reply.send({ jsonrpc: "2.0", id, error: { code, message, data } });
  };
  if (!admission.isAdmitted) {
    const { detail } = admission;
    return refuse(429, REFUSED, detail.message, detail);
  }
  if (problem !== undefined) return refuse(400, INVALID_REQUEST, problem);
  const gone = new AbortController();
  whenClosed(reply, () => gone.abort());
  // The first request of a server waits for code to be loaded, which is not a part of its time.
  const answer = await handler();
  const room = await unread.enter(request.raw, WORK_BYTES);
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(deadlineExceeded()), requestTimeoutMs);
  const time = { now: () => performance.now(), endsAtMs: performance.now() + requestTimeoutMs };
  const bounds = { signal: late.signal, time, takePlace: () => slots.take(caller.identifier).release };
  try {
    const answering = answer(webRequest(request, gone.signal), request.body, bounds);
    const whole = answering.then(async (response) => ({
      response,
      bytes: Buffer.from(await response.arrayBuffer()),
    }));
    // Calls say themselves that their time is over; one that was canceled, by its caller, says nothing at all.
    if (!(await endsWithin(whole, requestTimeoutMs + TELLING_MS))) {
      gone.abort();
      return refuse(504, REFUSED, deadlineExceeded().message);
    }
    const { response, bytes } = await whole;
    return setHead(reply, response).send(bytes.byteLength === 0 ? undefined : bytes);
  } finally {
    room.release();
    clearTimeout(timer);
  }
}

/** Why a request can never be answered, however long its caller waits; undefined for one that can. */
function problemOf(
  messages: readonly unknown[],
  most: ReturnType<AccessControl["mostAtOnce"]>,
): string | undefined {
  const others = "send the others in requests of their own";
  const count = messages.flatMap(toolsOf).length;
  if (count > MOST_MESSAGES) {
    return `a batch of ${count} messages; at most ${MOST_MESSAGES} are answered: ${others}`;
  }
  const cost = costOf(messages);
  // One alone costs no more than all that its caller has.
  if (cost <= most.cost || count === 1) return undefined;
  const what = `a batch of ${count} messages that counts as ${cost} requests`;
  return `${what}; you may make ${most.cost} a ${most.per}: send fewer, and ${others}`;
}

/** What all messages of a request cost; the rows of a file cost as much as a file. */
function costOf(messages: readonly unknown[]): number {
  let cost = 0;
  const isFile = (tool: unknown) => tool === FILTER_TOOL_NAME || tool === CHANGES_TOOL_NAME;
  for (const tool of messages.flatMap(toolsOf)) cost += isFile(tool) ? COSTS.exports : COSTS.rpc;
  return Math.max(COSTS.rpc, cost);
}

/** The tools that a message asks: each question of a briefing counts as a message of its own. */
function toolsOf(message: unknown): readonly unknown[] {
  const { params } = (message ?? {}) as { params?: { name?: unknown; arguments?: unknown } | null };
  if (params?.name !== BRIEFING_TOOL_NAME) return [params?.name];
  const { questions } = (params.arguments ?? {}) as { questions?: unknown };
  if (!Array.isArray(questions) || questions.length === 0) return [params.name];
  return questions.map((question: { tool?: unknown } | null) => question?.tool);
}

function webRequest(request: FastifyRequest, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || name.startsWith(":") || name === "content-length") continue;
    headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  const { method } = request;
  // The body is given as it was parsed.
  return new Request(`http://localhost${request.url}`, { method, headers, signal });
}

function setHead(reply: FastifyReply, answer: Response): FastifyReply {
  reply.code(answer.status).header("cache-control", "no-store");
  // HTTP/2 knows no such header, and HTTP/1.1 keeps connections without it.
  for (const [name, value] of answer.headers) if (name !== "connection") reply.header(name, value);
  return reply;
}
