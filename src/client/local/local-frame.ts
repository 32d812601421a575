import {
  MIN_RANKED_RESIDENTS,
  needsResidents,
  type RankedRow,
  rankRows,
  withBase,
} from "../../domains/explorer/queries/rank-suburbs.ts";
import { MetricColumn } from "../../engine/columns/column.ts";
import { evaluateExpression, narrowToData } from "../../engine/expressions/evaluate-expression.ts";
import {
  answerWords,
  type ExploreMemory,
  exploreByteLength,
  exploreMemoryAt,
} from "../../engine/expressions/explore-memory.ts";
import type { Expression } from "../../engine/expressions/expression.ts";
import { type NameText, nameText } from "../../engine/expressions/name-search.ts";
import { binRows } from "../../engine/kernels/bin-rows.ts";
import { type KernelMemory, openKernelMemory } from "../../engine/kernels/create-kernels.ts";
import { alignOffset, maskByteLength, valuesByteLength } from "../../engine/kernels/memory-layout.ts";
import { NO_VALIDITY } from "../../engine/kernels/predicate-list.ts";
import { selectBits } from "../../engine/kernels/select-bits.ts";
import type { SharedMemory } from "../../engine/kernels/shared-memory.ts";
import { type BinnedColumn, binColumn } from "../../engine/statistics/binned-column.ts";
import { type HistogramAnswer, metricHistogram } from "../../engine/statistics/histograms.ts";
import { rowOrderer } from "../../engine/statistics/order-rows.ts";
import { type PercentileRanks, percentileRanks } from "../../engine/statistics/percentile-ranks.ts";
import type { FrameColumn } from "../frame-column.ts";
import type { WhereExpression } from "../where-text/where-node.ts";
import { compileWhere, type NamedColumns } from "./compile-where.ts";
import type { LocalIndex } from "./local-index.ts";

/** Most columns of a frame; the registry has fewer. */
const COLUMN_ROOM = 128;

/** Weight of a metric in a ranking: above 0 more is better, below 0 less is better. */
export interface LocalWeight {
  readonly metricKey: string;
  readonly weight: number;
}

/** The best suburbs, with counts of the candidates. */
export interface LocalRanking {
  readonly rows: readonly RankedRow[];
  readonly candidateCount: number;
  /** Candidates without data for a weighted metric. */
  readonly excludedCount: number;
}

/**
 * Columns of one scope in memory of this thread, evaluated by the same kernels as on the server without any
 * call: masks, counts, histograms and ranks are equal bit for bit. A mask is an array of 32-bit words, one
 * bit per row, least significant bit first; spare bits are 0.
 */
export class LocalFrame {
  readonly index: LocalIndex;
  readonly #space: KernelMemory;
  readonly #memory: ExploreMemory;
  readonly #columnsAt: number;
  readonly #columns: MetricColumn[] = [];
  readonly #frameColumns: FrameColumn[] = [];
  readonly #positions = new Map<string, number>();
  readonly #ranks = new Map<number, PercentileRanks>();
  readonly #binned = new Map<string, BinnedColumn>();
  readonly #order: (column: MetricColumn) => { rows: Uint16Array | Uint32Array; count: number };
  #names: NameText | undefined;

  constructor(index: LocalIndex, options: { plain?: boolean } = {}) {
    this.index = index;
    const n = index.salCodes.length;
    this.#columnsAt = exploreByteLength(n);
    const columnBytes = alignOffset(valuesByteLength(n)) + alignOffset(maskByteLength(n));
    this.#space = openKernelMemory(this.#columnsAt + COLUMN_ROOM * columnBytes, options);
    this.#memory = exploreMemoryAt(this.#shared, 0, n, this.#space.kernels);
    this.#order = rowOrderer(n);
  }

