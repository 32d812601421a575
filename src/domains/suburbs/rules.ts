import {
  lowerText,
  optionalRegionType,
  optionalState,
  orDefault,
  reading,
  requireState,
  searchText,
  upperText,
} from "../../rpc/request-rules.ts";

/** Region and measure are required but not checked against a list; the default dwelling type is `all`. */
export const priceSeriesKey = reading({
  regionCode: upperText,
  measure: lowerText,
  dwellingType: (text: string) => text.trim().toLowerCase() || "all",
});

export function priceSeriesPageKey(key: ReturnType<typeof priceSeriesKey>): string {
  const { regionCode, measure, dwellingType } = key;
  return `${regionCode}|${measure}|${dwellingType}`;
}

export type StateSuburbsQuery = ReturnType<typeof stateSuburbsQuery>;

/** A state, a substring of the name ("" matches all), and a limit (default 5000, at most 20000). */
export const stateSuburbsQuery = reading({
  stateCode: requireState,
  query: searchText,
  limit: orDefault(5000, 20_000),
});

export type RegionFilter = ReturnType<typeof regionFilter>;

/** Filters combined with AND; "" matches all. The limit is 2000 by default, at most 5000. */
export const regionFilter = reading({
  regionType: optionalRegionType,
  stateCode: optionalState,
  query: searchText,
  limit: orDefault(2000, 5000),
});
