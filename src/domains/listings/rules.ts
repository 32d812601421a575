import { isStateCode, NATIONAL_SCOPE, STATE_CODES, stateCodeIn } from "../../dataset/states.ts";
import type {
  GetDropIndexSeriesRequest,
  ListSuburbDropListingsRequest,
} from "../../gen/shorts/v1alpha1/housing_pb.ts";
import {
  clamped,
  lowerText,
  optionalState,
  orDefault,
  quoted,
  reading,
  trimmed,
} from "../../rpc/request-rules.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import { dateOfDay, dayNumberOf } from "../../runtime/time/calendar-date.ts";

/** The dataset tables from which all listing responses are computed. */
export const LISTING_TABLES = ["property_listings", "property_price_events"];

export const SUBURB_SORTS = ["count", "avg", "max", "asking", "sold", "share"];
export const ADDRESS_SORTS = ["pct", "abs", "recent"];
export const AGENCY_SORTS = ["drops", "listings", "avg_cut", "value"];

/** `stateCode` is a state, or AU for the country. */
export type RankingQuery = ReturnType<typeof suburbDropsQuery>;

/** `window_days` is reserved and ignored. */
export const suburbDropsQuery = reading({
  stateCode: stateOrCountry,
  sort: sortIn(SUBURB_SORTS),
  limit: orDefault(50, 500),
});

export const addressDropsQuery = reading({
  stateCode: stateOrCountry,
  sort: sortIn(ADDRESS_SORTS),
  windowDays: orDefault(90, 365),
  limit: orDefault(50, 200),
});

export const agencySort = sortIn(AGENCY_SORTS);

export const agencyStatsQuery = reading({
  stateCode: stateOrCountry,
  sort: agencySort,
  limit: clamped(20, 100),
});

export const historyQuery = reading({ addressKey: lowerText });

export type DropListingsQuery = ReturnType<typeof dropListingsQuery>;

const dropListings = reading({
  salCode: trimmed,
  regionCode: (text: string) => text.trim().toUpperCase(),
  windowDays: orDefault(30, 365),
  limit: orDefault(30, 200),
});

export function dropListingsQuery(request: ListSuburbDropListingsRequest) {
  const query = dropListings(request);
  if (query.salCode !== "" || query.regionCode !== "") return query;
  throw invalidArgument('sal_code or region_code is required, for example sal_code "10001"');
}

function stateOrCountry(text: string): string {
  return optionalState(text) || NATIONAL_SCOPE;
}

/** Rule: one of the sorts; an unknown name means the first one and is not an error. */
function sortIn(sorts: readonly string[]) {
  return (text: string): string => {
    const name = text.trim().toLowerCase();
    return sorts.find((sort) => sort === name) ?? sorts[0];
  };
}

/** First day of the drop index, the first with a full 30-day window: events begin on 2026-07-14. */
export const TRACKING_SINCE = "2026-08-13";
const FIRST_DAY = dayNumberOf(TRACKING_SINCE)!;

export type DropIndexQuery = NonNullable<ReturnType<typeof dropIndexQuery>>;

/** The key and the requested days, clamped to tracked ones; undefined if today is before the first. */
export function dropIndexQuery(request: GetDropIndexSeriesRequest, todayDay: number) {
  const grainKey = grainKeyOf(request.grain, request.grainKey);
  const days = trackedDays(request.from, request.to, todayDay);
  return days && { grainKey, ...days };
}

/** The days between two optional dates, inclusive, clamped to the index; undefined if none is tracked yet. */
export function trackedDays(fromText: string, toText: string, todayDay: number) {
  const from = optionalDay(fromText, "from");
  const to = optionalDay(toText, "to");
  if (todayDay < FIRST_DAY) return undefined;
  const fromDay = Math.max(from ?? FIRST_DAY, FIRST_DAY);
  const toDay = Math.min(to ?? todayDay, todayDay);
  if (fromDay <= toDay) return { fromDay, toDay };
  throw invalidArgument(
    `from ${dateOfDay(fromDay)} is later than to ${dateOfDay(toDay)}; days run from ${TRACKING_SINCE} to ${dateOfDay(todayDay)}`,
  );
}

function grainKeyOf(grainText: string, keyText: string): string {
  const grain = grainText.trim().toLowerCase();
  const key = stateCodeIn(keyText);
  switch (grain) {
    case "":
    case "national":
      if (key === "" || key === NATIONAL_SCOPE) return NATIONAL_SCOPE;
      throw invalidArgument(`grain_key: ${quoted(keyText)} is not "AU", the only key of grain "national"`);
    case "state":
      if (isStateCode(key)) return key;
      throw invalidArgument(`grain_key: ${quoted(keyText)} is not one of ${STATE_CODES.join(", ")}`);
    case "suburb":
      if (/^[0-9]{5}$/.test(key)) return key;
      throw invalidArgument(`grain_key: ${quoted(keyText)} is not a sal_code of exactly five digits`);
    default:
      throw invalidArgument(`grain: ${quoted(grainText)} is not one of national, state, suburb`);
  }
}

/** The day number of YYYY-MM-DD; undefined for a blank string. */
export function optionalDay(text: string, field: string): number | undefined {
  const date = text.trim();
  if (date === "") return undefined;
  const day = dayNumberOf(date);
  if (day !== undefined) return day;
  throw invalidArgument(`${field}: ${quoted(text)} is not a calendar date written YYYY-MM-DD`);
}
