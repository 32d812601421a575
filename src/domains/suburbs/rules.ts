import type {
  GetHousePriceSeriesRequest,
  GetHousingOverviewRequest,
  GetSuburbProfileRequest,
  ListHousingRegionsRequest,
  ListStateSuburbsRequest,
} from "../../gen/shorts/v1alpha1/housing_pb.ts";
import {
  limitOrDefault,
  optionalRegionType,
  optionalState,
  type RegionType,
  requireState,
  requireText,
  searchText,
} from "../../rpc/request-rules.ts";
import type { RegionFilter, StateSuburbsQuery } from "./queries/find-names.ts";

/** The region type asked for; "" is every type but suburb. */
export function overviewRegionType(request: GetHousingOverviewRequest): RegionType | "" {
  return optionalRegionType(request.regionType);
}

/** Region and measure are required but not checked against a list; the dwelling type is `all` unless given. */
export function priceSeriesKey(request: GetHousePriceSeriesRequest) {
  return {
    regionCode: requireText(request.regionCode, "region_code", "upper"),
    measure: requireText(request.measure, "measure", "lower"),
    dwellingType: request.dwellingType.trim().toLowerCase() || "all",
  };
}

/** A state, a part of the name, and a limit of 5000 unless one up to 20000 is given. */
export function stateSuburbsQuery(request: ListStateSuburbsRequest): StateSuburbsQuery {
  return {
    stateCode: requireState(request.stateCode),
    search: searchText(request.query),
    limit: limitOrDefault(request.limit, 5000, 20_000),
  };
}

export function profileSalCode(request: GetSuburbProfileRequest): string {
  return requireText(request.salCode, "sal_code", "as given");
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
