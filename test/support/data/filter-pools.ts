import { onTestFinished } from "vitest";
import type { FilterMemory } from "../../../src/engine/filter/filter-memory.ts";
import { FilterPool } from "../../../src/engine/filter/filter-pool.ts";
import type { RangePredicate } from "../../../src/engine/filter/predicate.ts";
import { plainFilter } from "../plain/plain-expression.ts";
import { madeColumns, SMALL_SIZES } from "./made-columns.ts";

/** A filter of small columns on a pool that closes with the test, and its expected results. */
export function pooledColumns(seed: number, options: ConstructorParameters<typeof FilterPool>[0]) {
  const { columns, filterMemory } = madeColumns(SMALL_SIZES, seed, options.threads);
  const pool = new FilterPool(options);
  onTestFinished(() => pool.close());
  const filter = pool.attach(filterMemory);
  const right = (code: string, predicates: readonly RangePredicate[]) =>
    plainFilter(columns.scopes.get(code)!, predicates);
  return { columns, filterMemory, pool, filter, right };
}

export function builtIndexes({ memory, scopes }: FilterMemory): number {
  const words = new Int32Array(memory.buffer);
  const built = ({ columns, ranks }: FilterMemory["scopes"][number]) =>
    ranks === undefined
      ? 0
      : columns.filter((_, metric) => Atomics.load(words, (ranks.directoryOffset >> 2) + metric) > 0).length;
  return scopes.reduce((sum, scope) => sum + built(scope), 0);
}
