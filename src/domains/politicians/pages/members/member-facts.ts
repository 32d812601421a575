import { create, type MessageShape } from "@bufbuild/protobuf";
import {
  PoliticianSummarySchema,
  type PoliticianTermSchema,
} from "../../../../gen/shorts/v1alpha1/politicians_pb.ts";
import { itemLabel } from "../../items.ts";
import type { Interest, Person } from "../register-rows.ts";
import type { Coverage } from "./coverage.ts";
import { HOLDER_ORDER, type MemberCounts } from "./member-counts.ts";

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
export function itemCounts({ currentByItem, everByItem }: MemberCounts) {
  return currentByItem.map((currentCount, i) => ({
    itemNo: i + 1,
    itemLabel: itemLabel(i + 1),
    currentCount,
    allTimeCount: everByItem[i],
  }));
}

/** Four rows, in HOLDER_ORDER. */
export function holderCounts(currentByHolder: readonly number[]) {
  return HOLDER_ORDER.map((holder, i) => ({ holder, currentCount: currentByHolder[i] }));
}
