import { onTestFinished } from "vitest";
import type { FilterMemory } from "../../../src/engine/filter/filter-memory.ts";
import { FilterPool } from "../../../src/engine/filter/filter-pool.ts";
import type { RangePredicate } from "../../../src/engine/filter/predicate.ts";
import { plainFilter } from "../plain/plain-filter.ts";
import { madeColumns, SMALL_SIZES } from "./made-columns.ts";

/** A filter of small columns on a pool that closes with the test, and what it must answer. */
export function pooledColumns(seed: number, options: ConstructorParameters<typeof FilterPool>[0]) {
  const { columns, filterMemory } = madeColumns(SMALL_SIZES, seed, options.threads);
  const pool = new FilterPool(options);
  onTestFinished(() => pool.close());
  const filter = pool.attach(filterMemory);
  const right = (code: string, predicates: readonly RangePredicate[]) =>
    plainFilter(columns.scopes.get(code)!, predicates);
  return { columns, filterMemory, pool, filter, right };
}

/** Bytes of indexes built so far, and how many. */
export function builtIndexes({ memory, scopes }: FilterMemory): { count: number; bytes: number } {
  const words = new Int32Array(memory.buffer);
  let count = 0;
  let bytes = 0;
  for (const { columns, ranks } of scopes) {
    if (ranks === undefined) continue;
    const first = ranks.directoryOffset >> 2;
    const built = columns.filter((_, metric) => Atomics.load(words, first + metric) > 0).length;
    count += built;
    bytes += built * ranks.stride;
  }
  return { count, bytes };
}
