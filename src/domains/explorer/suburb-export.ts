import { create } from "@bufbuild/protobuf";
import type { Metric } from "../../dataset/metric.ts";
import { isNull, type MetricColumn, type SuburbScope } from "../../engine/columns/column.ts";
import { EVERY_SUBURB, type Expression } from "../../engine/expressions/expression.ts";
import type { SnapshotView } from "../../engine/view.ts";
import { FilterExpressionSchema } from "../../gen/terrace/v1/explorer_pb.ts";
import { throwIfAborted } from "../../runtime/abort.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import { sourcesOfMetric } from "../../snapshot/manifest/metric-sources.ts";
import type { ExportBatch, ExportCells, ExportColumn, ExportRequest, ExportTable } from "../export.ts";
import { limitOf, listOf, offsetOf, orderedBy, pathScope, type SortKey } from "../export-rules.ts";
import { METRICS } from "../suburbs/metrics/metric-registry.ts";
import { requireMetric } from "../suburbs/metrics/metric-rules.ts";
import { boxOf, outlinesOf, suburbsInBox } from "../suburbs/queries/outlines-of.ts";
import { cachedTextBytes } from "../text-bytes-cache.ts";
import { requireExpression } from "./expression-rules.ts";
import { explorerOf } from "./queries/suburb-explorer.ts";
import { parsedWhere } from "./where-text.ts";

/** Cells per batch: a millisecond of work between yields to other calls, and short-lived in memory. */
const BATCH_CELLS = 16_384;

/** Outlines per batch: about a megabyte of detailed ones. */
const OUTLINE_ROWS = 200;

const INDEX_COLUMNS: readonly ExportColumn[] = [
  { name: "sal_code", type: "text", doc: "Suburb code (ABS SAL, five digits, first digit is the state)." },
  { name: "sal_name", type: "text", doc: "Name of the suburb." },
  { name: "state_code", type: "text", doc: "State or territory." },
  { name: "postcode", type: "text", doc: "Postcode.", nullMeaning: "unknown" },
];

/** Suburbs of a scope that match a condition, sorted, with the requested metrics. */
export async function suburbExport(
  view: SnapshotView,
  request: ExportRequest,
  signal: AbortSignal,
): Promise<ExportTable> {
  const { key, parameters } = request;
  const code = pathScope(key);
  const metrics = metricsOf(parameters.get("metrics"));
  const filter = conditionOf(parameters.get("where"));
  const order = orderOf(parameters.get("sort"));
  const limit = limitOf(parameters);
  const scope = view.columns.scopes.get(code)!;
  const offset = offsetOf(parameters.get("offset"));
  const box = boxOf(parameters.get("bbox"));
  const isNamed = codesOf(parameters.get("codes"));
  const every = await positionsOf(view, scope, filter, signal);
  const found = isNamed === undefined ? every : every.filter((at) => isNamed.has(scope.index.salCodes[at]));
  const inside = box === undefined ? found : await suburbsInBox(view, scope.index, found, box, signal);
  const positions = order(scope, inside).subarray(offset, offset + limit);
  const { sources } = view.manifest;
  const cited = metrics.map((metric) => sourcesOfMetric(METRICS[metric], sources));
  const columns = metrics.map((metric, i) =>
    columnOf(
      METRICS[metric],
      cited[i].map(({ id }) => id),
    ),
  );
  async function* batches(
    stop: AbortSignal,
    cellsAtOnce = BATCH_CELLS,
  ): AsyncGenerator<ExportBatch, void, void> {
    // A multiple of 64 rows, so that each batch begins at a whole word of validity bits.
    const stretch = 64 * Math.max(1, Math.floor(cellsAtOnce / 64 / (INDEX_COLUMNS.length + columns.length)));
    const rows = request.wantsGeometry ? Math.min(stretch, OUTLINE_ROWS) : stretch;
    for (let from = 0; from < positions.length; from += rows) {
      throwIfAborted(stop);
      const places = positions.subarray(from, from + rows);
      const batch = batchOf(scope, places, metrics);
      if (!request.wantsGeometry) yield batch;
      else {
        const codes = batch.columns[0].values as readonly string[];
        yield { ...batch, geometries: outlinesOf(view, codes) };
      }
    }
  }
  return {
    title: `Suburbs and their metrics: ${code}`,
    name: `suburbs-${code}`,
    columns: [...INDEX_COLUMNS, ...columns],
    sources: sources.filter((source) => cited.some((list) => list.includes(source))),
    rowCount: positions.length,
    matched: inside.length,
    batches,
  };
}

/** For more codes callers should join the whole file with their own table. */
const MAX_CODES = 1000;

function codesOf(text: string | undefined): ReadonlySet<string> | undefined {
  const codes = listOf(text);
  if (codes === undefined) return undefined;
  if (codes.length <= MAX_CODES) return new Set(codes);
  throw invalidArgument(`codes: ${codes.length} are given; at most ${MAX_CODES} are allowed`);
}

function columnOf({ key, kind, unit, label, derivation }: Metric, sources: readonly string[]): ExportColumn {
  return {
    name: key,
    type: kind === "categorical" ? "text" : "float32",
    doc: `${label}. ${derivation}`,
    ...(unit === "" ? {} : { unit }),
    nullMeaning: "not published for the suburb",
    sources,
  };
}

