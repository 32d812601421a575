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

/** Region and measure are required but not checked against a list; the dwelling type is `all` unless given. */
export const priceSeriesKey = reading({
  regionCode: upperText,
  measure: lowerText,
  dwellingType: (text: string) => text.trim().toLowerCase() || "all",
});

/** Key of the page of a series. */
export function priceSeriesPageKey(regionCode: string, measure: string, dwellingType: string): string {
  return `${regionCode}|${measure}|${dwellingType}`;
}

export type StateSuburbsQuery = ReturnType<typeof stateSuburbsQuery>;

/** A state, a part of the name ("" is part of all), and a limit of 5000 unless one up to 20000 is given. */
export const stateSuburbsQuery = reading({
  stateCode: requireState,
  query: searchText,
  limit: orDefault(5000, 20_000),
});

export type RegionFilter = ReturnType<typeof regionFilter>;

/** Filters that combine with AND, "" where they are left out, and a limit of 2000 unless one up to 5000 is given. */
export const regionFilter = reading({
  regionType: optionalRegionType,
  stateCode: optionalState,
  query: searchText,
  limit: orDefault(2000, 5000),
});
