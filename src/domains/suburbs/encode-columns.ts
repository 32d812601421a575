import { create, type DescField } from "@bufbuild/protobuf";
import { isNull, type MetricColumn, type RowIndex } from "../../engine/columns/column.ts";
import type { SnapshotView } from "../../engine/view.ts";
import {
  GetSuburbMetricColumnsResponseSchema,
  type SuburbMetricColumn,
  SuburbMetricColumnSchema,
} from "../../gen/shorts/v1alpha1/housing_pb.ts";
import type { EncodedPart } from "../../rpc/encoding/assembled-answer.ts";
import { shortestFloat32 } from "../../rpc/encoding/shortest-float32.ts";
import { unpooledBytes } from "../../rpc/encoding/unpooled-bytes.ts";
import { once } from "../../runtime/lazy.ts";
import { elementField, lengthDelimitedField, stringField } from "../../runtime/wire-bytes.ts";
import { METRIC_KEYS } from "./metrics/metric-registry.ts";

/** A column encoded as list element: binary, JSON and message. */
type EncodedColumn = ReturnType<typeof encodeColumn>;

type Column = Pick<MetricColumn, "metric" | "values" | "validity">;

/** Field number of columns in GetSuburbMetricColumnsResponse, and in the explorer's response. */
const COLUMNS_FIELD = GetSuburbMetricColumnsResponseSchema.field.columns.number;
const FIELD = SuburbMetricColumnSchema.field;

/**
 * Encodes a column lazily, once per form, as clients of one server mostly use a single form. Nulls have value
 * 0; the null mask has ceil(n/8) bytes even without nulls.
 */
function encodeColumn(column: Column) {
  return {
    binary: once(() => binaryColumn(column)),
    json: once(() => jsonColumn(column)),
    message: once(() => messageColumn(column)),
  };
}

/** The encoded column of a scope, cached per snapshot for all methods. */
export function columnOf(
  view: SnapshotView,
  scope: { readonly index: RowIndex; readonly columns: readonly Column[] },
  metric: number,
): EncodedColumn {
  return view.derived(`column:${scope.index.scope}:${METRIC_KEYS[metric]}`, () =>
    encodeColumn(scope.columns[metric]),
  );
}

/** Columns as the part of an answer for a list field. */
export function columnsPart(field: DescField, columns: readonly EncodedColumn[]): EncodedPart {
  return {
    field,
    binary: () => columns.map(({ binary }) => binary()),
    json: () => columns.flatMap(({ json }, i) => (i === 0 ? [json()] : [COMMA, json()])),
  };
}

const COMMA = Buffer.from(",");

function binaryColumn(column: Column): Uint8Array {
  const { key, categories } = column.metric;
  // Copies out of shared memory; little-endian floats already are the packed encoding.
  const floats = Buffer.from(column.values.slice().buffer);
  const body = Buffer.concat([
    stringField(FIELD.metricKey.number, key),
    lengthDelimitedField(FIELD.values.number, floats),
    lengthDelimitedField(FIELD.nullMask.number, nullMaskOf(column)),
    ...categories.map((label) => elementField(FIELD.categoryLabels.number, Buffer.from(label))),
  ]);
  return unpooledBytes(elementField(COLUMNS_FIELD, body));
}

function jsonColumn(column: Column): Uint8Array {
  const { key, categories } = column.metric;
  const json = {
    metricKey: key,
    ...(column.values.length === 0
      ? {}
      : { values: shortNumbers(column), nullMask: Buffer.from(nullMaskOf(column)).toString("base64") }),
    ...(categories.length === 0 ? {} : { categoryLabels: categories }),
  };
  return unpooledBytes(Buffer.from(JSON.stringify(json)));
}

function messageColumn(column: Column): SuburbMetricColumn {
  const { key, categories } = column.metric;
  return create(SuburbMetricColumnSchema, {
    metricKey: key,
    values: shortNumbers(column),
    nullMask: nullMaskOf(column),
    categoryLabels: [...categories],
  });
}

function nullMaskOf(column: Column): Uint8Array<ArrayBuffer> {
  const nullMask = new Uint8Array(Math.ceil(column.values.length / 8));
  for (let i = 0; i < column.values.length; i++) if (isNull(column, i)) nullMask[i >> 3] |= 1 << (i & 7);
  return nullMask;
}

/** Values with the shortest digits that round-trip in float32. */
function shortNumbers({ values }: Column): number[] {
  const numbers = new Array<number>(values.length);
  for (let i = 0; i < values.length; i++) numbers[i] = shortestFloat32(values[i]);
  return numbers;
}
