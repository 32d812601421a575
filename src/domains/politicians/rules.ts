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
import { quoted, requireState, requireText } from "../../rpc/request-rules.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import { itemOrAll } from "./items.ts";
import { ACTIVITY_WINDOWS } from "./page-keys.ts";

/** The limit asked for: 0 or less is the default, above the maximum it is the maximum. */
export function clampedLimit(limit: number, fallback: number, most: number): number {
  return limit <= 0 ? fallback : Math.min(limit, most);
}

const offsetOf = (offset: number) => Math.max(0, offset);
const lower = (text: string) => text.trim().toLowerCase();
const upper = (text: string) => text.trim().toUpperCase();

/** A member's slug; it must be given. */
export function requireSlug(text: string, field = "slug"): string {
  return requireText(text, field, "lower");
}

/** Which members; "" restricts nothing. */
export interface MemberFilter {
  readonly chamber: string;
  readonly state: string;
  readonly party: string;
  /** Part of the name, in lower case. */
  readonly name: string;
  /** An item that they declare a row of now; 0 for any. */
  readonly item: number;
}

export interface MemberPage {
  readonly filter: MemberFilter;
  /** Number of a PoliticianSummarySort. */
  readonly sort: number;
  readonly limit: number;
  readonly offset: number;
}

type MemberRequest = Pick<ListPoliticiansRequest, "chamber" | "stateCode" | "partyAb" | "query">;

const memberFilter = ({ chamber, stateCode, partyAb, query }: MemberRequest, item: number): MemberFilter => ({
  chamber: lower(chamber),
  state: stateCodeIn(stateCode),
  party: upper(partyAb),
  name: lower(query),
  item,
});

/** Number of the sort by name. */
export const BY_NAME = 4;

export function politiciansPage(request: ListPoliticiansRequest): MemberPage {
  return {
    filter: memberFilter(request, 0),
    sort: BY_NAME,
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

/** Which changes; "" and 0 restrict nothing. */
export interface ChangeFilter {
  readonly kind: number;
  readonly item: number;
  readonly slug: string;
  readonly party: string;
  readonly chamber: string;
  readonly stock: string;
  readonly firstDay: number;
}

export interface ChangesPage {
  readonly filter: ChangeFilter;
  readonly limit: number;
  readonly offset: number;
}

export function changesPage(request: ListRegisterChangesRequest): ChangesPage {
  return {
    filter: {
      kind: request.kind,
      item: itemOrAll(request.itemNo),
      slug: lower(request.politicianSlug),
      party: upper(request.partyAb),
      chamber: lower(request.chamber),
      stock: upper(request.stockCode),
      firstDay: request.since === undefined ? Number.NEGATIVE_INFINITY : dayOfTimestamp(request.since),
    },
    limit: clampedLimit(request.limit, 100, 500),
    offset: offsetOf(request.offset),
  };
}

/** A window of 30, 90, 180 or 365 days, others rounded up. */
export function activityQuery(request: GetRegisterActivityRequest) {
  const asked = request.windowDays <= 0 ? 90 : request.windowDays;
  return {
    windowDays: ACTIVITY_WINDOWS.find((days) => days >= asked) ?? ACTIVITY_WINDOWS.at(-1)!,
    filter: {
      kind: request.kind,
      item: itemOrAll(request.itemNo),
      slug: lower(request.politicianSlug),
      party: upper(request.partyAb),
      chamber: lower(request.chamber),
      stock: "",
      firstDay: Number.NEGATIVE_INFINITY,
    },
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

export interface DonorsPage {
  readonly financialYear: string;
  readonly partyGroup: string;
  readonly limit: number;
  readonly offset: number;
}

/** Labels and groups are taken letter for letter; only spaces around a label are dropped. */
export function donorsPage(request: ListTopDonorsRequest): DonorsPage {
  return {
    financialYear: request.financialYear.trim(),
    partyGroup: request.partyGroup,
    limit: clampedLimit(request.limit, 50, 200),
    offset: offsetOf(request.offset),
  };
}
