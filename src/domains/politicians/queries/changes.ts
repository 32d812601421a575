import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { Page } from "../../../engine/pages/page.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import {
  ListRegisterChangesResponseSchema,
  type RegisterActivityWeekSchema,
  RegisterChangeEventSchema,
  RegisterChangeKind,
} from "../../../gen/shorts/v1alpha1/politicians_pb.ts";
import { joinedAnswer } from "../../../rpc/encoding/assembled-answer.ts";
import { timestampOfDay } from "../../../rpc/encoding/timestamps.ts";
import type { EncodedAnswer } from "../../../rpc/unary-method.ts";
import { elementField } from "../../../runtime/wire-bytes.ts";
import { perSnapshot } from "../../per-snapshot.ts";
import { CHANGE_BLOCK, CHANGE_COLUMNS_KEY } from "../page-keys.ts";
import type { ChangeFilter, ChangesPage } from "../rules.ts";
import { canonicalSlug, directoryOf, everyonePage } from "./members.ts";

const SET = "register_changes";

/** Changes by column, newest first: `members` in name order, `stocks` as in `stockPlaces`, -1 without one. */
const columnsOf = perSnapshot("register-change-columns", (view) => {
  const page = view.pages.find(SET, CHANGE_COLUMNS_KEY);
  const column = (place: number) =>
    page === undefined ? new Int32Array(0) : new Int32Array(page.copied(place));
  const names = page?.json<string[]>(5) ?? [];
  return {
    days: column(0),
    kinds: column(1),
    items: column(2),
    members: column(3),
    stocks: column(4),
    stockPlaces: new Map(names.map((name, place) => [name, place])),
  };
});

/** Indices of the matching changes, newest first. Throws not_found for an unknown slug. */
function placesWithin(view: SnapshotView, filter: ChangeFilter): number[] {
  const { days, kinds, items, members, stocks, stockPlaces } = columnsOf(view);
  const directory = directoryOf(view);
  const slug = filter.politicianSlug === "" ? "" : canonicalSlug(view, filter.politicianSlug);
  const member = slug === "" ? -1 : directory.findIndex((entry) => entry.slug === slug);
  const stock = filter.stockCode === "" ? -1 : (stockPlaces.get(filter.stockCode) ?? Number.NaN);
  const isMemberWanted = directory.map(
    (entry, place) =>
      (member === -1 || place === member) &&
      (filter.partyAb === "" || entry.party === filter.partyAb) &&
      (filter.chamber === "" || entry.chamber === filter.chamber),
  );
  const places: number[] = [];
  for (let place = 0; place < days.length && days[place] >= filter.since; place++) {
    if (
      isMemberWanted[members[place]] &&
      (filter.kind === RegisterChangeKind.UNSPECIFIED || kinds[place] === filter.kind) &&
      (filter.itemNo === 0 || items[place] === filter.itemNo) &&
      (stock === -1 || stocks[place] === stock)
    )
      places.push(place);
  }
  return places;
}

/** One page of changes; each is concatenated from the member's bytes and its own. */
export function changesAnswer(
  view: SnapshotView,
  { filter, limit, offset }: ChangesPage,
  rest: MessageInitShape<typeof ListRegisterChangesResponseSchema>,
): EncodedAnswer {
  const found = placesWithin(view, filter);
  const { members } = columnsOf(view);
  const people = everyonePage(view, "people");
  const blocks = new Map<number, Page>();
  const parts = found.slice(offset, offset + limit).map((place) => {
    const number = Math.floor(place / CHANGE_BLOCK);
    const block = blocks.get(number) ?? view.pages.find(SET, String(number))!;
    blocks.set(number, block);
    const politician = elementField(
      RegisterChangeEventSchema.field.politician.number,
      people!.binary(members[place]),
    );
    const event = Buffer.concat([politician, block.binary(place % CHANGE_BLOCK)]);
    return elementField(ListRegisterChangesResponseSchema.field.events.number, event);
  });
  const tail = create(ListRegisterChangesResponseSchema, { ...rest, total: found.length });
  return joinedAnswer(ListRegisterChangesResponseSchema, parts, tail);
}

/** The weeks of a window, with counts of what passes its filters. */
export function activityWeeks(view: SnapshotView, filter: ChangeFilter, windowDays: number, asOfDay: number) {
  const { days, kinds, members } = columnsOf(view);
  const firstDay = asOfDay - windowDays;
  const places = placesWithin(view, { ...filter, since: firstDay }).filter((place) => days[place] <= asOfDay);
  const firstMonday = mondayOf(firstDay);
  const count = (mondayOf(asOfDay) - firstMonday) / 7 + 1;
  const added = new Int32Array(count);
  const removed = new Int32Array(count);
  for (const place of places) {
    const week = (mondayOf(days[place]) - firstMonday) / 7;
    if (kinds[place] === RegisterChangeKind.ADDED) added[week]++;
    else removed[week]++;
  }
  const weeks = Array.from(
    { length: count },
    (_, i): MessageInitShape<typeof RegisterActivityWeekSchema> => ({
      weekStart: timestampOfDay(firstMonday + 7 * i),
      addedCount: added[i],
      removedCount: removed[i],
    }),
  );
  return {
    weeks,
    filteredEventCount: places.length,
    filteredMemberCount: new Set(places.map((place) => members[place])).size,
  };
}

/** The Monday on or before a day; day 0 was a Thursday. */
function mondayOf(dayNumber: number): number {
  return dayNumber - ((((dayNumber + 3) % 7) + 7) % 7);
}
