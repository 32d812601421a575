import { writeFile } from "node:fs/promises";
import {
  type DataType,
  Field,
  Float32,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Table,
  tableFromIPC,
  tableToIPC,
  Utf8,
} from "apache-arrow";
import type { Metric } from "../../dataset/metric.ts";
import { STATES, stateOfSalCode } from "../../dataset/states.ts";
import { TerraceError } from "../../runtime/errors.ts";
import { type ColumnsLayout, indexVersion, type StateIndex } from "../manifest/manifest.ts";
import type { BuildDatabase } from "../tables/write-tables.ts";

/** Facts for the manifest: rows by state, and the layout of the file. */
export interface ColumnFacts {
  readonly states: readonly StateIndex[];
  readonly national: { readonly suburbs: number; readonly indexVersion: string };
  readonly layout: ColumnsLayout;
}

const TEXT_COLUMNS = ["sal_code", "sal_name", "state_code", "postcode"] as const;

/** By `sal_code`, which is bytewise in DuckDB and keeps the rows of a state together. */
const selectColumns = (metrics: readonly Metric[]) => `
SELECT metrics.sal_code, suburbs.sal_name, metrics.state_code, suburbs.postcode,
  ${metrics.map((metric) => `metrics."${metric.key}"`).join(",\n  ")}
FROM serve.suburb_metrics AS metrics
LEFT JOIN serve.suburbs AS suburbs USING (sal_code)
ORDER BY metrics.sal_code`;

/** Writes an Arrow IPC file with one record batch, reproducibly. Null is 0; no bitmap without nulls. */
export async function writeColumns(
  db: BuildDatabase,
  path: string,
  metrics: readonly Metric[],
): Promise<ColumnFacts> {
  const columns = await db.columns(selectColumns(metrics));
  const salCodes = (columns.sal_code ?? []) as string[];
  checkRows(salCodes, columns);
  const fields = [
    ...TEXT_COLUMNS.map((name) => new Field(name, new Utf8(), true)),
    ...metrics.map((metric) => new Field(metric.key, new Float32(), true, metricNotes(metric))),
  ];
  const children = [
    ...TEXT_COLUMNS.map((name) => textData((columns[name] ?? []) as (string | null)[])),
    ...metrics.map((metric) => floatData(metric.key, columns[metric.key] ?? [], salCodes)),
  ];
  const schema = new Schema<Record<string, DataType>>(fields);
  const type = new Struct<Record<string, DataType>>(fields);
  const batch = new RecordBatch(schema, makeData({ type, length: salCodes.length, nullCount: 0, children }));
  const file = tableToIPC(new Table(schema, batch), "file");
  await writeFile(path, file);
  return { ...stateFacts(salCodes), layout: columnsLayout(file, metrics) };
}

/** Byte offsets of a file's buffers, found by reading it back: Arrow's vectors are views of the file. */
export function columnsLayout(file: Uint8Array, metrics: readonly Pick<Metric, "key">[]): ColumnsLayout {
  const table = tableFromIPC(file);
  const dataOf = (name: string) => table.getChild(name)?.data[0];
  const placeOf = (view: ArrayBufferView) => {
    if (view.byteLength === 0) return 0;
    if (view.buffer !== file.buffer)
      throw new TerraceError("internal", "Arrow copied a buffer of the columns");
    return view.byteOffset - file.byteOffset;
  };
  return {
    texts: TEXT_COLUMNS.map((name) => {
      const data = dataOf(name)!;
      return { name, offsets: placeOf(data.valueOffsets), data: placeOf(data.values) };
    }),
    metrics: metrics.map(({ key }) => {
      const data = dataOf(key)!;
      return {
        key,
        values: placeOf(data.values),
        validity: data.nullCount === 0 ? null : placeOf(data.nullBitmap),
      };
    }),
  };
}

/** Arrow field metadata, for readers that have only the file. */
function metricNotes(metric: Metric): Map<string, string> {
  const notes = new Map([
    ["kind", metric.kind],
    ["unit", metric.unit],
    ["label", metric.label],
  ]);
  if (metric.kind === "categorical") notes.set("categories", JSON.stringify(metric.categories));
  return notes;
}

function stateFacts(salCodes: readonly string[]): Omit<ColumnFacts, "layout"> {
  const states = STATES.map(({ code, digit }) => {
    const own = salCodes.filter((salCode) => salCode[0] === digit);
    return { stateCode: code, suburbs: own.length, indexVersion: indexVersion(own) };
  });
  return { states, national: { suburbs: salCodes.length, indexVersion: indexVersion(salCodes) } };
}

/** Throws if rows are out of order, repeated, without a name, or in another state than their code. */
function checkRows(salCodes: readonly string[], columns: Record<string, unknown[]>): void {
  for (const [i, salCode] of salCodes.entries()) {
    const state = stateOfSalCode(salCode)?.code;
    const problem =
      i > 0 && salCodes[i - 1] >= salCode
        ? `comes after ${salCodes[i - 1]}`
        : state === undefined || columns.state_code[i] !== state
          ? `has the state ${columns.state_code[i]}, its first digit means ${state ?? "none"}`
          : typeof columns.sal_name[i] !== "string"
            ? "is not in the table of suburbs"
            : undefined;
    if (problem !== undefined)
      throw new TerraceError("internal", `suburb ${salCode} of the metrics ${problem}`);
  }
}

function textData(texts: readonly (string | null)[]) {
  const encoded = texts.map((text) => Buffer.from(text ?? ""));
  const valueOffsets = new Int32Array(texts.length + 1);
  for (const [i, bytes] of encoded.entries()) valueOffsets[i + 1] = valueOffsets[i] + bytes.byteLength;
  const { nullBitmap, nullCount } = validity(texts);
  const data = new Uint8Array(Buffer.concat(encoded));
  return makeData({ type: new Utf8(), length: texts.length, nullCount, nullBitmap, valueOffsets, data });
}

function floatData(key: string, values: readonly unknown[], salCodes: readonly string[]) {
  const data = new Float32Array(values.length);
  for (const [i, value] of values.entries()) {
    if (value === null) continue;
    if (typeof value !== "number" || !Number.isFinite(value)) {
      throw new TerraceError(
        "internal",
        `metric ${key} of suburb ${salCodes[i]} is ${value}; expected a number`,
      );
    }
    // Adding 0 turns -0 into 0: its sign bit would keep filters from comparing values by their bits.
    data[i] = Math.fround(value) + 0;
  }
  const { nullBitmap, nullCount } = validity(values);
  return makeData({ type: new Float32(), length: values.length, nullCount, nullBitmap, data });
}

/** Validity bits, LSB first: 1 for a value. */
function validity(values: readonly unknown[]): { nullBitmap: Uint8Array; nullCount: number } {
  const nullBitmap = new Uint8Array(Math.ceil(values.length / 8));
  let nullCount = 0;
  for (const [i, value] of values.entries()) {
    if (value === null) nullCount++;
    else nullBitmap[i >> 3] |= 1 << (i & 7);
  }
  return { nullBitmap, nullCount };
}
