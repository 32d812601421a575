import { create, fromBinary, type MessageInitShape } from "@bufbuild/protobuf";
import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { NATIONAL_SCOPE } from "../../../dataset/states.ts";
import type { Page } from "../../../engine/pages/page.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import {
  ComparePoliticiansResponseSchema,
  GetParliamentOverviewResponseSchema,
  ShortInterestOverlapSchema,
} from "../../../gen/shorts/v1alpha1/politicians_pb.ts";
import { dayOfTimestamp } from "../../../rpc/encoding/timestamps.ts";
import { quoted } from "../../../rpc/request-rules.ts";
import { TerraceError } from "../../../runtime/errors.ts";
import { perSnapshot } from "../../per-snapshot.ts";
import { DIRECTORY_KEYS, MEMBER_ELEMENTS } from "../page-keys.ts";
import type { ComparedCompany, DirectoryEntry } from "../pages/members.ts";
import { BY_NAME, type MemberFilter, type MemberPage } from "../rules.ts";

const SET = "politicians";

/** All members in name order; empty without a register. */
export const directoryOf = perSnapshot(
  "politician-directory",
  ({ pages }: Pick<SnapshotView, "pages" | "derived">): readonly DirectoryEntry[] =>
    pages.find(SET, DIRECTORY_KEYS.index)?.json(0) ?? [],
);

/** Undefined without a register. */
export function everyonePage(view: SnapshotView, list: "people" | "summaries"): Page | undefined {
  return view.pages.find(SET, DIRECTORY_KEYS[list]);
}

/** The page of a person by the slug of any of its records; throws not_found. */
export function memberPage(view: SnapshotView, slug: string): Page {
  const page = view.pages.find(SET, slug);
  if (page === undefined || slug.startsWith("/")) throw unknownMember(slug);
  return page.count > 1 ? page : view.pages.find(SET, page.text(0))!;
}

/** As memberPage, but throws for slugs of merged records. */
function ownMemberPage(view: SnapshotView, slug: string): Page {
  const page = memberPage(view, slug);
  if (page.key !== slug) throw unknownMember(slug);
  return page;
}

/** The slug of the person that any of its slugs resolves to. */
export function canonicalSlug(view: SnapshotView, slug: string): string {
  return memberPage(view, slug).key;
}

function unknownMember(slug: string): TerraceError {
  return new TerraceError(
    "not_found",
    `politician not found: ${quoted(slug)}; ListPoliticians tells the slugs`,
  );
}

/** Directory indices of the matching members, sorted as requested. */
export function placesOf(
  directory: readonly DirectoryEntry[],
  { filter, sort }: Pick<MemberPage, "filter" | "sort">,
) {
  const places: number[] = [];
  for (let place = 0; place < directory.length; place++) {
    if (fits(directory[place], filter)) places.push(place);
  }
  // The sort is stable: ties stay in name order.
  if (sort < BY_NAME) places.sort((a, b) => directory[b].sortKeys[sort] - directory[a].sortKeys[sort]);
  return places;
}

function fits(entry: DirectoryEntry, { chamber, stateCode, partyAb, query, itemNo }: MemberFilter): boolean {
  return (
    (chamber === "" || entry.chamber === chamber) &&
    (stateCode === "" || entry.state === stateCode) &&
    (partyAb === "" || entry.party === partyAb) &&
    (query === "" || entry.name.includes(query)) &&
    (itemNo === 0 || entry.currentByItem[itemNo - 1] > 0)
  );
}

/** Message fields: when the register was last refreshed; {} without a register. */
export const asAtFields = perSnapshot("register-as-at", (view): { asAt?: Timestamp } => {
  const page = view.pages.find("register_overview", "overview");
  const asAt = page && fromBinary(GetParliamentOverviewResponseSchema, page.binary(0)).asAt;
  return asAt === undefined ? {} : { asAt };
});

/** The day of the last refresh; throws without a register. */
export function asOfDayOf(view: SnapshotView): number {
  return dayOfTimestamp(asAtFields(view).asAt!);
}

/** Indices of the first companies with at least `least` percent short interest, by which they descend. */
export function overlapPlaces(
  view: SnapshotView,
  page: Page | undefined,
  least: number,
  limit: number,
): number[] {
  const percents = view.derived("overlap-percents", () =>
    Array.from(
      { length: page?.count ?? 0 },
      (_, i) => fromBinary(ShortInterestOverlapSchema, page!.binary(i)).shortPercent,
    ),
  );
  const places: number[] = [];
  for (let i = 0; i < percents.length && places.length < limit && percents[i] >= least; i++) places.push(i);
  return places;
}

/** Name and state of a suburb; throws not_found for an unknown code. */
export function suburbOf(view: SnapshotView, salCode: string) {
  const { index } = view.columns.scopes.get(NATIONAL_SCOPE)!;
  const places = view.derived(
    "suburb-places-by-code",
    () => new Map(index.salCodes.map((code, i) => [code, i])),
  );
  const place = places.get(salCode);
  if (place === undefined) throw new TerraceError("not_found", `sal_code: no suburb ${quoted(salCode)}`);
  return { salCode, suburbName: index.salNames[place], stateCode: index.stateCodes[place] };
}

/** Companies of only one side that a response lists; the others are counted. */
const MAX_ONLY = 20;

type Fields = MessageInitShape<typeof ComparePoliticiansResponseSchema>;

/** Compares two members. The same code makes either side. */
export function comparison(view: SnapshotView, slugA: string, slugB: string, rest: Fields) {
  const [one, other] = [memberOf(view, slugA), memberOf(view, slugB)];
  const sharedCompanies = one.companies.flatMap(({ code, name, industry, holders, isCurrent }) => {
    const same = other.byCode.get(code);
    if (same === undefined) return [];
    return {
      stockCode: code,
      companyName: name,
      industry,
      holdersA: [...holders],
      holdersB: [...same.holders],
      currentlyDeclaredA: isCurrent,
      currentlyDeclaredB: same.isCurrent,
    };
  });
  const fields = {
    ...sideFields("A", one, other),
    ...sideFields("B", other, one),
    a: one.side.a,
    b: other.side.a,
    sharedCompanies,
    ...rest,
  };
  return create(ComparePoliticiansResponseSchema, fields as Fields);
}

type Member = ReturnType<typeof memberOf>;

/** A member as side a, with the companies that it ever declared. */
function memberOf(view: SnapshotView, slug: string) {
  const page = ownMemberPage(view, slug);
  const companies = page.json<ComparedCompany[]>(MEMBER_ELEMENTS.companies);
  return {
    side: fromBinary(ComparePoliticiansResponseSchema, page.binary(MEMBER_ELEMENTS.side)),
    companies,
    byCode: new Map(companies.map((company) => [company.code, company])),
  };
}

function sideFields(letter: "A" | "B", { side, companies }: Member, other: Member): object {
  const only = companies.filter(({ code }) => !other.byCode.has(code));
  return {
    [`holderCounts${letter}`]: side.holderCountsA,
    [`only${letter}Companies`]: only
      .slice(0, MAX_ONLY)
      .map(({ code, name, industry, holders, isCurrent }) => ({
        stockCode: code,
        companyName: name,
        industry,
        holders,
        currentlyDeclared: isCurrent,
      })),
    [`only${letter}More`]: Math.max(0, only.length - MAX_ONLY),
    [`extractedParliaments${letter}`]: side.extractedParliamentsA,
    [`partialParliaments${letter}`]: side.partialParliamentsA,
    [`pendingParliaments${letter}`]: side.pendingParliamentsA,
  };
}
