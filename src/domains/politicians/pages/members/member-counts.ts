import { create, type MessageShape } from "@bufbuild/protobuf";
import {
  PoliticianSummarySchema,
  type PoliticianTermSchema,
  RegisterHolder,
} from "../../../../gen/shorts/v1alpha1/politicians_pb.ts";
import { DAY_MS } from "../../../../runtime/time/calendar-date.ts";
import { GIFTS, ITEM_LABELS, itemLabel, LIABILITIES, REAL_ESTATE, TRAVEL } from "../../items.ts";
import type { DeclaredCompany } from "../../page-keys.ts";
import { byCompany, type CountedInterest, type Interest, type Person } from "../register-rows.ts";
import type { Coverage } from "./coverage.ts";

/** The order in which holders are counted: those that are named, then the rest. */
const HOLDER_ORDER: readonly RegisterHolder[] = [
  RegisterHolder.SELF,
  RegisterHolder.SPOUSE_PARTNER,
  RegisterHolder.DEPENDENT_CHILDREN,
  RegisterHolder.UNSPECIFIED,
];

const CHANGE_DAYS = 90;
const TREND_MONTHS = 12;
type DeclarationCounts = ReturnType<typeof declarationCounts>;
export type MemberCounts = ReturnType<typeof memberCounts>;

/** What is counted of the declarations of a member, or of all; companies are those ever declared, by code. */
export function declarationCounts(rows: readonly CountedInterest[]) {
  const current = rows.filter((row) => row.currently_declared);
  const inItem = (from: readonly CountedInterest[], ...items: number[]) =>
    from.filter((row) => items.includes(row.item_no)).length;
  const companies = byCompany(rows).map(
    ({ rows: own, ...company }): DeclaredCompany => ({
      ...company,
      holders: [...new Set(own.map((row) => row.holder))].sort((a, b) => a - b),
      isCurrent: own.some((row) => row.currently_declared),
    }),
  );
  return {
    currentByItem: ITEM_LABELS.map((_, i) => inItem(current, i + 1)),
    everByItem: ITEM_LABELS.map((_, i) => inItem(rows, i + 1)),
    currentCount: current.length,
    currentByHolder: HOLDER_ORDER.map((holder) => current.filter((row) => row.holder === holder).length),
    companyCount: companies.filter(({ isCurrent }) => isCurrent).length,
    propertyCount: inItem(current, REAL_ESTATE),
    giftsTravelCount: inItem(current, GIFTS, TRAVEL),
    liabilityCount: inItem(current, LIABILITIES),
    undatedCount: current.filter((row) => row.from_day === null).length,
    companies,
  };
}

/** The same of one member, with what changed up to the day of the last refresh. */
export function memberCounts(rows: readonly CountedInterest[], asOfDay: number) {
  const firstDay = asOfDay - CHANGE_DAYS;
  const isRecent = (day: number | null) => day !== null && day >= firstDay;
  return {
    ...declarationCounts(rows),
    recentChanges: rows.reduce((sum, row) => sum + +isRecent(row.from_day) + +isRecent(row.to_day), 0),
    trend: lastMonths(asOfDay).map(({ month, lastDay }) => ({
      month,
      declaredCount: rows.filter((row) => isDeclaredOn(row, lastDay)).length,
    })),
  };
}

/** Whether a dated row was declared at the end of a day. */
export function isDeclaredOn({ from_day, to_day }: CountedInterest, day: number): boolean {
  return from_day !== null && from_day <= day && (to_day === null || to_day > day);
}

/** The twelve months that end with that of a day, oldest first, each with its last day. */
function lastMonths(asOfDay: number): { month: string; lastDay: number }[] {
  const asOf = new Date(asOfDay * DAY_MS);
  return Array.from({ length: TREND_MONTHS }, (_, i) => {
    const place = asOf.getUTCMonth() - (TREND_MONTHS - 1) + i;
    const first = new Date(Date.UTC(asOf.getUTCFullYear(), place, 1));
    return {
      month: first.toISOString().slice(0, 7),
      lastDay: Date.UTC(asOf.getUTCFullYear(), place + 1, 0) / DAY_MS,
    };
  });
}

/** Everything that the answers about one member are made of. */
export interface MemberFacts {
  readonly person: Person;
  readonly interests: readonly Interest[];
  readonly counts: MemberCounts;
  readonly terms: readonly MessageShape<typeof PoliticianTermSchema>[];
  readonly coverage: Coverage;
  readonly asAt: { readonly seconds: bigint; readonly nanos: number };
}

/** The counts of a member as a message; `politician_count` of items is left to answers about all. */
export function summaryMessage({ message }: Person, counts: MemberCounts) {
  return create(PoliticianSummarySchema, {
    politician: message,
    itemCounts: itemCounts(counts),
    distinctCompanyCount: counts.companyCount,
    propertyCount: counts.propertyCount,
    giftsTravelCount: counts.giftsTravelCount,
    liabilityCount: counts.liabilityCount,
    changes90d: counts.recentChanges,
    trend: [...counts.trend],
    undatedCount: counts.undatedCount,
  });
}

/** Fourteen rows, item 1 first. */
export function itemCounts({ currentByItem, everByItem }: DeclarationCounts) {
  return currentByItem.map((currentCount, i) => ({
    itemNo: i + 1,
    itemLabel: itemLabel(i + 1),
    currentCount,
    allTimeCount: everByItem[i],
  }));
}

/** Four rows, in HOLDER_ORDER. */
export function holderCounts({ currentByHolder }: DeclarationCounts) {
  return HOLDER_ORDER.map((holder, i) => ({ holder, currentCount: currentByHolder[i] }));
}
