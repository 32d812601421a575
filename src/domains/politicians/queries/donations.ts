import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import type { Page } from "../../../engine/pages/page.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import {
  GetDonationsOverviewResponseSchema,
  ListPartyFundingResponseSchema,
  ListTopDonorsResponseSchema,
  type TopDonor,
  TopDonorSchema,
} from "../../../gen/shorts/v1alpha1/politicians_pb.ts";
import { joinedAnswer } from "../../../rpc/encoding/assembled-answer.ts";
import type { EncodedAnswer } from "../../../rpc/unary-method.ts";
import { stringField } from "../../../runtime/wire-bytes.ts";
import { perSnapshot } from "../../per-snapshot.ts";
import * as notes from "../notes.ts";
import { DONOR_BLOCK, donorsKey, FUNDING_KEYS } from "../page-keys.ts";
import type { DonorsPage, overviewQuery, PartyFundingQuery } from "../rules.ts";

const SET = "party_funding";
const DONOR_SET = "top_donors";

export function fundingNotes({ manifest }: Pick<SnapshotView, "manifest">) {
  return {
    censoringNote: notes.CENSORING_NOTE,
    reformNote: notes.REFORM_NOTE,
    verbatimNote: notes.VERBATIM_NOTE,
    sourceLicence: notes.FUNDING_LICENCE,
    attribution: manifest.synthetic ? notes.INVENTED_ATTRIBUTION : notes.FUNDING_ATTRIBUTION,
  };
}

const headOf = perSnapshot("party-funding", (view) => {
  const schema = GetDonationsOverviewResponseSchema;
  const page = view.pages.find(SET, FUNDING_KEYS.head);
  const overview = page === undefined ? create(schema) : fromBinary(schema, page.binary(0));
  Object.assign(overview, fundingNotes(view), { coverageNote: notes.COVERAGE_NOTE });
  const { asAt } = overview;
  const fields = { ...fundingNotes(view), ...(asAt && { asAt }) };
  const donors = create(ListTopDonorsResponseSchema, { ...fields, scopeNote: notes.SCOPE_NOTE });
  return {
    /** Fields of every response with figures of the returns, with the instant at which they were fetched. */
    fields,
    years: view.pages.find(SET, FUNDING_KEYS.years)?.json<string[]>(0) ?? [],
    /** The encoded overview without its year and groups. */
    overviewTail: toBinary(schema, overview),
    donorsTail: toBinary(ListTopDonorsResponseSchema, donors),
    pages: new Map<string, Page | undefined>(),
  };
});

export function fundingFields(view: SnapshotView) {
  return headOf(view).fields;
}

/** The requested year if the snapshot has it, else the latest; "" if it has none. */
function yearServed(years: readonly string[], asked: string): string {
  return years.includes(asked) ? asked : (years[0] ?? "");
}

export function overviewAnswer(
  view: SnapshotView,
  { financialYear, limit }: ReturnType<typeof overviewQuery>,
): EncodedAnswer {
  const head = headOf(view);
  const year = yearServed(head.years, financialYear);
  // Caches the pages of a few dozen years, which are requested again and again.
  if (!head.pages.has(year)) head.pages.set(year, view.pages.find(SET, FUNDING_KEYS.year(year)));
  const page = head.pages.get(year);
  const count = Math.min(limit, page?.count ?? 0);
  return joinedAnswer(GetDonationsOverviewResponseSchema, () => [
    stringField(GetDonationsOverviewResponseSchema.field.financialYear.number, year),
    page?.binaryRun(0, count) ?? new Uint8Array(0),
    head.overviewTail,
  ]);
}

/** Payers of a year and group as bytes of ListTopDonors fields, and the response's head, if any. */
function donorRuns(view: SnapshotView, { financialYear, partyGroup, limit, offset }: DonorsPage) {
  const runs: Uint8Array[] = [];
  let head: Uint8Array | undefined;
  for (let at = offset; at < offset + limit; ) {
    const block = Math.floor(at / DONOR_BLOCK);
    const page = view.pages.find(DONOR_SET, donorsKey(financialYear, partyGroup, block));
    if (page === undefined) break;
    head ??= page.binary(0);
    const first = at - block * DONOR_BLOCK;
    const end = Math.min(page.count - 1, first + offset + limit - at);
    if (first >= end) break;
    runs.push(page.binaryRun(1 + first, 1 + end));
    at = block * DONOR_BLOCK + end;
    if (page.count - 1 < DONOR_BLOCK) break;
  }
  head ??= view.pages.find(DONOR_SET, donorsKey(financialYear, partyGroup, 0))?.binary(0);
  return { head, runs };
}

export function topDonorsAnswer(view: SnapshotView, query: DonorsPage): EncodedAnswer {
  const shared = headOf(view);
  const financialYear = yearServed(shared.years, query.financialYear);
  const { head, runs } = donorRuns(view, { ...query, financialYear });
  const schema = ListTopDonorsResponseSchema;
  const own = head ?? toBinary(schema, create(schema, { financialYear, partyGroup: query.partyGroup }));
  return joinedAnswer(schema, [own, ...runs, shared.donorsTail]);
}

/** Labels of the snapshot's financial years, newest first. */
export function fundingYears(view: SnapshotView): readonly string[] {
  return headOf(view).years;
}

/** Number of payers of a year and group; undefined if the snapshot lacks either. */
export function donorCount(view: SnapshotView, year: string, partyGroup: string): number | undefined {
  const page = view.pages.find(DONOR_SET, donorsKey(year, partyGroup, 0));
  return page === undefined ? undefined : fromBinary(ListTopDonorsResponseSchema, page.binary(0)).total;
}

/** All payers of a year and group in list order, a page at a time. */
export function* allDonors(
  view: SnapshotView,
  year: string,
  partyGroup: string,
): Generator<TopDonor[], void, void> {
  for (let block = 0; ; block++) {
    const page = view.pages.find(DONOR_SET, donorsKey(year, partyGroup, block));
    if (page === undefined) return;
    yield fromBinary(ListTopDonorsResponseSchema, page.binaryRun(1, page.count)).donors;
  }
}

/** A group over the years, and its payers in the requested year, or in its latest if it lacks that one. */
export function partyFunding(view: SnapshotView, { partyGroup, financialYear, limit }: PartyFundingQuery) {
  const page = view.pages.find(SET, FUNDING_KEYS.group(partyGroup));
  const schema = ListPartyFundingResponseSchema;
  const answer = page === undefined ? create(schema, { partyGroup }) : fromBinary(schema, page.binary(0));
  Object.assign(answer, fundingFields(view));
  const years = answer.series.map((row) => row.financialYear);
  const year = years.includes(financialYear) ? financialYear : (years.at(-1) ?? "");
  answer.financialYear = year;
  const { runs } = donorRuns(view, { financialYear: year, partyGroup, limit, offset: 0 });
  answer.topDonors = fromBinary(ListTopDonorsResponseSchema, Buffer.concat(runs)).donors;
  const listed = view.pages.find(DONOR_SET, donorsKey(year, partyGroup, "listed"));
  answer.listedCompanyPayers = Array.from({ length: Math.min(limit, listed?.count ?? 0) }, (_, i) =>
    fromBinary(TopDonorSchema, listed!.binary(i)),
  );
  return answer;
}
