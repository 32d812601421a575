import { isStateCode, STATE_CODES, stateCodeIn } from "../../../dataset/states.ts";
import {
  type AggregateDeclarationsRequest,
  type AggregateDonationsRequest,
  DeclarationGroup,
  DeclarationHolderSchema,
  DonationGroup,
  ReceiptKindSchema,
} from "../../../gen/terrace/v1/explorer_pb.ts";
import { limitWithin, quoted } from "../../../rpc/request-rules.ts";
import { invalidArgument } from "../../../runtime/errors.ts";
import { nearestNames } from "../../../runtime/nearest-names.ts";
import { normalised } from "../aggregates/funding-names.ts";
import { ITEM_LABELS } from "../items.ts";
import type { DonationHead } from "../page-keys.ts";

const MOST_ROWS = 200;

export type DonationQuery = ReturnType<typeof donationQuery>;
/** Which receipts, by places in the columns' lists; undefined restricts nothing. */
export type DonationSet = DonationQuery["set"];

/** The set, the grouping and the page of a request; labels and groups must be held, unless what is held is withheld. */
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
      kinds: given(numbersWithin(request.receiptKinds, 0, kinds - 1, "receipt_kinds")),
      contains: nameText(request.donorContains, "donor_contains"),
      prefix: nameText(request.donorPrefix, "donor_prefix"),
      minCents: Number(request.minAmountCents),
      isListedOnly: request.listedOnly,
    },
    groupBy: groupings(request.groupBy, DonationGroup.DONOR, DonationGroup.RECEIPT_KIND, 4),
    /** By which figure, descending; by key alone without one. */
    order: orderOf(request.order, ["total", "total", "receipts", "key"] as const, "DonationOrder"),
    ...pageOf(request),
  };
}

export type DeclarationQuery = ReturnType<typeof declarationQuery>;

/** The same for declarations; a party, company or industry that nobody has is one that nobody declares. */
export function declarationQuery(request: AggregateDeclarationsRequest) {
  const upper = (text: string) => text.trim().toUpperCase();
  const holders = DeclarationHolderSchema.values.length;
  return {
    /** Which declarations, of whom; undefined restricts nothing. */
    set: {
      items: given(numbersWithin(request.itemNos, 1, ITEM_LABELS.length, "item_nos")),
      holders: given(numbersWithin(request.holders, 0, holders - 1, "holders")),
      parties: given(request.partyAbs.map(upper)),
      states: given(request.stateCodes.map(stateIn)),
      chambers: given(request.chambers.map(chamberIn)),
      stocks: given(request.stockCodes.map(upper)),
      industries: given(request.industries),
      isCurrentOnly: request.currentOnly,
    },
    groupBy: groupings(request.groupBy, DeclarationGroup.ITEM, DeclarationGroup.SUBURB, 3),
    order: orderOf(request.order, ["people", "people", "key"] as const, "DeclarationOrder"),
    ...pageOf(request),
  };
}

/** The name of an order by its number. */
function orderOf<Name extends string>(order: number, names: readonly Name[], type: string): Name {
  if (names[order] !== undefined) return names[order];
  throw invalidArgument(`order: ${order} is not a ${type}`);
}

/** A list in order and without repetitions, so that equal sets are equal queries; undefined when nothing is given. */
function given<T extends number | string>(values: readonly T[]): T[] | undefined {
  return values.length === 0 ? undefined : [...new Set(values)].sort((a, b) => (a < b ? -1 : 1));
}

function placesIn(asked: readonly string[], held: readonly string[], field: string): number[] | undefined {
  return given(
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

/** A part of a name in the form that names are compared in. */
function nameText(text: string, field: string): string {
  if (text.trim() === "") return "";
  const norm = normalised(text);
  if (norm === "") throw invalidArgument(`${field}: ${quoted(text)} has no letters or digits`);
  return norm;
}

/** What to group by, each once; the first of the enumeration unless given. */
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
  const most = limitWithin(limit, 50, MOST_ROWS);
  if (offset < 0) throw invalidArgument(`offset: ${offset} is negative; 0 or more is allowed`);
  return { limit: most, offset };
}

function stateIn(text: string, i: number): string {
  const code = stateCodeIn(text);
  if (isStateCode(code)) return code;
  throw invalidArgument(`state_codes[${i}]: ${quoted(text)} is not one of ${STATE_CODES.join(", ")}`);
}

function chamberIn(text: string, i: number): string {
  const chamber = text.trim().toLowerCase();
  if (chamber === "house" || chamber === "senate") return chamber;
  throw invalidArgument(`chambers[${i}]: ${quoted(text)} is not one of house, senate`);
}
