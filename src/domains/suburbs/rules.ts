import type {
  GetHousePriceSeriesRequest,
  ListHousingRegionsRequest,
  ListStateSuburbsRequest,
} from "../../gen/shorts/v1alpha1/housing_pb.ts";
import {
  limitOrDefault,
  optionalRegionType,
  optionalState,
  requireState,
  requireText,
  searchText,
} from "../../rpc/request-rules.ts";

/** Region and measure are required but not checked against a list; the dwelling type is `all` unless given. */
export function priceSeriesKey(request: GetHousePriceSeriesRequest) {
  return {
    regionCode: requireText(request.regionCode, "region_code", "upper"),
    measure: requireText(request.measure, "measure", "lower"),
    dwellingType: request.dwellingType.trim().toLowerCase() || "all",
  };
}

/** Key of the page of a series. */
export function priceSeriesPageKey(regionCode: string, measure: string, dwellingType: string): string {
  return `${regionCode}|${measure}|${dwellingType}`;
}

export type StateSuburbsQuery = ReturnType<typeof stateSuburbsQuery>;

/** A state, a part of the name ("" is part of all), and a limit of 5000 unless one up to 20000 is given. */
export function stateSuburbsQuery(request: ListStateSuburbsRequest) {
  return {
    stateCode: requireState(request.stateCode),
    search: searchText(request.query),
    limit: limitOrDefault(request.limit, 5000, 20_000),
  };
}

export type RegionFilter = ReturnType<typeof regionFilter>;

/** Filters that combine with AND, "" where they are left out, and a limit of 2000 unless one up to 5000 is given. */
export function regionFilter(request: ListHousingRegionsRequest) {
  return {
    regionType: optionalRegionType(request.regionType),
    stateCode: optionalState(request.stateCode),
    search: searchText(request.query),
    limit: limitOrDefault(request.limit, 2000, 5000),
  };
}
