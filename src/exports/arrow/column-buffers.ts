import type { ExportBatch, ExportCells, ExportType } from "../../domains/export.ts";
import { textsAsBytes } from "../../domains/text-bytes-cache.ts";
import type { BatchLayout, ColumnNode } from "./batch-message.ts";

const NOTHING = new Uint8Array(0);

/** The nodes and buffers of a batch. Columns that lie in memory as Arrow has them are taken where they lie. */
export function batchLayout(types: readonly ExportType[], batch: ExportBatch): BatchLayout {
  const nodes: ColumnNode[] = [];
  const buffers: Uint8Array[] = [];
  for (const [i, cells] of batch.columns.entries()) {
    addColumn(types[i], cells, batch.rowCount, nodes, buffers);
  }
  return { nodes, buffers };
}

function addColumn(
  type: ExportType,
  { values, validity, utf8 }: ExportCells,
  length: number,
  nodes: ColumnNode[],
  buffers: Uint8Array[],
): void {
  if (values instanceof Float32Array) {
    const nullCount = validity === undefined ? 0 : length - bitsSet(validity, length);
    nodes.push({ length, nullCount });
    buffers.push(nullCount === 0 ? NOTHING : validity!.subarray(0, (length + 7) >> 3), bytesOf(values));
    return;
  }
  const bits = bitsOf(values, length, (value) => value !== null && value !== undefined);
  const nullCount = length - bitsSet(bits, length);
  nodes.push({ length, nullCount });
  buffers.push(nullCount === 0 ? NOTHING : bits);
  if (type === "text") {
    const { offsets, bytes } = utf8?.() ?? textsAsBytes(values as readonly (string | null)[]);
    buffers.push(bytesOf(offsets), bytes);
  } else if (type === "text[]") {
    const lists = values as readonly (readonly string[] | null)[];
    const ends = new Int32Array(length + 1);
    for (let i = 0; i < length; i++) ends[i + 1] = ends[i] + (lists[i]?.length ?? 0);
    buffers.push(bytesOf(ends));
    const items = lists.flatMap((list) => list ?? []);
    addColumn("text", { values: items }, items.length, nodes, buffers);
  } else buffers.push(valueBytes(type, values, length));
}

/** Values of a fixed width; 0 is where there is none. */
function valueBytes(
  type: Exclude<ExportType, "text" | "text[]">,
  values: readonly unknown[],
  length: number,
): Uint8Array {
  const numbers = <L extends Float32Array | Float64Array | Int32Array>(list: L): Uint8Array => {
    for (let i = 0; i < length; i++) list[i] = (values[i] as number | null) ?? 0;
    return bytesOf(list);
  };
  switch (type) {
    case "float32":
      return numbers(new Float32Array(length));
    case "float64":
      return numbers(new Float64Array(length));
    case "int32":
    case "date":
      return numbers(new Int32Array(length));
    case "int64":
    case "timestamp": {
      const list = new BigInt64Array(length);
      for (let i = 0; i < length; i++) list[i] = BigInt(Math.floor((values[i] as number | null) ?? 0));
      return bytesOf(list);
    }
    case "bool":
      return bitsOf(values, length, Boolean);
  }
}

function bitsOf(values: readonly unknown[], length: number, isSet: (value: unknown) => boolean): Uint8Array {
  const bits = new Uint8Array((length + 7) >> 3);
  for (let i = 0; i < length; i++) if (isSet(values[i])) bits[i >> 3] |= 1 << (i & 7);
  return bits;
}

/** How many of the first bits are set; those behind them may be anything. */
function bitsSet(bits: Uint8Array, length: number): number {
  let count = 0;
  const whole = length >> 3;
  for (let i = 0; i < whole; i++) count += ONES[bits[i]];
  if ((length & 7) > 0) count += ONES[bits[whole] & ((1 << (length & 7)) - 1)];
  return count;
}

/** Bits that are set in each byte. */
const ONES = Uint8Array.from({ length: 256 }, (_, byte) => {
  let count = 0;
  for (let left = byte; left > 0; left >>= 1) count += left & 1;
  return count;
});

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
}
