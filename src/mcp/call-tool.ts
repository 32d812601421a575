import { create, fromJson, type JsonObject, type JsonValue } from "@bufbuild/protobuf";
import { parsedWhere } from "../domains/explorer/where-text.ts";
import { METRICS } from "../domains/suburbs/metrics/metric-registry.ts";
import { FilterExpressionSchema } from "../gen/terrace/v1/explorer_pb.ts";
import { askForJson } from "../library/ask-method.ts";
import { snapshotFacts } from "../rpc/pinned-method.ts";
import type { UnaryMethod } from "../rpc/unary-method.ts";
import { invalidArgument, isTerraceError } from "../runtime/errors.ts";
import type { CallTime } from "../runtime/threads/cost-queue.ts";
import type { SnapshotManifest } from "../snapshot/manifest/manifest.ts";
import { readCursor } from "./list-pages.ts";
import { type AskedLists, sourcesOf, type ToolAnswer, toolAnswer } from "./tool-answer.ts";
import type { Tool, ToolMethod } from "./tools/tool.ts";

/** Short, as a model reads all of it. */
const LIST_LENGTH = 10;

/** Calls the method behind a tool. Bad arguments throw `invalid_argument`; the message lists valid ones. */
export async function callTool(
  tool: Tool,
  { defaults, tables, list, most = Number.POSITIVE_INFINITY, arguments: names }: ToolMethod,
  method: UnaryMethod,
  given: Readonly<Record<string, unknown>>,
  manifest: () => SnapshotManifest,
  { signal, time }: { readonly signal: AbortSignal; readonly time?: CallTime | undefined },
): Promise<ToolAnswer> {
  const { where, cursor, ...rest } = given;
  const bound = list === undefined ? undefined : names.find((name) => name === "limit" || name === "k");
  const json = { ...(bound && { [bound]: LIST_LENGTH }), ...defaults, ...rest } as JsonObject;
  const size = Number(bound === undefined ? undefined : json[bound]) || Number.POSITIVE_INFINITY;
  const filter =
    tool.takesCondition === true && where !== undefined ? { filter: conditionOf(String(where)) } : {};
  // Manifest facts must be of the snapshot that gave the data: retry when a swap came in between.
  let held: SnapshotManifest;
  let data: JsonValue;
  let lists: AskedLists;
  do {
    held = manifest();
    const asked = [tool.name, where, Object.entries(rest).sort(), held.snapshotId];
    lists = { from: readCursor(cursor, asked), size, list, asked };
    // Ask for one element more than is shown, to know whether there are more.
    if (bound !== undefined && size < most) json[bound] = Math.min(most, lists.from + size + 1);
    // `signal` already carries the deadline.
    const options = { signal, time, timeoutMs: Number.POSITIVE_INFINITY };
    data = await askForJson(method, Object.assign(requestOf(method, json), filter) as never, options);
  } while (manifest() !== held);
  // It would count the additional element too.
  delete (data as JsonObject).appliedK;
  return toolAnswer(
    data,
    snapshotFacts(held),
    sourcesOf(held, tables ?? method.tables ?? []),
    tool.page?.(given),
    lists,
  );
}

function requestOf(method: UnaryMethod, json: JsonObject): object {
  try {
    return fromJson(method.desc.input, json);
  } catch (error) {
    throw invalidArgument(error instanceof Error ? error.message : String(error));
  }
}

const CONDITIONED = METRICS.map(({ key, categories }) => ({ key, labels: categories }));

function conditionOf(text: string) {
  const parsed = parsedWhere(text, CONDITIONED);
  return parsed && create(FilterExpressionSchema, parsed);
}

/** The error message for a model: in full for its own mistakes, "internal error" for all others. */
export function toolProblem(error: unknown): string {
  return isTerraceError(error) && error.code !== "internal"
    ? `${error.code}: ${error.message}`
    : "internal error";
}
