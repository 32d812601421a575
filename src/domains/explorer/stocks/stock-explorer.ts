import { type ColumnScope, MetricColumn, type RowIndex } from "../../../engine/columns/column.ts";
import { type Market, marketOf } from "../../../engine/columns/market/market.ts";
import { exploreByteLength, exploreMemoryAt } from "../../../engine/expressions/explore-memory.ts";
import { alignOffset, maskByteLength, valuesByteLength } from "../../../engine/kernels/memory-layout.ts";
import { NO_VALIDITY } from "../../../engine/kernels/predicate-list.ts";
import { createSharedMemory, type SharedMemory } from "../../../engine/kernels/shared-memory.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import { screenerOf } from "../../market/queries/derived-lists.ts";
import type { Screener } from "../../market/queries/screener.ts";
import type { ScreenerColumn } from "../../market/rules.ts";
import { type CompareJob, RowExplorer, type ScoreJob } from "../queries/row-explorer.ts";
import { STOCK_METRICS } from "./stock-metrics.ts";

export interface SimilarStocksJob extends CompareJob {
  readonly stockCode: string;
}

/** Ranks and compares stocks with the kernels for suburbs. Kept per thread, as 100 kB need no sharing. */
export const stockExplorerOf = (view: SnapshotView) =>
  view.derived("stock-explorer", () => {
    const { memory, endOffset, scope } = stockColumns(marketOf(view), screenerOf(view));
    const { index } = scope;
    const rows = new RowExplorer<StockIndex>(exploreMemoryAt(memory, endOffset, index.n), {
      names: ({ names }) => names,
      // No condition on stocks refers to states.
      states: () => [],
    });
    return {
      index,
      rank: (job: ScoreJob) => rows.rank(scope, job),
      /** Undefined if there is no such stock. */
      similar: (job: SimilarStocksJob) => {
        const target = index.codes.indexOf(job.stockCode);
        return target < 0 ? undefined : rows.similar(scope, { whole: scope, first: 0, target }, job);
      },
    };
  });

/** Stocks of the screener in code order. */
export interface StockIndex extends RowIndex {
  readonly codes: readonly string[];
  readonly names: readonly string[];
  /** "" if unknown. */
  readonly industries: readonly string[];
}

/** Offset 0 stays unused, as it means "none". */
const FIRST_OFFSET = 64;

/** Columns of all stocks in their own memory, with space for evaluating expressions after them. */
function stockColumns(market: Market, screener: Screener) {
  const { all } = market.securities;
  const own = Array.from(screener.codes, (code) => all[code]);
  const n = screener.count;
  const columnBytes = alignOffset(valuesByteLength(n)) + alignOffset(maskByteLength(n));
  const endOffset = FIRST_OFFSET + STOCK_METRICS.metrics.length * columnBytes;
  const memory = createSharedMemory(endOffset + exploreByteLength(n));
  const columns = STOCK_METRICS.metrics.map((metric, m) => {
    const { key, kind, categories } = metric;
    const labels = key === "industry" ? own.map(({ industry }) => industry) : own.map(({ sector }) => sector);
    const values =
      kind === "numeric"
        ? screener.known[key as ScreenerColumn]
        : labels.map((label) => (categories.includes(label) ? categories.indexOf(label) : Number.NaN));
    const valuesOffset = FIRST_OFFSET + m * columnBytes;
    const bits = valuesOffset + alignOffset(valuesByteLength(n));
    const nullCount = fillColumn(memory, values, valuesOffset, bits);
    const validityOffset = nullCount === 0 ? NO_VALIDITY : bits;
    return new MetricColumn(metric, { memory, n, valuesOffset, validityOffset, nullCount });
  });
  const index = {
    scope: "stocks",
    n,
    codes: own.map(({ code }) => code),
    names: Array.from(screener.codes, (code, place) => market.nameOf(code, screener.rows[place])),
    industries: own.map(({ industry }) => industry),
  };
  const scope: ColumnScope<StockIndex> = { index, columns };
  return { memory, endOffset, scope };
}

/** Writes values and validity bits; returns the number of nulls (NaN). */
function fillColumn(
  { buffer }: SharedMemory,
  values: ArrayLike<number>,
  valuesOffset: number,
  bitsOffset: number,
): number {
  const held = new Float32Array(buffer, valuesOffset, values.length);
  const bits = new Uint8Array(buffer, bitsOffset, Math.ceil(values.length / 8));
  let nullCount = 0;
  for (let row = 0; row < values.length; row++) {
    if (Number.isNaN(values[row])) nullCount++;
    else {
      held[row] = values[row];
      bits[row >> 3] |= 1 << (row & 7);
    }
  }
  return nullCount;
}
