import type { Aggregate } from "../snapshot/build/aggregate.ts";
import type { PageSet } from "../snapshot/pages/page-set.ts";
import { DOMAINS } from "./index.ts";

/** Every aggregate of a snapshot, in the order in which they run: what is found by words comes last, from all of them. */
export async function loadAggregates(): Promise<readonly Aggregate[]> {
  const own = (await Promise.all(DOMAINS.map((domain) => domain.aggregates()))).flat();
  const { searchEntries } = await import("./words/aggregates/search-entries.ts");
  return [...own, searchEntries(DOMAINS.flatMap(({ searchables = [] }) => searchables))];
}

/** Every set of pages of a snapshot. */
export async function loadPageSets(): Promise<readonly PageSet[]> {
  return (await Promise.all(DOMAINS.map((domain) => domain.pages?.() ?? []))).flat();
}
