import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { isStateCode, STATE_CODES, stateCodeIn } from "../../dataset/states.ts";
import type {
  GetRegisterActivityRequest,
  ListPoliticianSummariesRequest,
  ListPoliticiansRequest,
  ListRegisterChangesRequest,
} from "../../gen/shorts/v1alpha1/politicians_pb.ts";
import {
  type AggregateDeclarationsRequest,
  type AggregateDonationsRequest,
  DeclarationGroup,
  DeclarationHolderSchema,
  DonationGroup,
  ReceiptKindSchema,
} from "../../gen/terrace/v1/explorer_pb.ts";
import { dayOfTimestamp } from "../../rpc/encoding/timestamps.ts";
import {
  asGiven,
  clamped,
  limitWithin,
  lowerText,
  quoted,
  reading,
  requiredText,
  requireState,
  trimmed,
  upperText,
} from "../../rpc/request-rules.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import { nearestNames } from "../../runtime/nearest-names.ts";
import { normalised } from "./aggregates/funding.ts";
import { ITEM_LABELS, itemOrAll } from "./items.ts";
import { ACTIVITY_WINDOWS } from "./page-keys.ts";
import type { DonationHead } from "./pages/funding.ts";

const lower = (text: string) => text.trim().toLowerCase();
const upper = (text: string) => text.trim().toUpperCase();
const scopeOf = (currentOnly: boolean) => (currentOnly ? "current" : "ever");

/** Rules of a page; a negative offset means 0. */
const page = (fallback: number, most: number) => ({
  limit: clamped(fallback, most),
  offset: (offset: number) => Math.max(0, offset),
});

/** `sort` is a number of PoliticianSummarySort. */
export type MemberPage = ReturnType<typeof politiciansPage>;
export type MemberFilter = MemberPage["filter"];

/** The number of POLITICIAN_SUMMARY_SORT_NAME. */
export const BY_NAME = 4;

/** `query` is a part of the name, `itemNo` an item that they declare now; "" and 0 match all. */
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

/** "" and 0 match all. */
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

/** Rounds the window up to 30, 90, 180 or 365 days; 0 or less means 90, more than 365 means 365. */
export function activityQuery(request: GetRegisterActivityRequest) {
  const asked = request.windowDays <= 0 ? 90 : request.windowDays;
  return {
    windowDays: ACTIVITY_WINDOWS.find((days) => days >= asked) ?? ACTIVITY_WINDOWS.at(-1)!,
    filter: changeFilter({ ...request, stockCode: "", since: undefined }),
  };
}

export const memberQuery = reading({ slug: lowerText });
export const profileQuery = reading({ slug: lowerText, topIndustries: clamped(5, 20) });

const slugs = reading({ slugA: lowerText, slugB: lowerText });

/** Rejects equal slugs: one person on both sides would share everything. */
export function comparedSlugs(request: Parameters<typeof slugs>[0]) {
  const { slugA, slugB } = slugs(request);
  if (slugA !== slugB) return { slugA, slugB };
  throw invalidArgument(`slug_a and slug_b are both ${quoted(slugA)}; two different members are needed`);
}

export const stockQuery = reading({ stockCode: upperText, currentOnly: asGiven<boolean> });
export const companiesQuery = reading({ limit: clamped(50, 200), currentOnly: scopeOf });
export const suburbQuery = reading({ salCode: requiredText });
export const stateHoldingsQuery = reading({ stateCode: requireState, limit: clamped(20, 100) });

/** `minShortPercent`: 0 or less, or NaN, means 2. */
export const overlapQuery = reading({
  minShortPercent: (percent: number) => (percent > 0 ? percent : 2),
  limit: clamped(50, 200),
});

export const analyticsQuery = reading({ topIndustries: clamped(10, 50), currentOnly: scopeOf });

export const overviewQuery = reading({ financialYear: trimmed, limit: clamped(25, 100) });

export type PartyFundingQuery = ReturnType<typeof partyFundingQuery>;

/** Labels and groups must match exactly; only labels are trimmed. */
export const partyFundingQuery = reading({
  partyGroup: (group: string, field) => {
    requiredText(group, field);
    return group;
  },
  financialYear: trimmed,
  limit: clamped(25, 200),
});

export type DonorsPage = ReturnType<typeof donorsPage>;
export const donorsPage = reading({ financialYear: trimmed, partyGroup: asGiven<string>, ...page(50, 200) });

const MAX_ROWS = 200;

export type DonationQuery = ReturnType<typeof donationQuery>;
/** A filter of receipts by indices in the columns' lists; undefined matches all. */
export type DonationSet = DonationQuery["set"];

