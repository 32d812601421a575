import { maskByteLength } from "../kernels/memory-layout.ts";
import type { RankBitmapPlace } from "../kernels/predicate-list.ts";
import { buildRankBitmaps } from "../kernels/rank-bitmaps.ts";
import { createSortScratch, type SortScratch, sortRows } from "../kernels/sort-rows.ts";
import { columnArrays, type FilterMemory, type ScopeMemory } from "./filter-memory.ts";

// State of an index in the directory: 0 for none, negative while a lane builds it, else ranked rows + 1.
const ABSENT = 0;

/** Rank indexes in a snapshot's shared memory: any thread may build one, all may read it. */
export class RankIndex {
  readonly #filterMemory: FilterMemory;
  readonly #claim: number;
  readonly #words: Int32Array;
  readonly #wanted = new Map<number, readonly [ScopeMemory, number]>();
  /** Cache of indexes found, by `columnsBefore + metric`. An index is never removed. */
  readonly #found: (RankBitmapPlace | undefined)[];
  #scratch: SortScratch | undefined;

  constructor(filterMemory: FilterMemory, lane: number) {
    this.#filterMemory = filterMemory;
    this.#claim = claimOf(lane);
    this.#words = new Int32Array(filterMemory.memory.buffer);
    this.#found = new Array(filterMemory.scopes.reduce((sum, scope) => sum + scope.columns.length, 0)).fill(
      undefined,
    );
  }

  /** Location of a column's index; undefined while it has none. */
  find({ columns, ranks }: ScopeMemory, metric: number): RankBitmapPlace | undefined {
    if (ranks === undefined) return undefined;
    const found = this.#found[ranks.columnsBefore + metric];
    if (found !== undefined) return found;
    const state = Atomics.load(this.#words, (ranks.directoryOffset >> 2) + metric);
    if (state <= ABSENT) return undefined;
    const order = ranks.firstOffset + metric * ranks.stride;
    const place: RankBitmapPlace = {
      values: columns[metric].valuesOffset,
      order,
      bitmaps: order + ranks.bitmapsAfter,
      rankedCount: state - 1,
      cutShift: ranks.cutShift,
    };
    this.#found[ranks.columnsBefore + metric] = place;
    return place;
  }

  /** Queues a column that was scanned for indexing. */
  want(scope: ScopeMemory, metric: number): void {
    if (scope.ranks === undefined) return;
    const word = (scope.ranks.directoryOffset >> 2) + metric;
    if (!this.#wanted.has(word)) this.#wanted.set(word, [scope, metric]);
  }

  get hasWanted(): boolean {
    return this.#wanted.size > 0;
  }

  /** Builds the oldest queued index unless another thread has. Takes a fraction of a millisecond. */
  buildNext(): void {
    for (const [word, [scope, metric]] of this.#wanted) {
      this.#wanted.delete(word);
      this.build(scope, metric);
      return;
    }
  }

  /** Builds one index now, unless it exists or another thread is building it. */
  build(scope: ScopeMemory, metric: number): void {
    const { n, ranks } = scope;
    if (ranks === undefined) return;
    const word = (ranks.directoryOffset >> 2) + metric;
    if (Atomics.compareExchange(this.#words, word, ABSENT, this.#claim) !== ABSENT) return;
    const { buffer } = this.#filterMemory.memory;
    const [values, validity] = columnArrays(this.#filterMemory.memory, scope.columns[metric], n);
    const start = ranks.firstOffset + metric * ranks.stride;
    const order = new Uint16Array(buffer, start, n);
    if (this.#scratch === undefined || this.#scratch.keys.length < n) this.#scratch = createSortScratch(n);
    const ranked = sortRows(values, validity, n, order, this.#scratch);
    const bitmapBytes = ranks.stride - ranks.bitmapsAfter;
    const bitmaps = new Uint32Array(buffer, start + ranks.bitmapsAfter, bitmapBytes >> 2);
    buildRankBitmaps(order, ranked, ranks.cutShift, bitmaps, maskByteLength(n) >> 2);
    // Stored last: a thread that reads this count also sees everything written before it.
    Atomics.store(this.#words, word, ranked + 1);
  }
}

/** Releases the claims of a lane whose worker died while building, so that another thread may build. */
export function releaseClaims({ memory, scopes }: FilterMemory, lane: number): void {
  const words = new Int32Array(memory.buffer);
  for (const { columns, ranks } of scopes) {
    if (ranks === undefined) continue;
    const first = ranks.directoryOffset >> 2;
    columns.forEach((_, metric) => {
      Atomics.compareExchange(words, first + metric, claimOf(lane), ABSENT);
    });
  }
}

function claimOf(lane: number): number {
  return -1 - lane;
}
