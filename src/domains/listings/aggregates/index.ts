import type { Aggregate } from "../../../snapshot/tables/aggregate.ts";
import { ADDRESS_DROPS } from "./address-drops.ts";
import { DROP_INDEX, INDEX_DAYS, suburbCutDays } from "./drop-index.ts";
import { PRICE_DROPS } from "./price-drops.ts";
import { PROPERTY_HISTORY } from "./property-history.ts";
import { LISTING_STEPS } from "./steps.ts";

/** In the order in which they must run: shared steps, then serving tables. */
export const LISTING_AGGREGATES: readonly Aggregate[] = [
  ...LISTING_STEPS,
  ...PRICE_DROPS,
  ...ADDRESS_DROPS,
  ...PROPERTY_HISTORY,
  ...INDEX_DAYS,
  suburbCutDays(),
  ...DROP_INDEX,
];
