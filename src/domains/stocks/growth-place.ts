import { PERIOD_TYPES } from "../../dataset/tables/fundamentals.ts";

/** The number that the growth record is shown for; periods are shown for the place of their type in the list of types. */
export const GROWTH_PLACE = PERIOD_TYPES.length;