/** Registry indexes of the metrics, without duplicates. */
function metricsOf(text: string | undefined): number[] {
  const keys = listOf(text);
  if (keys === undefined) return METRICS.map((_, i) => i);
  if (keys.length > METRICS.length) {
    throw invalidArgument(`metrics: ${keys.length} keys are too many; there are ${METRICS.length} metrics`);
  }
  return [...new Set(keys.map((key) => requireMetric(key, "metrics")))];
}

export function conditionOf(text: string | undefined): Expression {
  const known = METRICS.map(({ key, categories }) => ({ key, labels: categories }));
  const parsed = parsedWhere(text, known);
  return parsed === undefined
    ? EVERY_SUBURB
    : requireExpression(create(FilterExpressionSchema, parsed), "where");
}

type Order = (scope: SuburbScope, positions: Uint32Array) => Uint32Array;

/** More sort keys never make a visible difference. */
const MAX_SORT_KEYS = 16;

/** Sorts by the keys, by default by code; ties always by code. */
function orderOf(text: string | undefined): Order {
  const names = listOf(text);
  if (names === undefined) return (_scope, positions) => positions;
  if (names.length > MAX_SORT_KEYS) {
    throw invalidArgument(`sort has ${names.length} keys; at most ${MAX_SORT_KEYS} are allowed`);
  }
  const keys = names.map(sortKeyOf);
  return (scope, positions) => {
    const order = orderedBy(keys.map((key) => key(scope)));
    return positions.sort((a, b) => order(a, b) || a - b);
  };
}

function sortKeyOf(name: string): (scope: SuburbScope) => SortKey {
  const isDescending = name.startsWith("-");
  const field = isDescending ? name.slice(1) : name;
  // Positions are in code order.
  if (field === "sal_code") return () => ({ cellOf: (row) => row, isDescending });
  const textsOf = TEXT_KEYS.get(field);
  if (textsOf !== undefined) {
    return ({ index }) => {
      const texts = textsOf(index);
      return { cellOf: (row) => texts[row] || null, isDescending };
    };
  }
  const metric = requireMetric(field, "sort");
  return ({ columns }) => {
    const column = columns[metric];
    return { cellOf: (row) => (isNull(column, row) ? null : column.values[row]), isDescending };
  };
}

const TEXT_KEYS = new Map<string, (index: SuburbScope["index"]) => readonly string[]>([
  ["sal_name", ({ salNames }) => salNames],
  ["state_code", ({ stateCodes }) => stateCodes],
  ["postcode", ({ postcodes }) => postcodes],
]);

async function positionsOf(
  view: SnapshotView,
  scope: SuburbScope,
  filter: Expression,
  signal: AbortSignal,
): Promise<Uint32Array> {
  const { n, scope: code } = scope.index;
  if (filter === EVERY_SUBURB) return Uint32Array.from({ length: n }, (_, i) => i);
  const job = { scope: code, filter, histograms: [] };
  const { mask, count } = await explorerOf(view).ask({ kind: "explore", job }, signal);
  const positions = new Uint32Array(count);
  for (let row = 0, found = 0; row < n; row++) {
    if ((mask[row >> 3] >> (row & 7)) & 1) positions[found++] = row;
  }
  return positions;
}

/** Rows as a batch; a contiguous run is sliced without copying cell by cell. */
function batchOf(
  { index, columns }: SuburbScope,
  places: Uint32Array,
  metrics: readonly number[],
): ExportBatch {
  const run = runOf(places);
  const texts = (list: readonly string[]): ExportCells =>
    run === undefined
      ? { values: Array.from(places, (at) => list[at]) }
      : { values: list.slice(run.from, run.to), utf8: () => cachedTextBytes(list, run.from, run.to) };
  const postcodes = texts(index.postcodes);
  return {
    rowCount: places.length,
    columns: [
      texts(index.salCodes),
      texts(index.salNames),
      texts(index.stateCodes),
      { ...postcodes, values: (postcodes.values as string[]).map((postcode) => postcode || null) },
      ...metrics.map((metric) => cellsOf(columns[metric], places, run)),
    ],
  };
}

interface Run {
  readonly from: number;
  readonly to: number;
}

/** The rows as a contiguous run that begins at a byte of validity bits; undefined if they are not one. */
function runOf(places: Uint32Array): Run | undefined {
  const [from] = places;
  if (from % 8 !== 0) return undefined;
  for (let i = 1; i < places.length; i++) if (places[i] !== from + i) return undefined;
  return { from, to: from + places.length };
}

function cellsOf(column: MetricColumn, places: Uint32Array, run: Run | undefined): ExportCells {
  const { metric, values } = column;
  if (metric.kind === "categorical") {
    const labels = metric.categories;
    return { values: Array.from(places, (at) => (isNull(column, at) ? null : labels[values[at]])) };
  }
  const { validity } = column;
  if (run !== undefined) {
    const bits = validity?.subarray(run.from >> 3, (run.to + 7) >> 3);
    return { values: values.subarray(run.from, run.to), ...(bits === undefined ? {} : { validity: bits }) };
  }
  const gathered = new Float32Array(places.length);
  for (let i = 0; i < places.length; i++) gathered[i] = values[places[i]];
  if (validity === undefined) return { values: gathered };
  const bits = new Uint8Array(Math.ceil(places.length / 8));
  for (let i = 0; i < places.length; i++) {
    const at = places[i];
    bits[i >> 3] |= ((validity[at >> 3] >> (at & 7)) & 1) << (i & 7);
  }
  return { values: gathered, validity: bits };
}
