import { Readable } from "node:stream";
import type { McpHttpHandler } from "@modelcontextprotocol/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { McpParts } from "../../mcp/create-mcp-server.ts";
import { lazy } from "../../runtime/lazy.ts";
import type { AccessControl } from "../callers/access-control.ts";
import { identifyPlain } from "../callers/plain-admission.ts";
import { COSTS } from "../limits/limits.ts";

export interface McpRouteOptions extends McpParts {
  readonly accessControl: AccessControl;
  readonly onFailure: (error: unknown) => void;
}

const BODY_BYTES = 1_048_576;

/** JSON-RPC's number for what the server refuses by a rule of its own. */
const REFUSED = -32_000;

/**
 * Registers `POST /mcp`, the Model Context Protocol over streamable HTTP, without sessions: callers are identified,
 * counted and logged as those of any other call. `GET /mcp/catalog.json` lists the tools for people and directories.
 */
export function registerMcp(scope: FastifyInstance, options: McpRouteOptions): void {
  const handler = lazy(async (): Promise<McpHttpHandler> => {
    const [{ createMcpHandler }, { mcpServers }] = await Promise.all([
      import("@modelcontextprotocol/server"),
      import("../../mcp/create-mcp-server.ts"),
    ]);
    return createMcpHandler(mcpServers(options), {
      maxRequestBodySize: BODY_BYTES,
      onerror: options.onFailure,
    });
  });
  for (const url of ["/mcp", "/mcp/"]) {
    scope.route({
      method: ["POST", "GET", "DELETE"],
      url,
      bodyLimit: BODY_BYTES,
      handler: (request, reply) => answerMcp(request, reply, handler, options),
    });
  }
  scope.get("/mcp/catalog.json", async (_request, reply) => {
    const { offeredTools, RESOURCES, SERVER_INFO } = await import("../../mcp/create-mcp-server.ts");
    const tools = offeredTools(options.methods);
    return reply.header("cache-control", "public, max-age=3600").send({
      server: SERVER_INFO,
      authentication: { type: "bearer", required: false },
      toolCount: tools.length,
      tools,
      resources: RESOURCES,
      prompts: [],
    });
  });
}

async function answerMcp(
  request: FastifyRequest,
  reply: FastifyReply,
  handler: () => Promise<McpHttpHandler>,
  { accessControl }: McpRouteOptions,
): Promise<FastifyReply> {
  const caller = await identifyPlain(request, reply, accessControl);
  if (caller === undefined) return reply;
  const admission = accessControl.admit(caller, COSTS.rpc * callsIn(request.body));
  for (let i = 0; i < admission.headers.length; i += 2) {
    reply.header(admission.headers[i], admission.headers[i + 1]);
  }
  if (!admission.isAdmitted) {
    const { detail } = admission;
    const id = (request.body as { id?: unknown } | null | undefined)?.id ?? null;
    const error = { code: REFUSED, message: detail.message, data: detail };
    return reply.code(429).header("cache-control", "no-store").send({ jsonrpc: "2.0", id, error });
  }
  const stop = new AbortController();
  reply.raw.once("close", () => stop.abort());
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || name.startsWith(":") || name === "content-length") continue;
    headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  const isPost = request.method === "POST";
  const asked = new Request(`http://localhost${request.url}`, {
    method: request.method,
    headers,
    signal: stop.signal,
    ...(isPost ? { body: JSON.stringify(request.body) } : {}),
  });
  const answer = await (await handler()).fetch(asked, isPost ? { parsedBody: request.body } : {});
  reply.code(answer.status).header("cache-control", "no-store");
  for (const [name, value] of answer.headers) reply.header(name, value);
  if (answer.body === null) return reply.send();
  return reply.send(Readable.fromWeb(answer.body as never));
}

/** Messages of a request, each of which counts; at least one. */
function callsIn(body: unknown): number {
  return Array.isArray(body) ? Math.max(1, body.length) : 1;
}
