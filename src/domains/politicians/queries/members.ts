import type { Page } from "../../../engine/pages/page.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import { quoted } from "../../../rpc/request-rules.ts";
import { TerraceError } from "../../../runtime/errors.ts";
import { DIRECTORY_KEYS, type DirectoryEntry } from "../page-keys.ts";
import { BY_NAME, type MemberFilter, type MemberPage } from "../rules.ts";

const SET = "politicians";

/** Everyone in order of name; nobody when the snapshot holds no register. */
export function directoryOf(view: Pick<SnapshotView, "pages" | "derived">): readonly DirectoryEntry[] {
  return view.derived(
    "politician-directory",
    () => view.pages.find(SET, DIRECTORY_KEYS.index)?.json<DirectoryEntry[]>(0) ?? [],
  );
}

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
export function ownMemberPage(view: SnapshotView, slug: string): Page {
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
