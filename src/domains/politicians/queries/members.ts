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
import type { DirectoryEntry, KeptCompany } from "../pages/members.ts";
import { BY_NAME, type MemberFilter, type MemberPage } from "../rules.ts";

const SET = "politicians";

/** Everyone in order of name; nobody when the snapshot holds no register. */
export const directoryOf = perSnapshot(
  "politician-directory",
  ({ pages }: Pick<SnapshotView, "pages" | "derived">): readonly DirectoryEntry[] =>
    pages.find(SET, DIRECTORY_KEYS.index)?.json(0) ?? [],
);

/** The page of a list of everyone. */
export function everyonePage(view: SnapshotView, list: "people" | "summaries"): Page | undefined {
  return view.pages.find(SET, DIRECTORY_KEYS[list]);
}

/** The page of a person under the slug of that person or of one merged into it; not_found otherwise. */
export function memberPage(view: SnapshotView, slug: string): Page {
  const page = view.pages.find(SET, slug);
  if (page === undefined || slug.startsWith("/")) throw unknownMember(slug);
  return page.count > 1 ? page : view.pages.find(SET, page.text(0))!;
}

/** The same under the person's own slug alone. */
function ownMemberPage(view: SnapshotView, slug: string): Page {
  const page = view.pages.find(SET, slug);
  if (page === undefined || page.count === 1 || slug.startsWith("/")) throw unknownMember(slug);
  return page;
}

/** The slug that a person is kept under. */
export function canonicalSlug(view: SnapshotView, slug: string): string {
  return memberPage(view, slug).key;
}

function unknownMember(slug: string): TerraceError {
  return new TerraceError(
    "not_found",
    `politician not found: ${quoted(slug)}; ListPoliticians tells the slugs`,
  );
}

/** Places in order of name of the members that a request is about, in its order. */
export function placesOf(
  directory: readonly DirectoryEntry[],
  { filter, sort }: Pick<MemberPage, "filter" | "sort">,
) {
  const places: number[] = [];
  for (let place = 0; place < directory.length; place++) {
    if (fits(directory[place], filter)) places.push(place);
  }
  // Places are in order of name, and sorting keeps that order among equals.
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

/** When the register was last refreshed, for a message; nothing where none is held. */
export const asAtFields = perSnapshot("register-as-at", (view): { asAt?: Timestamp } => {
  const page = view.pages.find("register_overview", "overview");
  const asAt = page && fromBinary(GetParliamentOverviewResponseSchema, page.binary(0)).asAt;
  return asAt === undefined ? {} : { asAt };
});

/** The day of the last refresh; the snapshot holds a register. */
export function asOfDayOf(view: SnapshotView): number {
  return dayOfTimestamp(asAtFields(view).asAt!);
}

/** Places of the first companies with at least a percentage of short interest; they are in that order. */
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

/** Name and state of a suburb; not_found for a code that is none. */
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

/** Companies of one side that an answer lists; the others are counted. */
const MOST_ONLY = 20;

type Fields = MessageInitShape<typeof ComparePoliticiansResponseSchema>;

/** Two members side by side. Whatever is on one side is made by the code that makes the other. */
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

/** A member as its page has it: as side a, with the companies that it ever declared by code. */
function memberOf(view: SnapshotView, slug: string) {
  const page = ownMemberPage(view, slug);
  const companies = page.json<KeptCompany[]>(MEMBER_ELEMENTS.companies);
  return {
    side: fromBinary(ComparePoliticiansResponseSchema, page.binary(MEMBER_ELEMENTS.side)),
    companies,
    byCode: new Map(companies.map((company) => [company.code, company])),
  };
}

/** What an answer tells of a member alone, as side a or as side b. */
function sideFields(letter: "A" | "B", { side, companies }: Member, other: Member): object {
  const only = companies.filter(({ code }) => !other.byCode.has(code));
  return {
    [`holderCounts${letter}`]: side.holderCountsA,
    [`only${letter}Companies`]: only
      .slice(0, MOST_ONLY)
      .map(({ code, name, industry, holders, isCurrent }) => ({
        stockCode: code,
        companyName: name,
        industry,
        holders,
        currentlyDeclared: isCurrent,
      })),
    [`only${letter}More`]: Math.max(0, only.length - MOST_ONLY),
    [`extractedParliaments${letter}`]: side.extractedParliamentsA,
    [`partialParliaments${letter}`]: side.partialParliamentsA,
    [`pendingParliaments${letter}`]: side.pendingParliamentsA,
  };
}
