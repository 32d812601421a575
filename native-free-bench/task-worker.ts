import { workerData } from "node:worker_threads";
import type { FilterMemory } from "../src/engine/filter/filter-memory.ts";
import { inlineFilter } from "../src/engine/filter/inline-filter.ts";
import type { RangePredicate } from "../src/engine/filter/predicate.ts";

/** The same evaluation over the same shared memory as one task per call: a thread pool without tuning. */
const filter = inlineFilter(workerData as FilterMemory);

// biome-ignore lint/style/noDefaultExport: piscina runs the default export of its worker file
export default ({ scope, predicates }: { scope: string; predicates: readonly RangePredicate[] }) =>
  filter.filterSync(scope, predicates);
