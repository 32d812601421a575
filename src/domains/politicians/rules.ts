import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { stateCodeIn } from "../../dataset/states.ts";
import type {
  GetRegisterActivityRequest,
  ListPoliticianSummariesRequest,
  ListPoliticiansRequest,
  ListRegisterChangesRequest,
} from "../../gen/shorts/v1alpha1/politicians_pb.ts";
import { dayOfTimestamp } from "../../rpc/encoding/timestamps.ts";
import {
  asGiven,
  clamped,
  lowerText,
  quoted,
  reading,
  requiredText,
  requireState,
  trimmed,
  upperText,
} from "../../rpc/request-rules.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import { itemOrAll } from "./items.ts";
import { ACTIVITY_WINDOWS } from "./page-keys.ts";

const lower = (text: string) => text.trim().toLowerCase();
const upper = (text: string) => text.trim().toUpperCase();
const scopeOf = (currentOnly: boolean) => (currentOnly ? "current" : "ever");

/** A page of a list; one before its first row begins there. */
const page = (fallback: number, most: number) => ({
  limit: clamped(fallback, most),
  offset: (offset: number) => Math.max(0, offset),
});

/** A page of members, sorted by a number of PoliticianSummarySort. */
export type MemberPage = ReturnType<typeof politiciansPage>;
export type MemberFilter = MemberPage["filter"];

/** Number of the sort by name. */
export const BY_NAME = 4;

/** Which members, with a part of the name and an item that they declare a row of now; "" and 0 restrict nothing. */
const memberFilter = reading({
  chamber: lower,
  stateCode: stateCodeIn,
  partyAb: upper,
  query: lower,
  itemNo: itemOrAll,
});
const politicianRows = reading(page(100, 500));
const summaryRows = reading(page(50, 200));

export function politiciansPage(request: ListPoliticiansRequest) {
  const filter = memberFilter({ ...request, itemNo: 0 });
  return { filter, sort: BY_NAME as number, ...politicianRows(request) };
}

export function summariesPage(request: ListPoliticianSummariesRequest): MemberPage {
  return { filter: memberFilter(request), sort: request.sort, ...summaryRows(request) };
}

/** Which changes; "" and 0 restrict nothing. */
const changeFilter = reading({
  kind: asGiven<number>,
  itemNo: itemOrAll,
  politicianSlug: lower,
  partyAb: upper,
  chamber: lower,
  stockCode: upper,
  since: (since: Timestamp | undefined) =>
    since === undefined ? Number.NEGATIVE_INFINITY : dayOfTimestamp(since),
});

export type ChangeFilter = ReturnType<typeof changeFilter>;
export type ChangesPage = ReturnType<typeof changesPage>;

export function changesPage(request: ListRegisterChangesRequest) {
  return { filter: changeFilter({ since: undefined, ...request }), ...politicianRows(request) };
}

/** A window of 30, 90, 180 or 365 days, others rounded up. */
export function activityQuery(request: GetRegisterActivityRequest) {
  const asked = request.windowDays <= 0 ? 90 : request.windowDays;
  return {
    windowDays: ACTIVITY_WINDOWS.find((days) => days >= asked) ?? ACTIVITY_WINDOWS.at(-1)!,
    filter: changeFilter({ ...request, stockCode: "", since: undefined }),
  };
}

/** A member's slug; it must be given. */
export const memberQuery = reading({ slug: lowerText });
export const profileQuery = reading({ slug: lowerText, topIndustries: clamped(5, 20) });

const slugs = reading({ slugA: lowerText, slugB: lowerText });

/** Two slugs that differ. One person on both sides would be split into what is shared and nothing. */
export function comparedSlugs(request: Parameters<typeof slugs>[0]) {
  const { slugA, slugB } = slugs(request);
  if (slugA !== slugB) return { slugA, slugB };
  throw invalidArgument(`slug_a and slug_b are both ${quoted(slugA)}; two different members are needed`);
}

export const stockQuery = reading({ stockCode: upperText, currentOnly: asGiven<boolean> });
export const companiesQuery = reading({ limit: clamped(50, 200), currentOnly: scopeOf });
export const suburbQuery = reading({ salCode: requiredText });
export const stateHoldingsQuery = reading({ stateCode: requireState, limit: clamped(20, 100) });

/** The least percentage: 2 for 0 or less, and for what is not a number. */
export const overlapQuery = reading({
  minShortPercent: (percent: number) => (percent > 0 ? percent : 2),
  limit: clamped(50, 200),
});

export const analyticsQuery = reading({ topIndustries: clamped(10, 50), currentOnly: scopeOf });

export const overviewQuery = reading({ financialYear: trimmed, limit: clamped(25, 100) });

export type PartyFundingQuery = ReturnType<typeof partyFundingQuery>;

/** Labels and groups are taken letter for letter; only spaces around a label are dropped. */
export const partyFundingQuery = reading({
  partyGroup: (group: string, field) => {
    requiredText(group, field);
    return group;
  },
  financialYear: trimmed,
  limit: clamped(25, 200),
});

export type DonorsPage = ReturnType<typeof donorsPage>;
export const donorsPage = reading({
  financialYear: trimmed,
  partyGroup: asGiven<string>,
  ...page(50, 200),
});
