import { create, fromJson, type JsonObject, type JsonValue } from "@bufbuild/protobuf";
import { parseWhere } from "../client/where-text/parse-where.ts";
import { WhereTextError } from "../client/where-text/where-error.ts";
import { METRICS } from "../domains/suburbs/metrics/metric-registry.ts";
import { FilterExpressionSchema } from "../gen/terrace/v1/explorer_pb.ts";
import { askForJson } from "../library/ask-method.ts";
import { snapshotFacts } from "../rpc/pinned-method.ts";
import type { UnaryMethod } from "../rpc/unary-method.ts";
import { invalidArgument, isTerraceError } from "../runtime/errors.ts";
import type { CallTime } from "../runtime/threads/cost-queue.ts";
import type { SnapshotManifest, SnapshotSource } from "../snapshot/manifest/manifest.ts";
import { type ToolAnswer, toolAnswer } from "./tool-answer.ts";
import type { Tool, ToolMethod } from "./tools/tool.ts";

/** Longest condition that is read. */
const LONGEST_WHERE = 4000;

/** Asks the method that was meant. Mistakes of the model come back as messages that tell it what is allowed. */
export async function callTool(
  tool: Tool,
  { defaults, tables }: ToolMethod,
  method: UnaryMethod,
  given: Readonly<Record<string, unknown>>,
  manifest: () => SnapshotManifest,
  { signal, time }: { readonly signal: AbortSignal; readonly time?: CallTime | undefined },
): Promise<ToolAnswer> {
  const { where, ...rest } = given;
  const json = { ...defaults, ...rest } as JsonObject;
  let request: object;
  try {
    request = fromJson(method.desc.input, json);
  } catch (error) {
    throw invalidArgument(error instanceof Error ? error.message : String(error));
  }
  if (tool.takesCondition === true && where !== undefined) {
    Object.assign(request, { filter: conditionOf(String(where)) });
  }
  // What is said of the data must be of the snapshot that gave it: when another came meanwhile, it is asked again.
  let held: SnapshotManifest;
  let data: JsonValue;
  do {
    held = manifest();
    // The signal ends the call in its time.
    const options = { signal, time, timeoutMs: Number.POSITIVE_INFINITY };
    data = await askForJson(method, request as never, options);
  } while (manifest() !== held);
  const isBehind = (one: SnapshotSource) => one.tables.some((table) => tables.includes(table));
  const sources = held.sources.filter((one) => one.withheld !== true && isBehind(one));
  return toolAnswer(data, snapshotFacts(held), sources, tool.page?.(given));
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

/** What a model reads of a failure: its own mistakes in full, of others that they happened. */
export function toolProblem(error: unknown): string {
  return isTerraceError(error) && error.code !== "internal"
    ? `${error.code}: ${error.message}`
    : "internal error";
}
