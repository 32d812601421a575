import type { McpServer } from "@modelcontextprotocol/server";
import { fullName } from "../domains/domain.ts";
import { EXPORTS } from "../domains/index.ts";
import { METRICS } from "../domains/suburbs/metrics/metric-registry.ts";
import type { Engine } from "../engine/engine.ts";
import { addressOf, formatsOf } from "../exports/formats.ts";
import type { Switches } from "../rpc/switches.ts";
import type { UnaryMethod } from "../rpc/unary-method.ts";
import { untilAborted } from "../runtime/abort.ts";
import { isTerraceError, TerraceError } from "../runtime/errors.ts";
import { packageVersion } from "../runtime/package-version.ts";
import { BRIEFING_TOOL, briefing } from "./briefing.ts";
import { bounded, type CallBounds, callsInTurn, type InTurn } from "./call-bounds.ts";
import { callTool, toolProblem } from "./call-tool.ts";
import { CHANGES_TOOL, changesAnswer } from "./changes-tool.ts";
import { FILTER_TOOL, filterSuburbs } from "./filter-tool.ts";
import { GUIDES } from "./guides.ts";
import { loadMcp } from "./load-mcp.ts";
import { addPrompts } from "./prompts.ts";
import { ANSWER_SCHEMA } from "./tool-answer.ts";
import { toolSchema } from "./tool-schema.ts";
import { PUBLIC_TOOLS } from "./tools/public-tools.ts";
import { STOCK_TOOLS } from "./tools/stock-tools.ts";
import { SUBURB_TOOLS } from "./tools/suburb-tools.ts";
import { methodMeant, type Tool } from "./tools/tool.ts";

/** Tools that map to RPC methods. Descriptions state when to use each one, and its units. */
export const TOOLS: readonly Tool[] = [...SUBURB_TOOLS, ...STOCK_TOOLS, ...PUBLIC_TOOLS];

export interface McpParts {
  readonly engine: Engine;
  readonly methods: readonly UnaryMethod[];
  readonly switches: () => Switches;
  /** Data directory with the record of publications. */
  readonly dataDir?: string | undefined;
  /** Called with errors that are not the caller's fault. */
  readonly onError?: (error: unknown) => void;
}

const ICON =
  "data:image/svg+xml;base64," +
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#1b6e53" d="M1 21V9l5-5 5 5v12H8v-5H4v5zm12 0V9l5-5 5 5v12h-3v-5h-4v5z"/></svg>',
  ).toString("base64");

export const SERVER_INFO = {
  name: "terrace",
  title: "Terrace: Australian housing and public data",
  version: packageVersion(),
  icons: [{ src: ICON, mimeType: "image/svg+xml", sizes: ["any"] }],
};

const INSTRUCTIONS =
  "Terrace answers questions about Australian suburbs, house prices, price cuts of listings, economic series, short positions, companies, news, members of parliament and party funding. Every answer names its snapshot, date, sources and licences: cite them. A missing value is unknown, never zero. Metric keys come from describe_metrics, all other keys from search. Use briefing for several questions at once. Whole tables are available as files: terrace://files lists their URLs; terrace://guides/asking explains how to ask.";

export function offeredTools(methods: readonly UnaryMethod[]) {
  const made = TOOLS.map((tool) => {
    const inputSchema = toolSchema(tool, (method) => methodOf(methods, method).desc.input);
    return { name: tool.name, title: tool.title, description: tool.description, inputSchema };
  });
  const special = [FILTER_TOOL, CHANGES_TOOL, BRIEFING_TOOL].map(({ schema, ...tool }) => ({
    ...tool,
    inputSchema: schema,
  }));
  return [...made, ...special];
}

/** Nothing changes while a server runs, so clients need not subscribe to list changes. */
const CAPABILITIES = {
  tools: { listChanged: false },
  resources: { listChanged: false },
  prompts: { listChanged: false },
};

/** The bounds of the request, and a signal that also aborts when the client cancels. */
type OneCall = Partial<CallBounds> & Pick<CallBounds, "signal">;

type Call = (given: Readonly<Record<string, unknown>>, call: OneCall) => Promise<Record<string, unknown>>;

/**
 * Returns a factory of MCP servers, one per connection or request; they keep no state between two. The shared
 * parts, above all the compiled argument schemas, are built once: building takes ten times as long as a call.
 * Without bounds, a connection has the process to itself: calls run concurrently, each with the library's
 * default timeout.
 */