  /** The memory, typed as evaluators and columns need it. Unshared: they only read and write it. */
  get #shared(): SharedMemory {
    return this.#space.memory as unknown as SharedMemory;
  }

  /** Which kernels evaluate this frame: WebAssembly SIMD or plain JavaScript. */
  get kernelKind(): "wasm-simd" | "plain" {
    return this.#space.kernels.kind;
  }

  get size(): number {
    return this.index.salCodes.length;
  }

  get keys(): readonly string[] {
    return [...this.#positions.keys()];
  }

  has(key: string): boolean {
    return this.#positions.has(key);
  }

  /** The column of a key; throws a RangeError when the frame has none. */
  column(key: string): FrameColumn {
    return this.#frameColumns[this.#position(key)];
  }

  /** False when the frame has another column under the same key. */
  holds(column: FrameColumn): boolean {
    const position = this.#positions.get(column.key);
    return position === undefined || this.#frameColumns[position] === column;
  }

  /** Copies a column into the frame's memory; ignored when the key is already present. */
  add(column: FrameColumn): void {
    if (this.#positions.has(column.key)) return;
    const n = this.size;
    if (column.values.length !== n) {
      throw new RangeError(`"${column.key}" has ${column.values.length} rows, the frame ${n}`);
    }
    const position = this.#columns.length;
    if (position >= COLUMN_ROOM) throw new RangeError(`a frame holds at most ${COLUMN_ROOM} columns`);
    const stride = alignOffset(maskByteLength(n));
    const valuesOffset = this.#columnsAt + position * (alignOffset(valuesByteLength(n)) + stride);
    const validityOffset = valuesOffset + alignOffset(valuesByteLength(n));
    new Float32Array(this.#memory.buffer, valuesOffset, n).set(column.values);
    const nullCount = column.nulls.count;
    this.#memory.bytes.set(column.nulls.not().bytes, validityOffset);
    const { key, labels } = column;
    const kind = labels.length === 0 ? "numeric" : "categorical";
    // Kernels need only kind and labels; sources and derivation stay in the registry.
    const metric = { key, kind, categories: labels } as unknown as MetricColumn["metric"];
    const place = { memory: this.#shared, n, valuesOffset, nullCount };
    this.#columns.push(
      new MetricColumn(metric, { ...place, validityOffset: nullCount === 0 ? NO_VALIDITY : validityOffset }),
    );
    this.#frameColumns.push(column);
    this.#positions.set(key, position);
  }

  /** The mask words of the suburbs that satisfy a condition; all suburbs without one. */
  match(where?: WhereExpression): Uint32Array {
    this.#evaluate(compileWhere(where, this.#named));
    return this.#words().slice();
  }

  /** Number of suburbs in a mask. */
  count(words: Uint32Array): number {
    this.#words().set(words.subarray(0, this.#words().length));
    return this.#memory.kernels.countBits(this.#memory.masks[0], this.size);
  }

  /** Mask words as ceil(size / 8) bytes, the form of the wire. */
  bytesOf(words: Uint32Array): Uint8Array {
    const bytes = new Uint8Array((this.size + 7) >> 3);
    for (let i = 0; i < bytes.length; i++) bytes[i] = words[i >> 2] >>> ((i & 3) << 3);
    return bytes;
  }

  /** Positions of the suburbs in a mask, ascending. */
  positions(words: Uint32Array): Uint32Array {
    const positions = new Uint32Array(this.size);
    return positions.slice(0, selectBits(words, this.size, positions));
  }

  /** The histogram as Explore answers it: equal-width bins over the scope, or one bin per label. */
  histogram(key: string, words: Uint32Array, binCount = 20): HistogramAnswer {
    const metric = this.#position(key);
    const name = `${key} ${binCount}`;
    const binned = this.#binned.get(name) ?? binColumn(this.#columns[metric], binCount);
    this.#binned.set(name, binned);
    return metricHistogram(metric, binned, words);
  }

  /** The bin of every row for the given edges (binCount for rows in no bin), and the rows per bin. */
  binRows(key: string, edges: Float32Array): { codes: Uint8Array; counts: Uint32Array } {
    const column = this.#columns[this.#position(key)];
    const bins = Math.max(0, edges.length - 1);
    const codes = new Uint8Array(this.size);
    const counts = new Uint32Array(bins + 1);
    binRows(column.values, column.validity, this.size, edges, bins, codes, counts);
    return { codes, counts };
  }

  /**
   * The k best suburbs of the mask by weighted percentile ranks, as in RankSuburbs. Rankings by medians also
   * need the column `population`: they exclude places with few residents.
   */
  rank(weights: readonly LocalWeight[], words: Uint32Array, k: number): LocalRanking {
    const metrics = weights.map(({ metricKey, weight }) => ({ metric: this.#position(metricKey), weight }));
    const candidateCount = this.count(words);
    const scope = this.#scope();
    narrowToData(
      this.#memory,
      scope,
      metrics.map(({ metric }) => metric),
    );
    const keys = weights.map(({ metricKey }) => metricKey);
    const base = needsResidents(keys)
      ? { metric: this.#position("population"), least: MIN_RANKED_RESIDENTS }
      : undefined;
    const positions = withBase(scope, this.positions(this.#words()), base);
    const rows = rankRows(scope, positions, metrics, k, (metric) => this.#ranksOf(metric));
    return { rows, candidateCount, excludedCount: candidateCount - positions.length };
  }

  /** Rows with data by ascending value, ties by position. */
  order(key: string): { rows: Uint16Array | Uint32Array; count: number } {
    return this.#order(this.#columns[this.#position(key)]);
  }

  /** Percentile rank of a suburb among those with data, in the open interval (0, 1); undefined if null. */
  percentile(key: string, position: number): number | undefined {
    const { doubled, count } = this.#ranksOf(this.#position(key));
    return doubled[position] === 0 ? undefined : doubled[position] / (2 * count);
  }

  #ranksOf(metric: number): PercentileRanks {
    const column = this.#columns[metric];
    const ranks = this.#ranks.get(metric) ?? percentileRanks(column, this.#order(column));
    this.#ranks.set(metric, ranks);
    return ranks;
  }

  #evaluate(expression: Expression): void {
    const names = () => (this.#names ??= nameText(this.index.salNames));
    const states = () => this.index.stateCodes;
    evaluateExpression({ memory: this.#memory, scope: this.#scope(), names, states }, expression);
  }

  #words(): Uint32Array {
    return answerWords(this.#memory, this.size);
  }

  #scope() {
    return { index: { scope: "", n: this.size }, columns: this.#columns };
  }

  #position(key: string): number {
    const position = this.#positions.get(key);
    if (position === undefined) throw new RangeError(`the frame has no column "${key}"`);
    return position;
  }

  readonly #named: NamedColumns = {
    positionOf: (key) => this.#positions.get(key),
    labelsOf: (position) => this.#frameColumns[position].labels,
    keys: () => this.keys,
  };
}
