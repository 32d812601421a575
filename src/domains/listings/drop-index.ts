/** First day of the drop index: events begin on 2026-07-14, so from here a full 30-day window is behind a day. */
export const TRACKING_SINCE = "2026-08-13";
