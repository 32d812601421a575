import {
  GetPoliticianExplorerProfileResponseSchema,
  RegisterChangeKind,
} from "../../../../gen/shorts/v1alpha1/politicians_pb.ts";
import { timestampOfDay } from "../../../../rpc/encoding/timestamps.ts";
import type { PageElement } from "../../../../snapshot/pages/page-format.ts";
import { encodeElement } from "../../../../snapshot/pages/page-set.ts";
import type { Row } from "../../../../snapshot/pages/row-message.ts";
import { REGISTER_LICENCE_TEXT } from "../../notes.ts";
import type { DeclaredCompany } from "../../page-keys.ts";
import type { Interest } from "../register-rows.ts";
import { holderCounts, itemCounts, type MemberFacts } from "./member-counts.ts";

const RECENT_CHANGES = 10;
const CHAMBER_NAMES: Readonly<Record<string, string>> = {
  house: "House of Representatives",
  senate: "Senate",
};

/** The counts of one member with all industries; an answer takes the first of them. */
export function explorerProfile(facts: MemberFacts, documents: readonly Row[]): PageElement {
  const { person, counts, coverage } = facts;
  return encodeElement(GetPoliticianExplorerProfileResponseSchema, {
    politician: person.message,
    canonicalSlug: person.message.slug,
    terms: [...facts.terms],
    itemCounts: itemCounts(counts),
    holderCounts: holderCounts(counts),
    industryCounts: industriesOf(counts.companies),
    timeline: [...counts.trend],
    undatedCount: counts.undatedCount,
    recentChanges: newestChanges(facts),
    sourceDocuments: documents.map((row) => ({
      label: documentLabel(row.parliament as number, row.chamber as string),
      sourceUrl: row.source_url as string,
      parliament: row.parliament as number,
      chamber: row.chamber as string,
    })),
    ...coverage,
    asAt: facts.asAt,
    sourceLicence: REGISTER_LICENCE_TEXT,
  });
}

/** Companies declared now by industry, most first; those of unknown industry are left out. */
function industriesOf(companies: readonly DeclaredCompany[]) {
  const counts = new Map<string, number>();
  for (const { industry, isCurrent } of companies) {
    if (isCurrent && industry !== "") counts.set(industry, (counts.get(industry) ?? 0) + 1);
  }
  return [...counts]
    .map(([industry, companyCount]) => ({ industry, companyCount }))
    .sort((a, b) => b.companyCount - a.companyCount || (a.industry < b.industry ? -1 : 1));
}

/** Dated changes of one member in the order of ListRegisterChanges. */
function newestChanges({ person, interests }: MemberFacts) {
  const changes = interests.flatMap((interest) => [
    ...(interest.from_day === null
      ? []
      : [{ interest, kind: RegisterChangeKind.ADDED, day: interest.from_day }]),
    ...(interest.to_day === null
      ? []
      : [{ interest, kind: RegisterChangeKind.REMOVED, day: interest.to_day }]),
  ]);
  return changes
    .sort(
      (a, b) =>
        b.day - a.day ||
        a.interest.item_no - b.interest.item_no ||
        a.kind - b.kind ||
        a.interest.id - b.interest.id,
    )
    .slice(0, RECENT_CHANGES)
    .map(({ interest, kind, day }) => ({ politician: person.message, ...changeFields(interest, kind, day) }));
}

/** The fields of a change but its member. */
function changeFields({ message }: Interest, kind: RegisterChangeKind, day: number) {
  return {
    kind,
    itemNo: message.itemNo,
    itemLabel: message.itemLabel,
    holder: message.holder,
    declaredText: message.declaredText,
    stockCode: message.stockCode,
    companyName: message.companyName,
    changedOn: timestampOfDay(day),
    sourceUrl: message.sourceUrl,
    entityKind: message.entityKind,
  };
}

function documentLabel(parliament: number, chamber: string): string {
  return `Statement of interests, ${CHAMBER_NAMES[chamber]}, ${ordinal(parliament)} Parliament`;
}

function ordinal(n: number): string {
  const ending = n % 100 >= 11 && n % 100 <= 13 ? "th" : (["th", "st", "nd", "rd"][n % 10] ?? "th");
  return `${n}${ending}`;
}
