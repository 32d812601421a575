import { create } from "@bufbuild/protobuf";
import { isNull, type MetricColumn } from "../engine/columns/column.ts";
import { type SuburbMetricColumn, SuburbMetricColumnSchema } from "../gen/shorts/v1alpha1/housing_pb.ts";
import { shortestFloat32 } from "./float-text.ts";
import { elementField, lengthDelimitedField, stringField } from "./wire-bytes.ts";

/** One column as it stands in an answer: an element of the binary list, an element of the JSON array, a message. */
export interface EncodedColumn {
  readonly binary: Uint8Array;
  readonly json: Uint8Array;
  readonly message: SuburbMetricColumn;
}

/** Field number of `columns` in GetSuburbMetricColumnsResponse. */
const COLUMNS_FIELD = 1;

/** Encodes a column; masked rows hold 0 and the null mask has ceil(n/8) bytes even when nothing is null. */
export function encodeColumn(column: Pick<MetricColumn, "metric" | "values" | "validity">): EncodedColumn {
  const n = column.values.length;
  const nullMask = new Uint8Array(Math.ceil(n / 8));
  const texts = new Array<number>(n);
  for (let i = 0; i < n; i++) {
    if (isNull(column, i)) nullMask[i >> 3] |= 1 << (i & 7);
    texts[i] = shortestFloat32(column.values[i]);
  }
  const { key, categories } = column.metric;
  const labels = [...categories];
  // Copied out of shared memory: little-endian floats are already the packed form.
  const floats = Buffer.from(column.values.slice().buffer);
  const body = Buffer.concat([
    stringField(1, key),
    lengthDelimitedField(2, floats),
    lengthDelimitedField(3, nullMask),
    ...labels.map((label) => elementField(4, Buffer.from(label))),
  ]);
  const json = {
    metricKey: key,
    ...(n === 0 ? {} : { values: texts, nullMask: Buffer.from(nullMask).toString("base64") }),
    ...(labels.length === 0 ? {} : { categoryLabels: labels }),
  };
  return {
    binary: elementField(COLUMNS_FIELD, body),
    json: Buffer.from(JSON.stringify(json)),
    message: create(SuburbMetricColumnSchema, {
      metricKey: key,
      values: texts,
      nullMask,
      categoryLabels: labels,
    }),
  };
}
