import { DeclarationGroup } from "../../../gen/terrace/v1/explorer_pb.ts";
import { ITEM_LABELS } from "../items.ts";
import { Cells } from "./cells.ts";
import type { DeclarationColumns } from "./declaration-columns.ts";

/** Values of DeclarationHolder. */
export const HOLDERS = 4;

/** Which declarations, of whom; undefined restricts nothing. */
export interface DeclarationSet {
  readonly items: readonly number[] | undefined;
  readonly holders: readonly number[] | undefined;
  readonly parties: readonly string[] | undefined;
  readonly states: readonly string[] | undefined;
  readonly chambers: readonly string[] | undefined;
  readonly stocks: readonly string[] | undefined;
  readonly industries: readonly string[] | undefined;
  readonly isCurrentOnly: boolean;
}

export interface DeclarationQuery {
  readonly set: DeclarationSet;
  readonly groupBy: readonly DeclarationGroup[];
  readonly order: "people" | "key";
  readonly limit: number;
  readonly offset: number;
}

export interface FoundCount {
  /** What was counted by, in the order asked for: numbers of items and holders, texts, places of companies and suburbs from 1. */
  readonly values: readonly (number | string)[];
  readonly people: number;
}

export interface FoundCounts {
  readonly counts: readonly FoundCount[];
  readonly totalCount: number;
  /** People with a declaration of the set. */
  readonly people: number;
  /** People whom the conditions on members leave. */
  readonly members: number;
}

/** Counts people over a set, by group. Rows come in order of members, so that one who is not the last is another one. */
export function countDeclarations(columns: DeclarationColumns, query: DeclarationQuery): FoundCounts {
  const { set } = query;
  const isMember = columns.members.map(
    ({ party, state, chamber }) =>
      holds(set.parties, party) && holds(set.states, state) && holds(set.chambers, chamber),
  );
  const isCompany = companyFlags(columns, set);
  const isItem = (item: number) => holds(set.items, item);
  const isHolder = (holder: number) => holds(set.holders, holder);
  const keyed = query.groupBy.map((group) => dimensionOf(columns, group));
  const cells = new Cells(keyed.map(({ size }) => size));
  const people: number[] = [];
  const last: number[] = [];
  let all = 0;
  let lastOfAll = -1;
  for (let row = 0; row < columns.member.length; row++) {
    const member = columns.member[row];
    if (!isMember[member] || !isItem(columns.item[row]) || !isHolder(columns.holder[row])) continue;
    if (isCompany !== undefined && isCompany[columns.company[row]] === 0) continue;
    if (set.isCurrentOnly && columns.isCurrent[row] === 0) continue;
    if (member !== lastOfAll) all++;
    lastOfAll = member;
    const key = keyOf(keyed, row);
    if (key < 0) continue;
    const cell = cells.of(key);
    if (cell === people.length) {
      people.push(0);
      last.push(-1);
    }
    if (last[cell] === member) continue;
    last[cell] = member;
    people[cell]++;
  }
  const page = cells.page(query.order === "people" ? people : undefined, query.offset, query.limit);
  const counts = page.map((cell) => ({
    values: cells.placesOf(cell).map((place, i) => keyed[i].values[place]),
    people: people[cell],
  }));
  cells.release();
  return {
    counts,
    totalCount: cells.keys.length,
    people: all,
    members: isMember.filter(Boolean).length,
  };
}

function holds<T>(wanted: readonly T[] | undefined, value: T): boolean {
  return wanted === undefined || wanted.includes(value);
}

/** 1 for the companies wanted, by place from 1; undefined when declarations without one are wanted too. */
function companyFlags(
  { companies }: DeclarationColumns,
  { stocks, industries }: DeclarationSet,
): Uint8Array | undefined {
  if (stocks === undefined && industries === undefined) return undefined;
  const flags = companies.map(({ code, industry }) => holds(stocks, code) && holds(industries, industry));
  return Uint8Array.from([false, ...flags], Number);
}

interface Dimension {
  readonly size: number;
  /** The value at each place, in order. */
  readonly values: readonly (number | string)[];
  /** The place of a row's value; -1 when it has none. */
  readonly placeOf: (row: number) => number;
}

function keyOf(keyed: readonly Dimension[], row: number): number {
  let key = 0;
  for (const { size, placeOf } of keyed) {
    const place = placeOf(row);
    if (place < 0) return -1;
    key = key * size + place;
  }
  return key;
}

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

function dimensionOf(columns: DeclarationColumns, by: DeclarationGroup): Dimension {
  const { item, holder, company, suburb, industryOf, industries, companies, suburbs } = columns;
  const listed = (values: readonly (number | string)[], placeOf: (row: number) => number): Dimension => ({
    size: values.length,
    values,
    placeOf,
  });
  switch (by) {
    case DeclarationGroup.HOLDER:
      return listed(numbers(HOLDERS), (row) => holder[row]);
    case DeclarationGroup.PARTY:
      return ofMember(columns, ({ party }) => party);
    case DeclarationGroup.STATE:
      return ofMember(columns, ({ state }) => state);
    case DeclarationGroup.CHAMBER:
      return ofMember(columns, ({ chamber }) => chamber);
    case DeclarationGroup.INDUSTRY:
      return listed(industries, (row) => industryOf[company[row]] - 1);
    case DeclarationGroup.COMPANY:
      return listed(
        companies.map((_, i) => i + 1),
        (row) => company[row] - 1,
      );
    case DeclarationGroup.SUBURB:
      return listed(
        suburbs.map((_, i) => i + 1),
        (row) => suburb[row] - 1,
      );
    default:
      return listed(
        numbers(ITEM_LABELS.length).map((place) => place + 1),
        (row) => item[row] - 1,
      );
  }
}

/** A dimension of what members have: its different values in order. */
function ofMember(
  { members, member }: DeclarationColumns,
  labelOf: (entry: DeclarationColumns["members"][number]) => string,
): Dimension {
  const values = [...new Set(members.map(labelOf))].sort();
  const places = new Map(values.map((value, i) => [value, i]));
  const placeOfMember = members.map((entry) => places.get(labelOf(entry))!);
  return { size: values.length, values, placeOf: (row) => placeOfMember[member[row]] };
}
