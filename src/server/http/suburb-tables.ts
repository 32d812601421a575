import { hash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { stateOfSalCode } from "../../dataset/states.ts";
import { scopeCode } from "../../domains/explorer/rules.ts";
import { METRIC_KEYS, METRICS } from "../../domains/suburbs/metrics/metric-registry.ts";
import { requireMetrics } from "../../domains/suburbs/metrics/metric-rules.ts";
import { isNull, type MetricColumn, type SuburbScope } from "../../engine/columns/column.ts";
import type { Engine } from "../../engine/engine.ts";
import type { SnapshotView } from "../../engine/view.ts";
import { shortestFloat32 } from "../../rpc/encoding/shortest-float32.ts";
import { invalidArgument, isTerraceError } from "../../runtime/errors.ts";
import { sourcesOfMetric } from "../../snapshot/manifest/metric-sources.ts";
import type { AccessControl } from "../callers/access-control.ts";
import { admitPlain, identifyPlain, refuseOtherMethods } from "../callers/plain-admission.ts";
import { COSTS } from "../limits/limits.ts";
import { encodedFile } from "../page/page-files.ts";
import { sendFile } from "../page/send-file.ts";

export interface SuburbTableOptions {
  readonly engine: Engine;
  readonly accessControl: AccessControl;
}

/** Metrics of one table: the whole country with as many is a few megabytes. */
const MAX_METRICS = 20;

const TYPES = { csv: "text/csv; charset=utf-8; header=present", json: "application/json; charset=utf-8" };
type Format = keyof typeof TYPES;

const PLACE_COLUMNS = ["sal_code", "sal_name", "state_code", "postcode"];

interface Query {
  readonly metrics?: string | string[];
}

/**
 * Registers `GET /v1/suburbs/{state}.csv` and `.json`: suburbs by row, metrics by column. Where there is no data a cell
 * is empty, or null; a category is its label.
 */
export function registerSuburbTables(scope: FastifyInstance, options: SuburbTableOptions): void {
  for (const format of Object.keys(TYPES) as Format[]) {
    const url = `/v1/suburbs/:state.${format}`;
    scope.route<{ Params: { state: string }; Querystring: Query }>({
      method: ["GET", "HEAD"],
      url,
      handler: (request, reply) => answerTable(request, reply, format, options),
    });
    refuseOtherMethods(scope, url);
  }
}

async function answerTable(
  request: FastifyRequest<{ Params: { state: string }; Querystring: Query }>,
  reply: FastifyReply,
  format: Format,
  { engine, accessControl }: SuburbTableOptions,
): Promise<FastifyReply> {
  const caller = await identifyPlain(request, reply, accessControl);
  if (caller === undefined) return reply;
  const pin = engine.pin();
  try {
    const code = scopeCode(request.params.state);
    const metrics = metricsOf(request.query);
    if (!admitPlain(reply, accessControl, caller, COSTS.suburbs)) return reply;
    const { view } = pin;
    const keys = metrics.map((metric) => METRIC_KEYS[metric]);
    reply
      .header("cache-control", "public, max-age=300")
      .header("x-terrace-snapshot", view.manifest.snapshotId)
      .header("x-terrace-synthetic", String(view.manifest.synthetic));
    if (format === "csv") {
      const name = `${code}-${hash("sha256", keys.join()).slice(0, 8)}.csv`;
      reply.header("content-disposition", `inline; filename="${name}"`);
    }
    const text = format === "csv" ? csvText(view, code, metrics) : jsonText(view, code, metrics);
    return await sendFile(request, reply, encodedFile(TYPES[format], Buffer.from(text)));
  } catch (error) {
    if (!isTerraceError(error)) throw error;
    return reply.code(400).send({ error: error.message });
  } finally {
    pin.release();
  }
}

/** The metrics named in the address, commas between them or one a parameter. */
function metricsOf({ metrics = [] }: Query): number[] {
  const keys = [metrics]
    .flat()
    .flatMap((list) => list.split(","))
    .map((key) => key.trim())
    .filter((key) => key !== "");
  if (keys.length === 0) {
    throw invalidArgument("metrics needs at least one key, for example ?metrics=price,income");
  }
  if (keys.length > MAX_METRICS) {
    throw invalidArgument(`metrics: ${keys.length} keys are too many; at most ${MAX_METRICS}`);
  }
  return requireMetrics(keys);
}

type Cell = string | number | null;

function* rowsOf({ index }: SuburbScope, columns: readonly MetricColumn[]): Generator<Cell[], void, void> {
  for (const [i, salCode] of index.salCodes.entries()) {
    const place = [salCode, index.salNames[i], stateOfSalCode(salCode)?.code ?? "", index.postcodes[i]];
    yield [...place, ...columns.map((column) => cellOf(column, i))];
  }
}

function cellOf(column: MetricColumn, i: number): Cell {
  if (isNull(column, i)) return null;
  const { metric, values } = column;
  return metric.kind === "categorical" ? (metric.categories[values[i]] ?? null) : shortestFloat32(values[i]);
}

function csvText(view: SnapshotView, code: string, metrics: readonly number[]): string {
  const scope = view.columns.scopes.get(code)!;
  const lines = [[...PLACE_COLUMNS, ...metrics.map((metric) => METRIC_KEYS[metric])].join(",")];
  for (const row of rowsOf(
    scope,
    metrics.map((metric) => scope.columns[metric]),
  )) {
    lines.push(row.map(csvCell).join(","));
  }
  return `${lines.join("\n")}\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null) return "";
  const text = String(cell);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function jsonText(view: SnapshotView, code: string, metrics: readonly number[]): string {
  const scope = view.columns.scopes.get(code)!;
  const { snapshotId, asOf, synthetic, sources } = view.manifest;
  const columns = metrics.map((metric) => scope.columns[metric]);
  const described = metrics.map((metric) => {
    const { key, label, unit, categories } = METRICS[metric];
    const cited = sourcesOfMetric(METRICS[metric], sources).map(({ publisher, title, licence, vintage }) => ({
      publisher,
      title,
      licence,
      vintage,
    }));
    return { key, label, unit, ...(categories.length === 0 ? {} : { categories }), sources: cited };
  });
  const head = {
    state_code: code,
    snapshot_id: snapshotId,
    as_of: asOf,
    synthetic,
    index_version: scope.index.indexVersion,
    metrics: described,
    columns: [...PLACE_COLUMNS, ...metrics.map((metric) => METRIC_KEYS[metric])],
  };
  const rows = Array.from(rowsOf(scope, columns), (row) => JSON.stringify(row));
  return `${JSON.stringify(head).slice(0, -1)},"rows":[\n${rows.join(",\n")}\n]}\n`;
}
