import type { Aggregate } from "../snapshot/build/aggregate.ts";
import { ECONOMY_AGGREGATES } from "./economy/aggregates/index.ts";
import { LISTING_AGGREGATES } from "./listings/aggregates/index.ts";
import { SUBURB_AGGREGATES } from "./suburbs/aggregates/index.ts";

/** Every aggregate of a snapshot, in the order in which they run. */
export const AGGREGATES: readonly Aggregate[] = [
  ...SUBURB_AGGREGATES,
  ...LISTING_AGGREGATES,
  ...ECONOMY_AGGREGATES,
];
