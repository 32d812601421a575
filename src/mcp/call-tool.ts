import { create, fromJson, type JsonObject, toJson } from "@bufbuild/protobuf";
import { parseWhere } from "../client/where-text/parse-where.ts";
import { WhereTextError } from "../client/where-text/where-error.ts";
import { METRICS } from "../domains/suburbs/metrics/metric-registry.ts";
import { FilterExpressionSchema } from "../gen/terrace/v1/explorer_pb.ts";
import { askMethod } from "../library/ask-method.ts";
import type { UnaryMethod } from "../rpc/unary-method.ts";
import { invalidArgument, isTerraceError } from "../runtime/errors.ts";
import type { SnapshotManifest } from "../snapshot/manifest/manifest.ts";
import type { Tool } from "./tools.ts";

/** Longest condition that is read. */
const LONGEST_WHERE = 4000;

/** Characters of an answer: what a model can hold besides everything else. */
const MOST_CHARACTERS = 60_000;

/** An answer with what must stand beside it: which data, how old, whose, and whether it is invented. */
export interface ToolAnswer {
  readonly [key: string]: unknown;
  readonly data: unknown;
  readonly snapshot: { readonly id: string; readonly as_of: string; readonly synthetic: boolean };
  readonly sources: readonly {
    readonly publisher: string;
    readonly title: string;
    readonly licence: string;
    readonly vintage: string;
  }[];
  /** Said when the answer was cut, or when the data is made up. */
  readonly note?: string;
}

/** Asks the method behind a tool. Mistakes of the model come back as messages that tell it what is allowed. */
export async function callTool(
  tool: Tool,
  method: UnaryMethod,
  given: Readonly<Record<string, unknown>>,
  manifest: () => SnapshotManifest,
  signal: AbortSignal,
): Promise<ToolAnswer> {
  const { where, ...rest } = given;
  const json = { ...tool.defaults, ...rest } as JsonObject;
  let request: object;
  try {
    request = fromJson(method.desc.input, json);
  } catch (error) {
    throw invalidArgument(error instanceof Error ? error.message : String(error));
  }
  if (tool.takesCondition === true && where !== undefined) {
    Object.assign(request, { filter: conditionOf(String(where)) });
  }
  const answer = await askMethod(method, request as never, { signal });
  const data = toJson(method.desc.output, answer as never);
  return withFacts(tool, data, manifest());
}

function conditionOf(text: string) {
  if (text.length > LONGEST_WHERE) throw invalidArgument(`where has more than ${LONGEST_WHERE} characters`);
  try {
    const parsed = parseWhere(
      text,
      METRICS.map(({ key, categories }) => ({ key, labels: categories })),
    );
    return parsed === undefined ? undefined : create(FilterExpressionSchema, parsed);
  } catch (error) {
    if (error instanceof WhereTextError) throw invalidArgument(`where: ${error.message}\n${error.pointed}`);
    throw error;
  }
}

function withFacts(tool: Tool, data: unknown, manifest: SnapshotManifest): ToolAnswer {
  const { snapshotId: id, asOf, synthetic } = manifest;
  const sources = manifest.sources
    .filter(
      ({ withheld, tables }) => withheld !== true && tables.some((table) => tool.tables.includes(table)),
    )
    .map(({ publisher, title, licence, vintage }) => ({ publisher, title, licence, vintage }));
  const compact = compacted(data);
  const cut = shortened(compact);
  const notes = [
    ...(synthetic ? ["SYNTHETIC data: not real places or prices."] : []),
    ...(cut === compact ? [] : ["The lists are cut; ask for less, or narrower."]),
  ];
  return {
    data: cut,
    snapshot: { id, as_of: asOf, synthetic },
    sources,
    ...(notes.length === 0 ? {} : { note: notes.join(" ") }),
  };
}

/** Lists of this many objects or more are told as a table: names once instead of in every row. */
const TABLE_ROWS = 5;

/** The same data with lists of plain objects as `{columns, rows}`; a cell that was absent is null. */
export function compacted(value: unknown): unknown {
  if (Array.isArray(value)) {
    const isTable = value.length >= TABLE_ROWS && value.every(isPlainObject);
    if (!isTable) return value.map(compacted);
    const columns = [...new Set(value.flatMap((row) => Object.keys(row as object)))];
    const rows = value.map((row) => columns.map((name) => (row as Record<string, unknown>)[name] ?? null));
    return { columns, rows };
  }
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, compacted(item)]));
}

function isPlainObject(value: unknown): boolean {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return false;
  return Object.values(value).every((cell) => cell === null || typeof cell !== "object");
}

/** The same data, or with its long lists halved until it fits. */
function shortened(data: unknown): unknown {
  for (let most = 200, cut = data; ; most = Math.floor(most / 2)) {
    if (JSON.stringify(cut).length <= MOST_CHARACTERS || most < 2) return cut;
    cut = withShortLists(data, most);
  }
}

function withShortLists(value: unknown, most: number): unknown {
  if (Array.isArray(value)) return value.slice(0, most).map((item) => withShortLists(item, most));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withShortLists(item, most)]));
}

/** What a model is told of a failure: its own mistakes in full, of others that they happened. */
export function toolProblem(error: unknown): string {
  return isTerraceError(error) && error.code !== "internal"
    ? `${error.code}: ${error.message}`
    : "internal error";
}
