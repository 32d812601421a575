import { NATIONAL_SCOPE } from "../../../src/dataset/states.ts";
import { METRICS } from "../../../src/domains/suburbs/metrics/metric-registry.ts";
import { MetricColumn, type SuburbColumns, type SuburbScope } from "../../../src/engine/columns/column.ts";
import { exploreByteLength } from "../../../src/engine/expressions/explore-memory.ts";
import { alignOffset, maskByteLength, valuesByteLength } from "../../../src/engine/kernels/memory-layout.ts";
import { NO_VALIDITY } from "../../../src/engine/kernels/predicate-list.ts";
import { createSharedMemory } from "../../../src/engine/kernels/shared-memory.ts";

/** Values by metric key, null for missing values; a metric that is not given has no data. */
export type HandMadeValues = Readonly<Record<string, readonly (number | null)[]>>;

/** Columns of one scope, the country, from given values. Padding after the last row is filled with junk. */
export function handMadeColumns(names: readonly string[], values: HandMadeValues): SuburbColumns {
  const n = names.length;
  const columnBytes = alignOffset(valuesByteLength(n)) + alignOffset(maskByteLength(n));
  const memory = createSharedMemory(64 + METRICS.length * columnBytes + exploreByteLength(n));
  const columns = METRICS.map((metric, m): MetricColumn => {
    const valuesOffset = 64 + m * columnBytes;
    const validityOffset = valuesOffset + alignOffset(valuesByteLength(n));
    const rows = values[metric.key] ?? new Array<null>(n).fill(null);
    if (rows.length !== n) throw new Error(`${metric.key} has ${rows.length} values for ${n} names`);
    new Float32Array(memory.buffer, valuesOffset, valuesByteLength(n) >> 2).fill(1);
    new Uint8Array(memory.buffer, validityOffset, maskByteLength(n)).fill(255);
    const held = new Float32Array(memory.buffer, valuesOffset, n);
    const bits = new Uint8Array(memory.buffer, validityOffset, Math.ceil(n / 8));
    rows.forEach((value, row) => {
      held[row] = value ?? 0;
      if (value === null) bits[row >> 3] &= ~(1 << (row & 7));
    });
    const present = rows.filter((value) => value !== null);
    const nullCount = n - present.length;
    const place = {
      memory,
      n,
      valuesOffset,
      validityOffset: nullCount > 0 ? validityOffset : NO_VALIDITY,
      nullCount,
    };
    return new MetricColumn(metric, place);
  });
  const scope: SuburbScope = {
    index: {
      scope: NATIONAL_SCOPE,
      n,
      indexVersion: "v1-0123456789ab",
      salCodes: names.map((_, row) => `1${String(row).padStart(4, "0")}`),
      salNames: names,
      postcodes: names.map(() => "2000"),
      stateCodes: names.map(() => "NSW"),
    },
    columns,
  };
  return {
    memory,
    metrics: METRICS,
    endOffset: 64 + METRICS.length * columnBytes,
    scopes: new Map([[NATIONAL_SCOPE, scope]]),
  };
}
