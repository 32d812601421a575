import { NATIONAL_SCOPE, STATE_CODES } from "../../dataset/states.ts";

/** First day of the drop index: events begin on 2026-07-14, so from here a full 30-day window lies behind a day. */
export const TRACKING_SINCE = "2026-08-13";

/** The number of an index series: -1 for the country (AU), -2 to -9 for the states, its code for a suburb. */
export function dropIndexSeriesId(key: string): number {
  if (key === NATIONAL_SCOPE) return -1;
  const state = (STATE_CODES as readonly string[]).indexOf(key);
  return state >= 0 ? -2 - state : Number(key);
}
