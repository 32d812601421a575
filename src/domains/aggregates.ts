import type { Aggregate } from "../snapshot/build/aggregate.ts";
import type { PageSet } from "../snapshot/pages/page-set.ts";
import { DOMAINS } from "./index.ts";

/** Every aggregate of a snapshot, in the order in which they run. */
export async function loadAggregates(): Promise<readonly Aggregate[]> {
  const all = await Promise.all(
    DOMAINS.map(async ({ name, needs, aggregates }) =>
      (await aggregates()).map((aggregate) => ({ ...aggregate, group: name, needs })),
    ),
  );
  return all.flat();
}

/** Every set of pages of a snapshot. */
export async function loadPageSets(): Promise<readonly PageSet[]> {
  return (await Promise.all(DOMAINS.map((domain) => domain.pages?.() ?? []))).flat();
}
