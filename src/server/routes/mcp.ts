import type { FastifyReply, FastifyRequest } from "fastify";
import type { CallBounds } from "../../mcp/call-bounds.ts";
import { loadMcp } from "../../mcp/load-mcp.ts";
import { BRIEFING_TOOL_NAME, CHANGES_TOOL_NAME, FILTER_TOOL_NAME } from "../../mcp/tools/tool.ts";
import { deadlineExceeded } from "../../runtime/abort.ts";
import { lazy } from "../../runtime/lazy.ts";
import { endsWithin } from "../../runtime/time/within.ts";
import type { AccessControl } from "../admission/access-control.ts";
import { COSTS } from "../admission/limits/limits.ts";
import type { Answer, RouteCall, RouteParts } from "../admission/route.ts";
import { whenClosed } from "../wire/http/when-closed.ts";
import type { UnreadAnswers } from "../wire/outbox/unread-answers.ts";

/** Most messages in a batch; each answer may have 130 kB. */
const MAX_MESSAGES = 8;

/** Memory reserved per request: the largest method answer, from which a tool selects. */
const WORK_BYTES = 8 * 2 ** 20;

/** Grace period for calls to report their own timeout. */
const GRACE_MS = 1000;

/** JSON-RPC error codes: a server-defined one for denials, and invalid request. */
const REFUSED = -32_000;
const INVALID_REQUEST = -32_600;

type BoundedHandler = (request: Request, parsedBody: unknown, bounds: CallBounds) => Promise<Response>;

/** `POST /mcp`: MCP over streamable HTTP, sessionless. Callers are identified and counted like all others. */
export function mcpAnswer(parts: RouteParts, unread: UnreadAnswers): Answer {
  const { log } = parts;
  const handler = lazy(async (): Promise<BoundedHandler> => {
    const { mcpServers } = await import("../../mcp/create-mcp-server.ts");
    const { createMcpHandler } = loadMcp();
    const newServer = mcpServers({
      ...parts,
      dataDir: parts.config.dataDir,
      onError: (err) => log.error({ err }, "a tool failed"),
    });
    const boundsOf = new WeakMap<Request, CallBounds>();
    const { fetch } = createMcpHandler(
      ({ requestInfo }) => newServer(requestInfo && boundsOf.get(requestInfo)),
      {
        onerror: (err) => log.warn({ err }, "a message of an assistant was refused"),
      },
    );
    return (request, parsedBody, bounds) => {
      boundsOf.set(request, bounds);
      return fetch(request, request.method === "POST" ? { parsedBody } : {});
    };
  });
  return (call) => answerMcp(call, handler, unread);
}

/** `GET /mcp/catalog.json`: the tools, for people. */
async function catalogOf({ methods }: RouteParts) {
  const [{ offeredTools, RESOURCES, SERVER_INFO, TEMPLATES }, { GUIDES }, { PROMPTS }] = await Promise.all([
    import("../../mcp/create-mcp-server.ts"),
    import("../../mcp/guides.ts"),
    import("../../mcp/prompts.ts"),
  ]);
  const tools = offeredTools(methods);
  return {
    server: SERVER_INFO,
    authentication: { type: "bearer", required: false },
    toolCount: tools.length,
    tools,
    resources: [...RESOURCES, ...GUIDES.map(({ name, uri, title }) => ({ name, uri, title }))],
    resourceTemplates: TEMPLATES.map(({ uri, title }) => ({ uriTemplate: uri, title })),
    prompts: PROMPTS.map(({ text: _, ...prompt }) => prompt),
  };
}

/** `GET /.well-known/mcp/server-card.json`: the same for directories. */
async function cardOf(parts: RouteParts) {
  const { server, tools, resources, resourceTemplates, prompts, authentication } = await catalogOf(parts);
  return {
    ...server,
    description:
      "Australian suburbs, prices, companies and public life, each figure with source and date. Read-only.",
    transport: { type: "streamable-http", endpoint: "/mcp" },
    authentication,
    capabilities: { tools: {}, resources: {}, prompts: {} },
    tools: tools.map(({ name, title, description }) => ({ name, title, description })),
    resources,
    resourceTemplates,
    prompts,
  };
}

/** Serves one of them, rendered once; not counted. */
export async function mcpDocument(name: "catalog" | "card", parts: RouteParts): Promise<Answer> {
  const text = JSON.stringify(await (name === "card" ? cardOf : catalogOf)(parts));
  return ({ reply }) => reply.type("application/json; charset=utf-8").send(text);
}

async function answerMcp(
  call: RouteCall,
  handler: () => Promise<BoundedHandler>,
  unread: UnreadAnswers,
): Promise<FastifyReply> {
  const { request, reply, caller } = call;
  const { accessControl, slots, config } = call.parts;
  const { requestTimeoutMs } = config;
  const messages: readonly unknown[] = Array.isArray(request.body) ? request.body : [request.body];
  const problem = problemOf(messages, accessControl.mostAtOnce(caller));
  const admission = accessControl.admit(caller, problem === undefined ? costOf(messages) : COSTS.rpc);
  reply.headers(admission.headers);
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
  // Load code before the timer starts.
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
    // Calls report a timeout themselves, but a canceled one never answers.
    if (!(await endsWithin(whole, requestTimeoutMs + GRACE_MS))) {
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

/** Why a batch can never be answered, no matter how long its caller waits; undefined if it can. */
function problemOf(
  messages: readonly unknown[],
  most: ReturnType<AccessControl["mostAtOnce"]>,
): string | undefined {
  const others = "send the others in requests of their own";
  const count = messages.flatMap(toolsOf).length;
  if (count > MAX_MESSAGES) {
    return `a batch of ${count} messages; at most ${MAX_MESSAGES} are answered: ${others}`;
  }
  const cost = costOf(messages);
  // A single message never costs more than its caller's whole limit.
  if (cost <= most.cost || count === 1) return undefined;
  const what = `a batch of ${count} messages that counts as ${cost} requests`;
  return `${what}; you may make ${most.cost} a ${most.per}: send fewer, and ${others}`;
}

/** Cost of a batch; tools that return rows of a file cost as much as a file. */
function costOf(messages: readonly unknown[]): number {
  let cost = 0;
  const isFile = (tool: unknown) => tool === FILTER_TOOL_NAME || tool === CHANGES_TOOL_NAME;
  for (const tool of messages.flatMap(toolsOf)) cost += isFile(tool) ? COSTS.exports : COSTS.rpc;
  return Math.max(COSTS.rpc, cost);
}

/** Tools that a message calls; each question of a briefing counts. */
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
  // Without a body: it is parsed already.
  return new Request(`http://localhost${request.url}`, { method, headers, signal });
}

function setHead(reply: FastifyReply, answer: Response): FastifyReply {
  reply.code(answer.status).header("cache-control", "no-store");
  // Not allowed in HTTP/2, and not needed in HTTP/1.1.
  for (const [name, value] of answer.headers) if (name !== "connection") reply.header(name, value);
  return reply;
}
