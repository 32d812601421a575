import type { Aggregate } from "../snapshot/build/aggregate.ts";
import type { PageSet } from "../snapshot/pages/page-set.ts";
import { DOMAINS } from "./index.ts";

/** Every aggregate of a snapshot, in the order in which they run: what is found by words comes last, from all of them. */
export async function loadAggregates(): Promise<readonly Aggregate[]> {
  const all = await Promise.all(
    DOMAINS.map(async ({ name, needs, aggregates }) =>
      (await aggregates()).map((aggregate) => ({ ...aggregate, group: name, needs })),
    ),
  );
  const { searchEntries } = await import("./words/aggregates/search-entries.ts");
  const searchables = await Promise.all(DOMAINS.map((domain) => domain.searchables?.() ?? []));
  return [...all.flat(), searchEntries(searchables.flat())];
}

/** Every set of pages of a snapshot. */
export async function loadPageSets(): Promise<readonly PageSet[]> {
  return (await Promise.all(DOMAINS.map((domain) => domain.pages?.() ?? []))).flat();
}
