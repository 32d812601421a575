import type { Aggregate } from "../aggregate.ts";
import { ECONOMY_AGGREGATES } from "./economy-aggregates.ts";
import { LISTING_AGGREGATES } from "./listing-aggregates.ts";
import { SUBURB_AGGREGATES } from "./suburb-aggregates.ts";

/** Every aggregate of a snapshot, in the order in which they run. */
export const AGGREGATES: readonly Aggregate[] = [
  ...SUBURB_AGGREGATES,
  ...LISTING_AGGREGATES,
  ...ECONOMY_AGGREGATES,
];
