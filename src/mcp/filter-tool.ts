import { EXPORTS } from "../domains/index.ts";
import type { Engine } from "../engine/engine.ts";
import { ndjsonWriter } from "../exports/json-writers.ts";
import { rowRange } from "../exports/row-range.ts";
import { snapshotFacts } from "../rpc/pinned-method.ts";
import { quoted } from "../rpc/request-rules.ts";
import { invalidArgument } from "../runtime/errors.ts";
import { readCursor } from "./list-pages.ts";
import { toolAnswer } from "./tool-answer.ts";
import { CURSOR, objectSchema } from "./tool-schema.ts";
import { FILTER_TOOL_NAME } from "./tools/tool.ts";

const MAX_ROWS = 100;
const MAX_METRICS = 20;

/** Filters suburbs by a condition in words and returns a few rows of the `suburbs/:state` export. */
export const FILTER_TOOL = {
  name: FILTER_TOOL_NAME,
  title: "Filter suburbs by a condition",
  description:
    "Suburbs that match a condition, with the requested metrics, sorted. Name the metrics you need: all of them are too many to read. describe_metrics lists the keys.",
  schema: objectSchema(
    {
      state: { type: "string", description: "A state or territory such as NSW, or AU for the country." },
      where: { type: "string", description: "Such as: price <= 900000 and distance_to_coast < 10." },
      metrics: {
        type: "array",
        items: { type: "string" },
        description: `Keys of the metrics to return, at most ${MAX_METRICS}; default: population and price.`,
      },
      sort: {
        type: "string",
        description: "Metric to sort by; prefix it with a minus for descending order.",
      },
      limit: { type: "integer", description: `Most rows, up to ${MAX_ROWS}; 20 unless given.` },
      cursor: CURSOR,
    },
    ["state"],
  ),
};

const suburbs = EXPORTS.find(({ path }) => path === "suburbs/:state")!;

export async function filterSuburbs(
  engine: Engine,
  given: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  const { cursor, ...rest } = given;
  const { state = "", where, metrics, sort, limit = 20 } = rest;
  const parameters = new Map([["metrics", metricKeys(metrics).join(",")]]);
  if (where !== undefined) parameters.set("where", String(where));
  if (sort !== undefined) parameters.set("sort", String(sort));
  const open = await suburbs.load();
  return engine.use(async (view) => {
    const request = { key: String(state), parameters, wantsGeometry: false };
    const table = await open(view, request, signal);
    const facts = snapshotFacts(view.manifest);
    const asked = [FILTER_TOOL_NAME, Object.entries(rest).sort(), facts.snapshotId];
    const from = readCursor(cursor, asked);
    const size = Math.max(1, Math.min(MAX_ROWS, Number(limit) || 1));
    const end = from + size + 1;
    const shown = { ...table, batches: (stop: AbortSignal) => rowRange(table.batches(stop), from, end) };
    const pieces = await Array.fromAsync(ndjsonWriter.write(shown, facts, { signal, onRows: () => {} }));
    const lines = Buffer.concat(pieces).toString().split("\n").filter(Boolean);
    // Skipped rows are not read; undefined placeholders keep the indexes.
    const rows = [
      ...Array(Math.min(from, table.rowCount)),
      ...lines.map((line) => JSON.parse(line) as unknown),
    ];
    const lists = { from, size, list: "rows", asked };
    return {
      ...toolAnswer({ matches: table.rowCount, rows }, facts, table.sources, undefined, lists),
      columns: table.columns.map(({ name, unit, doc }) => ({ name, unit, doc })),
    };
  });
}

/** The metrics to show. Throws rather than cut a long list or split an element at its commas. */
function metricKeys(metrics: unknown): readonly string[] {
  if (!Array.isArray(metrics) || metrics.length === 0) return ["population", "price"];
  if (metrics.length > MAX_METRICS) {
    throw invalidArgument(`metrics: ${metrics.length} are given; at most ${MAX_METRICS} are allowed`);
  }
  const several = metrics.find((key) => String(key).includes(","));
  if (several !== undefined) {
    throw invalidArgument(`metrics: ${quoted(String(several))} has several keys; pass each on its own`);
  }
  return metrics.map(String);
}