/** Rejects labels and groups that the snapshot lacks, unless `held` is undefined because it is withheld. */
export function donationQuery(
  request: AggregateDonationsRequest,
  held: Pick<DonationHead, "years" | "groups"> | undefined,
) {
  if (request.minAmountCents < 0n)
    throw invalidArgument(`min_amount_cents: ${request.minAmountCents} is negative; 0 or more is allowed`);
  const labels = held?.years.map(({ label }) => label);
  const kinds = ReceiptKindSchema.values.length;
  return {
    set: {
      years: labels && placesIn(request.financialYears, labels, "financial_years"),
      groups: held && placesIn(request.partyGroups, held.groups, "party_groups"),
      kinds: distinctSorted(numbersWithin(request.receiptKinds, 0, kinds - 1, "receipt_kinds")),
      contains: nameText(request.donorContains, "donor_contains"),
      prefix: nameText(request.donorPrefix, "donor_prefix"),
      minCents: Number(request.minAmountCents),
      isListedOnly: request.listedOnly,
    },
    groupBy: groupings(request.groupBy, DonationGroup.DONOR, DonationGroup.RECEIPT_KIND, 4),
    /** The figure that sorts descending, or "key". */
    order: orderOf(request.order, ["total", "total", "receipts", "key"] as const, "DonationOrder"),
    ...pageOf(request),
  };
}

export type DeclarationQuery = ReturnType<typeof declarationQuery>;

/** Unknown parties, companies and industries are valid: nobody declares them. */
export function declarationQuery(request: AggregateDeclarationsRequest) {
  const holders = DeclarationHolderSchema.values.length;
  return {
    /** Undefined matches all. */
    set: {
      items: distinctSorted(numbersWithin(request.itemNos, 1, ITEM_LABELS.length, "item_nos")),
      holders: distinctSorted(numbersWithin(request.holders, 0, holders - 1, "holders")),
      parties: distinctSorted(request.partyAbs.map(upper)),
      states: distinctSorted(request.stateCodes.map(stateIn)),
      chambers: distinctSorted(request.chambers.map(chamberIn)),
      stocks: distinctSorted(request.stockCodes.map(upper)),
      industries: distinctSorted(request.industries),
      isCurrentOnly: request.currentOnly,
    },
    groupBy: groupings(request.groupBy, DeclarationGroup.ITEM, DeclarationGroup.SUBURB, 3),
    order: orderOf(request.order, ["people", "people", "key"] as const, "DeclarationOrder"),
    ...pageOf(request),
  };
}

function orderOf<Name extends string>(order: number, names: readonly Name[], type: string): Name {
  if (names[order] !== undefined) return names[order];
  throw invalidArgument(`order: ${order} is not a ${type}`);
}

/** Sorted distinct values, so that equal sets are equal queries; undefined if empty. */
function distinctSorted<T extends number | string>(values: readonly T[]): T[] | undefined {
  return values.length === 0 ? undefined : [...new Set(values)].sort((a, b) => (a < b ? -1 : 1));
}

function placesIn(asked: readonly string[], held: readonly string[], field: string): number[] | undefined {
  return distinctSorted(
    asked.map((name, i) => {
      const place = held.indexOf(name);
      if (place >= 0) return place;
      const near = nearestNames(name, held, 3).map(quoted).join(", ");
      const hint = near === "" ? "the snapshot has none" : `did you mean ${near}?`;
      throw invalidArgument(`${field}[${i}]: ${quoted(name)} is not held; ${hint}`);
    }),
  );
}

function numbersWithin(values: readonly number[], least: number, most: number, field: string): number[] {
  return values.map((value, i) => {
    if (value >= least && value <= most) return value;
    throw invalidArgument(`${field}[${i}]: ${value} is not within ${least} to ${most}`);
  });
}

/** A part of a name, normalised as payers' names are. */
function nameText(text: string, field: string): string {
  if (text.trim() === "") return "";
  const norm = normalised(text);
  if (norm === "") throw invalidArgument(`${field}: ${quoted(text)} has no letters or digits`);
  return norm;
}

/** The groupings, each at most once; the first of the enum if none is given. */
function groupings<Group extends number>(
  asked: readonly Group[],
  first: Group,
  last: Group,
  most: number,
): readonly Group[] {
  if (asked.length === 0) return [first];
  numbersWithin(asked, first, last, "group_by");
  if (new Set(asked).size < asked.length) throw invalidArgument("group_by: one of them occurs twice");
  if (asked.length > most)
    throw invalidArgument(`group_by: ${asked.length} are too many; at most ${most} are allowed`);
  return asked;
}

function pageOf({ limit, offset }: { readonly limit: number; readonly offset: number }) {
  const most = limitWithin(limit, 50, MAX_ROWS);
  if (offset < 0) throw invalidArgument(`offset: ${offset} is negative; 0 or more is allowed`);
  return { limit: most, offset };
}

function stateIn(text: string, i: number): string {
  const code = stateCodeIn(text);
  if (isStateCode(code)) return code;
  throw invalidArgument(`state_codes[${i}]: ${quoted(text)} is not one of ${STATE_CODES.join(", ")}`);
}

function chamberIn(text: string, i: number): string {
  const chamber = lower(text);
  if (chamber === "house" || chamber === "senate") return chamber;
  throw invalidArgument(`chambers[${i}]: ${quoted(text)} is not one of house, senate`);
}
