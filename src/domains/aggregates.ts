import type { Aggregate } from "../snapshot/build/aggregate.ts";
import { DOMAINS } from "./index.ts";

/** Every aggregate of a snapshot, in the order in which they run. */
export async function loadAggregates(): Promise<readonly Aggregate[]> {
  return (await Promise.all(DOMAINS.map((domain) => domain.aggregates()))).flat();
}
