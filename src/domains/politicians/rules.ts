import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { stateCodeIn } from "../../dataset/states.ts";
import type {
  ComparePoliticiansRequest,
  GetPoliticianAnalyticsRequest,
  GetRegisterActivityRequest,
  ListPoliticianSummariesRequest,
  ListPoliticiansRequest,
  ListRegisterChangesRequest,
  ListShortInterestOverlapRequest,
  ListStatePoliticianHoldingsRequest,
  ListTopDonorsRequest,
} from "../../gen/shorts/v1alpha1/politicians_pb.ts";
import { dayOfTimestamp } from "../../rpc/encoding/timestamps.ts";
import { clampedLimit, quoted, requireState, requireText } from "../../rpc/request-rules.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import { itemOrAll } from "./items.ts";
import { ACTIVITY_WINDOWS } from "./page-keys.ts";

const offsetOf = (offset: number) => Math.max(0, offset);
const lower = (text: string) => text.trim().toLowerCase();
const upper = (text: string) => text.trim().toUpperCase();

/** A member's slug; it must be given. */
export function requireSlug(text: string, field = "slug"): string {
  return requireText(text, field, "lower");
}

export type MemberFilter = ReturnType<typeof memberFilter>;

/** A page of members, sorted by a number of PoliticianSummarySort. */
export type MemberPage = ReturnType<typeof politiciansPage>;

type MemberRequest = Pick<ListPoliticiansRequest, "chamber" | "stateCode" | "partyAb" | "query">;

/** Which members, with a part of the name and an item that they declare a row of now; "" and 0 restrict nothing. */
const memberFilter = ({ chamber, stateCode, partyAb, query }: MemberRequest, item: number) => ({
  chamber: lower(chamber),
  state: stateCodeIn(stateCode),
  party: upper(partyAb),
  name: lower(query),
  item,
});

/** Number of the sort by name. */
export const BY_NAME = 4;

export function politiciansPage(request: ListPoliticiansRequest) {
  return {
    filter: memberFilter(request, 0),
    sort: BY_NAME as number,
    limit: clampedLimit(request.limit, 100, 500),
    offset: offsetOf(request.offset),
  };
}

export function summariesPage(request: ListPoliticianSummariesRequest): MemberPage {
  return {
    filter: memberFilter(request, itemOrAll(request.itemNo)),
    sort: request.sort,
    limit: clampedLimit(request.limit, 50, 200),
    offset: offsetOf(request.offset),
  };
}

type ChangeRequest = Pick<
  ListRegisterChangesRequest,
  "kind" | "itemNo" | "politicianSlug" | "partyAb" | "chamber"
>;

/** Which changes; "" and 0 restrict nothing. */
const changeFilter = (request: ChangeRequest, stock = "", since?: Timestamp) => ({
  kind: request.kind as number,
  item: itemOrAll(request.itemNo),
  slug: lower(request.politicianSlug),
  party: upper(request.partyAb),
  chamber: lower(request.chamber),
  stock: upper(stock),
  firstDay: since === undefined ? Number.NEGATIVE_INFINITY : dayOfTimestamp(since),
});

export type ChangeFilter = ReturnType<typeof changeFilter>;
export type ChangesPage = ReturnType<typeof changesPage>;

export function changesPage(request: ListRegisterChangesRequest) {
  return {
    filter: changeFilter(request, request.stockCode, request.since),
    limit: clampedLimit(request.limit, 100, 500),
    offset: offsetOf(request.offset),
  };
}

/** A window of 30, 90, 180 or 365 days, others rounded up. */
export function activityQuery(request: GetRegisterActivityRequest) {
  const asked = request.windowDays <= 0 ? 90 : request.windowDays;
  return {
    windowDays: ACTIVITY_WINDOWS.find((days) => days >= asked) ?? ACTIVITY_WINDOWS.at(-1)!,
    filter: changeFilter(request),
  };
}

/** Two slugs that differ. One person on both sides would be split into what is shared and nothing. */
export function comparedSlugs(request: ComparePoliticiansRequest): readonly [string, string] {
  const a = requireSlug(request.slugA, "slug_a");
  const b = requireSlug(request.slugB, "slug_b");
  if (a === b)
    throw invalidArgument(`slug_a and slug_b are both ${quoted(a)}; two different members are needed`);
  return [a, b];
}

export function stateHoldingsQuery(request: ListStatePoliticianHoldingsRequest) {
  return { state: requireState(request.stateCode), limit: clampedLimit(request.limit, 20, STATE_ROWS) };
}
const STATE_ROWS = 100;

/** The least percentage: 2 for 0 or less, and for what is not a number. */
export function overlapQuery(request: ListShortInterestOverlapRequest): { least: number; limit: number } {
  const { minShortPercent } = request;
  return { least: minShortPercent > 0 ? minShortPercent : 2, limit: clampedLimit(request.limit, 50, 200) };
}

export function analyticsQuery(request: GetPoliticianAnalyticsRequest) {
  return {
    industries: clampedLimit(request.topIndustries, 10, 50),
    scope: request.currentOnly ? "current" : "ever",
  };
}

export type DonorsPage = ReturnType<typeof donorsPage>;

/** Labels and groups are taken letter for letter; only spaces around a label are dropped. */
export function donorsPage(request: ListTopDonorsRequest) {
  return {
    financialYear: request.financialYear.trim(),
    partyGroup: request.partyGroup,
    limit: clampedLimit(request.limit, 50, 200),
    offset: offsetOf(request.offset),
  };
}
