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
import type { RegionFilter, StateSuburbsQuery } from "./queries/find-names.ts";

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

/** A state, a part of the name, and a limit of 5000 unless one up to 20000 is given. */
export function stateSuburbsQuery(request: ListStateSuburbsRequest): StateSuburbsQuery {
  return {
    stateCode: requireState(request.stateCode),
    search: searchText(request.query),
    limit: limitOrDefault(request.limit, 5000, 20_000),
  };
}

/** Filters that may be left out, and a limit of 2000 unless one up to 5000 is given. */
export function regionFilter(request: ListHousingRegionsRequest): RegionFilter {
  return {
    regionType: optionalRegionType(request.regionType),
    stateCode: optionalState(request.stateCode),
    search: searchText(request.query),
    limit: limitOrDefault(request.limit, 2000, 5000),
  };
}
