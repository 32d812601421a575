import { NATIONAL_SCOPE } from "../../dataset/states.ts";
import type {
  GetPropertyHistoryRequest,
  ListAddressPriceDropsRequest,
  ListAgencyPriceStatsRequest,
  ListSuburbDropListingsRequest,
  ListSuburbPriceDropsRequest,
} from "../../gen/shorts/v1alpha1/housing_pb.ts";
import { clampedLimit, limitOrDefault, optionalState, requireText } from "../../rpc/request-rules.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import type { DropListingsQuery } from "./queries/drop-listings.ts";

/** Rows of a ranking within a scope: a state code, or AU for the country. */
export interface RankingQuery {
  readonly scope: string;
  readonly sort: string;
  readonly limit: number;
}

export const SUBURB_SORTS = ["count", "avg", "max", "asking", "sold", "share"];
export const ADDRESS_SORTS = ["pct", "abs", "recent"];
export const AGENCY_SORTS = ["drops", "listings", "avg_cut", "value"];

/** A state or the country, a known sort, up to 500 suburbs; `window_days` is reserved and not looked at. */
export function suburbDropsQuery(request: ListSuburbPriceDropsRequest): RankingQuery {
  return {
    scope: scopeOf(request.stateCode),
    sort: sortOf(request.sort, SUBURB_SORTS),
    limit: limitOrDefault(request.limit, 50, 500),
  };
}

/** At least one of the two codes, a window of up to 365 days, up to 200 listings. */
export function dropListingsQuery(request: ListSuburbDropListingsRequest): DropListingsQuery {
  const salCode = request.salCode.trim();
  const regionCode = request.regionCode.trim().toUpperCase();
  if (salCode === "" && regionCode === "") {
    throw invalidArgument('sal_code or region_code is required, for example sal_code "10001"');
  }
  return {
    salCode,
    regionCode,
    windowDays: limitOrDefault(request.windowDays, 30, 365),
    limit: limitOrDefault(request.limit, 30, 200),
  };
}

/** The address key in lower case. */
export function addressKeyOf(request: GetPropertyHistoryRequest): string {
  return requireText(request.addressKey, "address_key", "lower");
}

/** A state or the country, a known sort, a window of up to 365 days, up to 200 addresses. */
export function addressDropsQuery(request: ListAddressPriceDropsRequest) {
  return {
    scope: scopeOf(request.stateCode),
    sort: sortOf(request.sort, ADDRESS_SORTS),
    windowDays: limitOrDefault(request.windowDays, 90, 365),
    limit: limitOrDefault(request.limit, 50, 200),
  };
}

/** A state or the country, a known sort; a limit of 0 or less is 20, above 100 it is 100. */
export function agencyStatsQuery(request: ListAgencyPriceStatsRequest): RankingQuery {
  return {
    scope: scopeOf(request.stateCode),
    sort: agencySort(request.sort),
    limit: clampedLimit(request.limit, 20, 100),
  };
}

/** The named way of sorting agencies, or the first of those allowed. */
export function agencySort(text: string): string {
  return sortOf(text, AGENCY_SORTS);
}

/** The state code, or AU when none is given. */
function scopeOf(stateCode: string): string {
  return optionalState(stateCode) || NATIONAL_SCOPE;
}

/** The named sort, or the first of those allowed: an unknown one is not an error. */
function sortOf(text: string, sorts: readonly string[]): string {
  const name = text.trim().toLowerCase();
  return sorts.find((sort) => sort === name) ?? sorts[0];
}