export function mcpServers(parts: McpParts): (bounds?: CallBounds) => McpServer {
  const { engine, methods, switches, dataDir, onError } = parts;
  const { fromJsonSchema, McpServer } = loadMcp();
  const calls = new Map<string, Call>(
    TOOLS.map((tool) => [
      tool.name,
      (given, call) => {
        const meant = methodMeant(tool, given);
        const method = methodOf(methods, meant.method);
        return callTool(tool, meant, method, given, () => engine.manifest, call);
      },
    ]),
  );
  calls.set(FILTER_TOOL.name, async (given, { signal, takePlace }) => {
    const giveBack = takePlace?.();
    // The query ignores the signal in places: hold the slot until it has really ended.
    const rows = filterSuburbs(engine, given, signal).finally(giveBack);
    return untilAborted(rows, signal);
  });
  calls.set(CHANGES_TOOL.name, (given, { signal }) =>
    untilAborted(changesAnswer(engine, switches(), dataDir, given), signal),
  );
  calls.set(BRIEFING_TOOL.name, (given, call) => briefing(calls, given, call));
  const outputSchema = fromJsonSchema<Record<string, unknown>>(ANSWER_SCHEMA as never);
  const tools = offeredTools(methods).map(({ name, title, description, inputSchema }) => ({
    name,
    config: {
      title,
      description,
      inputSchema: fromJsonSchema<Record<string, unknown>>(inputSchema as never),
      outputSchema,
      annotations: { title, readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    },
    call: calls.get(name)!,
  }));
  return (bounds) => {
    const server = new McpServer(SERVER_INFO, { instructions: INSTRUCTIONS, capabilities: CAPABILITIES });
    const inTurn: InTurn = bounds === undefined ? (call) => call() : callsInTurn();
    for (const { name, config, call } of tools) {
      server.registerTool(name, config, (given, { mcpReq }) =>
        inTurn(async () => {
          try {
            const answer = await bounded(bounds, mcpReq.signal, (signal) =>
              call(given, { ...bounds, signal }),
            );
            return { content: [{ type: "text", text: JSON.stringify(answer) }], structuredContent: answer };
          } catch (error) {
            if (!isTerraceError(error) || error.code === "internal") onError?.(error);
            return { content: [{ type: "text", text: toolProblem(error) }], isError: true };
          }
        }),
      );
    }
    addResources(server, engine, inTurn);
    for (const template of TEMPLATES) {
      const { uri, title, tool, argument } = template;
      const config = { title, mimeType: "application/json" };
      server.registerResource(
        tool,
        new (loadMcp().ResourceTemplate)(uri, { list: undefined }),
        config,
        (address, variables, { mcpReq }) =>
          inTurn(async () => {
            const key = decodeURIComponent(String(variables[argument]));
            const given = { [argument]: tool === "economic_series" ? [key] : key };
            const answer = await bounded(bounds, mcpReq.signal, (signal) =>
              calls.get(tool)!(given, { ...bounds, signal }),
            );
            return contentsAt(address.href, "application/json", JSON.stringify(answer));
          }),
      );
    }
    addPrompts(server);
    return server;
  };
}

export const RESOURCES = [
  { name: "metrics", uri: "terrace://metrics", title: "Suburb metrics: keys, labels, units, categories" },
  { name: "tables", uri: "terrace://tables", title: "Tables of the snapshot and their rows" },
  { name: "files", uri: "terrace://files", title: "Whole tables as files: addresses, parameters, formats" },
  { name: "sources", uri: "terrace://sources", title: "Publishers, licences, dates and attributions" },
] as const;

/** Resources by key, each answered by a tool. */
export const TEMPLATES = [
  {
    uri: "terrace://suburbs/{salCode}",
    title: "A suburb by its sal_code",
    tool: "suburb_profile",
    argument: "salCode",
  },
  {
    uri: "terrace://stocks/{productCode}",
    title: "A stock by its code",
    tool: "company_profile",
    argument: "productCode",
  },
  {
    uri: "terrace://series/{seriesKeys}",
    title: "An economic series by its key",
    tool: "economic_series",
    argument: "seriesKeys",
  },
] as const;

const FILES = EXPORTS.map((declared) => ({
  address: `${addressOf(declared)}.{${formatsOf(declared).join(",")}}`,
  title: declared.title,
  about: declared.doc,
  ...(declared.key === undefined ? {} : { key: declared.key }),
  parameters: declared.parameters,
}));

const contentsAt = (uri: string, mimeType: string, text: string) => ({ contents: [{ uri, mimeType, text }] });

function addResources(server: McpServer, engine: Engine, inTurn: InTurn): void {
  const contents = {
    metrics: () =>
      METRICS.map(({ key, kind, unit, label, derivation, categories }) => ({
        key,
        kind,
        unit,
        label,
        derivation,
        ...(categories.length === 0 ? {} : { categories }),
      })),
    tables: () => engine.manifest.rowCounts,
    files: () => FILES,
    sources: () => engine.manifest.sources.filter(({ withheld }) => withheld !== true),
  };
  for (const { name, uri, title, text } of GUIDES) {
    const mimeType = "text/markdown";
    server.registerResource(name, uri, { title, mimeType }, async () => contentsAt(uri, mimeType, text));
  }
  for (const { name, uri, title } of RESOURCES) {
    const mimeType = "application/json";
    server.registerResource(name, uri, { title, mimeType }, () =>
      inTurn(async () => contentsAt(uri, mimeType, JSON.stringify(contents[name]()))),
    );
  }
}

function methodOf(methods: readonly UnaryMethod[], name: string): UnaryMethod {
  const method = methods.find(({ desc }) => fullName(desc) === name);
  if (method === undefined) throw new TerraceError("internal", `no method ${name} for a tool`);
  return method;
}
