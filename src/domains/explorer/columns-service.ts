import { setImmediate as nextTurn } from "node:timers/promises";
import { create } from "@bufbuild/protobuf";
import { STATES } from "../../dataset/states.ts";
import type { SuburbScope } from "../../engine/columns/column.ts";
import type { Engine } from "../../engine/engine.ts";
import type { SnapshotView } from "../../engine/view.ts";
import {
  ExplorerService,
  type GetColumnsRequest,
  GetColumnsResponseSchema,
  type SuburbIndexColumns,
  SuburbIndexColumnsSchema,
} from "../../gen/terrace/v1/explorer_pb.ts";
import { answerOf, type EncodedPart, fieldsPart } from "../../rpc/encoding/assembled-answer.ts";
import { encodedMessage } from "../../rpc/encoding/encoded-message.ts";
import { shortestFloat32 } from "../../rpc/encoding/shortest-float32.ts";
import { pinnedMethod } from "../../rpc/pinned-method.ts";
import type { EncodedAnswer, UnaryMethod } from "../../rpc/unary-method.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import { elementField } from "../../runtime/wire-bytes.ts";
import { columnOf, columnsPart } from "../suburbs/encode-columns.ts";
import { requireMetric } from "../suburbs/metrics/metric-rules.ts";
import { type SuburbPlaces, suburbPlaces } from "../suburbs/queries/suburb-places.ts";
import { asOfInstant } from "./messages.ts";
import { scopeCode } from "./rules.ts";

const MAX_KEYS = 128;

/** GetColumns; answers join columns and an index that are encoded once per snapshot. */
export function explorerColumnsMethod(engine: Engine): UnaryMethod {
  /** Views whose places are cached. The first call yields to the event loop after it has read them. */
  const withPlaces = new WeakSet<SnapshotView>();
  return pinnedMethod(engine, ExplorerService.method.getColumns, (view, request) => {
    const { scope: code, metrics } = requireColumns(request);
    const scope = view.columns.scopes.get(code)!;
    if (!request.includeIndex) return columnsAnswer(view, scope, metrics, undefined);
    const answer = () => columnsAnswer(view, scope, metrics, indexAnswer(view, scope));
    if (withPlaces.has(view)) return answer();
    suburbPlaces(view);
    withPlaces.add(view);
    // Twice: requests that arrived meanwhile are read between the first and the second.
    return nextTurn()
      .then(() => nextTurn())
      .then(answer);
  });
}

/** A scope and up to MAX_KEYS metrics without duplicates; none only with `include_index`. */
function requireColumns({ stateCode, metricKeys, includeIndex }: GetColumnsRequest) {
  const scope = scopeCode(stateCode);
  if (metricKeys.length === 0 && !includeIndex) {
    throw invalidArgument("metric_keys needs at least one key, unless include_index is set");
  }
  if (metricKeys.length > MAX_KEYS) {
    throw invalidArgument(`metric_keys: ${metricKeys.length} keys are too many; at most ${MAX_KEYS}`);
  }
  const metrics = metricKeys.map((key, i) => {
    const first = metricKeys.indexOf(key);
    if (first !== i) throw invalidArgument(`metric_keys[${i}]: "${key}" is already in metric_keys[${first}]`);
    return requireMetric(key, `metric_keys[${i}]`);
  });
  return { scope, metrics };
}

function columnsAnswer(
  view: SnapshotView,
  scope: SuburbScope,
  metrics: readonly number[],
  index: EncodedAnswer | undefined,
): EncodedAnswer {
  const { snapshotId, synthetic } = view.manifest;
  const { indexVersion } = scope.index;
  const facts = { indexVersion, snapshotId, asOf: asOfInstant(view), synthetic };
  const columns = metrics.map((metric) => columnOf(view, scope, metric));
  const { columns: list, index: field } = GetColumnsResponseSchema.field;
  const parts: EncodedPart[] = [columnsPart(list, columns), fieldsPart(GetColumnsResponseSchema, facts)];
  if (index !== undefined) {
    const binary = () => [elementField(field.number, index.binary())];
    parts.push({ field, binary, json: () => [index.json()] });
  }
  return {
    ...answerOf(GetColumnsResponseSchema, parts),
    message: () =>
      create(GetColumnsResponseSchema, {
        columns: columns.map((column) => column.message()),
        ...facts,
        ...(index === undefined ? {} : { index: index.message() as SuburbIndexColumns }),
      }),
  };
}

/** The suburbs of a scope, encoded once per snapshot. */
function indexAnswer(view: SnapshotView, scope: SuburbScope): EncodedAnswer {
  return view.derived(`explorer-index:${scope.index.scope}`, () =>
    encodedMessage(SuburbIndexColumnsSchema, indexMessage(view, scope)),
  );
}

function indexMessage(view: SnapshotView, { index }: SuburbScope): SuburbIndexColumns {
  const { salCodes, salNames, postcodes } = index;
  const states = STATES.flatMap(({ code, digit }) => {
    const firstPosition = salCodes.findIndex((salCode) => salCode.startsWith(digit));
    if (firstPosition < 0) return [];
    const count = salCodes.filter((salCode) => salCode.startsWith(digit)).length;
    return [{ stateCode: code, firstPosition, count }];
  }).sort((a, b) => a.firstPosition - b.firstPosition);
  return create(SuburbIndexColumnsSchema, {
    salCodes: [...salCodes],
    salNames: [...salNames],
    postcodes: [...postcodes],
    states,
    ...placesOf(view, index.salCodes, suburbPlaces(view)),
  });
}

/** The places of a scope, a contiguous run of the national ones. */
function placesOf(view: SnapshotView, salCodes: readonly string[], places: SuburbPlaces) {
  const national = view.columns.scopes.get("AU")!.index.salCodes;
  const first = salCodes.length === 0 ? 0 : national.indexOf(salCodes[0]);
  const councils = places.councils.slice(first, first + salCodes.length);
  const councilNames = [...new Set(councils)].filter((name) => name !== "").sort();
  const numbers = new Map(councilNames.map((name, i) => [name, i + 1]));
  return {
    latitudes: Array.from(places.latitudes.subarray(first, first + salCodes.length), shortestFloat32),
    longitudes: Array.from(places.longitudes.subarray(first, first + salCodes.length), shortestFloat32),
    councilNames,
    councilNumbers: councils.map((name) => numbers.get(name) ?? 0),
  };
}
