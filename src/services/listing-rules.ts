import type {
  AddressDropSort,
  AddressDropsQuery,
  AgencySort,
  DropListingsQuery,
  RankingQuery,
  SuburbDropSort,
} from "../engine/listings/listings.ts";
import { invalidArgument } from "../errors.ts";
import type {
  GetPropertyHistoryRequest,
  ListAddressPriceDropsRequest,
  ListAgencyPriceStatsRequest,
  ListSuburbDropListingsRequest,
  ListSuburbPriceDropsRequest,
} from "../gen/shorts/v1alpha1/housing_pb.ts";
import { isStateCode, NATIONAL_SCOPE, STATE_CODES } from "../model/states.ts";
import { quoted } from "./suburb-rules.ts";

const SUBURB_SORTS: readonly SuburbDropSort[] = ["count", "avg", "max", "asking", "sold", "share"];
const ADDRESS_SORTS: readonly AddressDropSort[] = ["pct", "abs", "recent"];
const AGENCY_SORTS: readonly AgencySort[] = ["drops", "listings", "avg_cut", "value"];

/** A state or the country, a known sort, up to 500 suburbs; `window_days` is reserved and not looked at. */
export function suburbDropsQuery(request: ListSuburbPriceDropsRequest): RankingQuery<SuburbDropSort> {
  return {
    scope: scopeOf(request.stateCode),
    sort: sortOf(request.sort, SUBURB_SORTS),
    limit: withinOr(request.limit, 500, 50),
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
    windowDays: withinOr(request.windowDays, 365, 30),
    limit: withinOr(request.limit, 200, 30),
  };
}

/** The address key in lower case. */
export function addressKeyOf(request: GetPropertyHistoryRequest): string {
  const addressKey = request.addressKey.trim().toLowerCase();
  if (addressKey === "") {
    throw invalidArgument('address_key is required, for example "12-mill-street-richmond-vic-3121"');
  }
  return addressKey;
}

/** A state or the country, a known sort, a window of up to 365 days, up to 200 addresses. */
export function addressDropsQuery(request: ListAddressPriceDropsRequest): AddressDropsQuery {
  return {
    scope: scopeOf(request.stateCode),
    sort: sortOf(request.sort, ADDRESS_SORTS),
    windowDays: withinOr(request.windowDays, 365, 90),
    limit: withinOr(request.limit, 200, 50),
  };
}

/** A state or the country, a known sort; a limit of 0 or less is 20, above 100 it is 100. */
export function agencyStatsQuery(request: ListAgencyPriceStatsRequest): RankingQuery<AgencySort> {
  return {
    scope: scopeOf(request.stateCode),
    sort: sortOf(request.sort, AGENCY_SORTS),
    limit: request.limit <= 0 ? 20 : Math.min(request.limit, 100),
  };
}

/** The state code, or AU when none is given. */
function scopeOf(stateCode: string): string {
  const code = stateCode.trim().toUpperCase();
  if (code === "") return NATIONAL_SCOPE;
  if (isStateCode(code)) return code;
  throw invalidArgument(
    `state_code: ${quoted(stateCode)} is not one of ${STATE_CODES.join(", ")}, or empty for the country`,
  );
}

/** The named sort, or the first of those allowed: an unknown one is no error. */
function sortOf<Sort extends string>(text: string, sorts: readonly Sort[]): Sort {
  const name = text.trim().toLowerCase();
  return sorts.find((sort) => sort === name) ?? sorts[0];
}

/** The value from 1 to the most, else the default: a larger value is not cut down to the most. */
function withinOr(value: number, most: number, fallback: number): number {
  return value >= 1 && value <= most ? value : fallback;
}
