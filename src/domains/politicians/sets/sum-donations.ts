import { DonationGroup } from "../../../gen/terrace/v1/explorer_pb.ts";
import { Cells } from "./cells.ts";
import type { DonationColumns } from "./donation-columns.ts";

/** Kinds of receipts, 0 being those that are marked as none of the others. */
export const RECEIPT_KINDS = 5;

/** Which receipts, by places in the columns' lists; undefined restricts nothing. */
export interface DonationSet {
  readonly years: readonly number[] | undefined;
  readonly groups: readonly number[] | undefined;
  readonly kinds: readonly number[] | undefined;
  readonly contains: string;
  readonly prefix: string;
  readonly minCents: number;
  readonly isListedOnly: boolean;
}

export interface DonationQuery {
  readonly set: DonationSet;
  readonly groupBy: readonly DonationGroup[];
  /** By which figure, descending; by key alone without one. */
  readonly order: "total" | "receipts" | "key";
  readonly limit: number;
  readonly offset: number;
}

/** Amounts and counts of some receipts. */
export interface DonationFigures {
  readonly cents: number;
  readonly byKind: readonly number[];
  readonly receipts: number;
  readonly payers: number;
}

export interface FoundSum extends DonationFigures {
  /** Places in the lists of what was summed by, in the order asked for. */
  readonly places: readonly number[];
  /** Place of the spelling of the largest receipt, of several the first. */
  readonly name: number;
}

export interface FoundSums {
  readonly sums: readonly FoundSum[];
  readonly totalCount: number;
  readonly all: DonationFigures;
}

/** Sums over a set: one look at all receipts for the sums, another for what only the page's own sums tell. */
export function sumDonations(columns: DonationColumns, query: DonationQuery): FoundSums {
  const keyed = query.groupBy.map((group) => dimensionOf(columns, group));
  const cells = new Cells(keyed.map(({ size }) => size));
  try {
    return sumInto(cells, keyed, columns, query);
  } finally {
    cells.release();
  }
}

function sumInto(
  cells: Cells,
  keyed: readonly Dimension[],
  columns: DonationColumns,
  query: DonationQuery,
): FoundSums {
  const keyOf = (row: number, payer: number) => {
    let key = 0;
    for (let i = 0; i < keyed.length; i++) key = key * keyed[i].size + keyed[i].placeOf(row, payer);
    return key;
  };
  const sums = new Sums();
  const whole = new Sums();
  eachRow(columns, query.set, (row, payer) => {
    sums.add(cells.of(keyOf(row, payer)), columns.cents[row], payer);
    whole.add(0, columns.cents[row], payer);
  });
  const { cents, receipts } = sums;
  const figures = { total: cents, receipts, key: undefined }[query.order];
  const page = cells.page(figures, query.offset, query.limit);

  const details = new Map(page.map((cell) => [cell, new Details()]));
  const allKinds = new Float64Array(RECEIPT_KINDS);
  eachRow(columns, query.set, (row, payer) => {
    allKinds[columns.kind[row]] += columns.cents[row];
    details.get(cells.find(keyOf(row, payer)))?.add(columns, row);
  });
  return {
    sums: page.map((cell) => {
      const { byKind, name } = details.get(cell)!;
      return { ...sums.figures(cell, byKind), places: cells.placesOf(cell), name };
    }),
    totalCount: cells.keys.length,
    all: whole.figures(0, allKinds),
  };
}

interface Dimension {
  readonly size: number;
  placeOf(row: number, payer: number): number;
}

function dimensionOf(
  { payers, groups, years, group, year, kind }: DonationColumns,
  by: DonationGroup,
): Dimension {
  if (by === DonationGroup.PARTY_GROUP) return { size: groups.length, placeOf: (row) => group[row] };
  if (by === DonationGroup.FINANCIAL_YEAR) return { size: years.length, placeOf: (row) => year[row] };
  if (by === DonationGroup.RECEIPT_KIND) return { size: RECEIPT_KINDS, placeOf: (row) => kind[row] };
  return { size: payers.length, placeOf: (_, payer) => payer };
}

/** Visits the receipts of a set in order of payers. */
function eachRow(
  columns: DonationColumns,
  set: DonationSet,
  visit: (row: number, payer: number) => void,
): void {
  const { payers, listed, ends, year, group, kind, cents } = columns;
  const isYear = wanted(columns.years.length, set.years);
  const isGroup = wanted(columns.groups.length, set.groups);
  const isKind = wanted(RECEIPT_KINDS, set.kinds);
  const isPayer = wanted(payers.length, set.isListedOnly ? listed.map(({ place }) => place) : undefined);
  const { contains, prefix, minCents } = set;
  for (let payer = 0; payer < payers.length; payer++) {
    if (isPayer[payer] === 0) continue;
    if (!payers[payer].startsWith(prefix) || !payers[payer].includes(contains)) continue;
    for (let row = payer === 0 ? 0 : ends[payer - 1]; row < ends[payer]; row++) {
      if (isYear[year[row]] === 0 || isGroup[group[row]] === 0 || isKind[kind[row]] === 0) continue;
      if (minCents > 0 && cents[row] < minCents) continue;
      visit(row, payer);
    }
  }
}

/** 1 for each place that is wanted. */
export function wanted(size: number, places: readonly number[] | undefined): Uint8Array {
  if (places === undefined) return new Uint8Array(size).fill(1);
  const flags = new Uint8Array(size);
  for (const place of places) flags[place] = 1;
  return flags;
}

/** Amounts and counts by cell. Rows come in order of payers, so that a payer who is not the last one is a new one. */
class Sums {
  readonly cents: number[] = [];
  readonly receipts: number[] = [];
  readonly #payers: number[] = [];
  readonly #last: number[] = [];

  add(cell: number, cents: number, payer: number): void {
    if (cell === this.cents.length) {
      this.cents.push(0);
      this.receipts.push(0);
      this.#payers.push(0);
      this.#last.push(-1);
    }
    this.cents[cell] += cents;
    this.receipts[cell]++;
    if (this.#last[cell] === payer) return;
    this.#last[cell] = payer;
    this.#payers[cell]++;
  }

  figures(cell: number, byKind: ArrayLike<number>): DonationFigures {
    return {
      cents: this.cents[cell] ?? 0,
      byKind: Array.from(byKind),
      receipts: this.receipts[cell] ?? 0,
      payers: this.#payers[cell] ?? 0,
    };
  }
}

/** What a sum tells in addition to its figures. */
class Details {
  readonly byKind = new Float64Array(RECEIPT_KINDS);
  name = -1;
  #largest = Number.NEGATIVE_INFINITY;

  add({ kind, cents, name }: DonationColumns, row: number): void {
    this.byKind[kind[row]] += cents[row];
    if (cents[row] < this.#largest || (cents[row] === this.#largest && name[row] >= this.name)) return;
    this.#largest = cents[row];
    this.name = name[row];
  }
}
