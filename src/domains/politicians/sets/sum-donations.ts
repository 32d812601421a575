import { DonationGroup, ReceiptKindSchema } from "../../../gen/terrace/v1/explorer_pb.ts";
import { Cells, type Dimension } from "./cells.ts";
import type { DonationColumns } from "./donation-columns.ts";
import type { DonationQuery, DonationSet } from "./rules.ts";

/** Kinds of receipts, 0 being those that are marked as none of the others. */
const RECEIPT_KINDS = ReceiptKindSchema.values.length;

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
  const { cents, kind } = columns;
  const cells = new Cells(query.groupBy.map((group) => dimensionOf(columns, group)));
  const whole = new Cells([]);
  const sums: number[] = [];
  const receipts: number[] = [];
  let [allCents, allReceipts] = [0, 0];
  eachRow(columns, query.set, (row, payer) => {
    const cell = cells.add(row, payer);
    sums[cell] = (sums[cell] ?? 0) + cents[row];
    receipts[cell] = (receipts[cell] ?? 0) + 1;
    whole.add(row, payer);
    allCents += cents[row];
    allReceipts++;
  });
  const figures = { total: sums, receipts, key: undefined }[query.order];
  const page = cells.page(figures, query.offset, query.limit);

  const details = new Map(page.map((cell) => [cell, new Details()]));
  const allKinds = new Float64Array(RECEIPT_KINDS);
  eachRow(columns, query.set, (row, payer) => {
    allKinds[kind[row]] += cents[row];
    details.get(cells.of(row, payer))?.add(columns, row);
  });
  return {
    sums: page.map((cell) => {
      const { byKind, name } = details.get(cell)!;
      return {
        ...{ cents: sums[cell], byKind: [...byKind], receipts: receipts[cell], payers: cells.owners[cell] },
        ...{ places: cells.placesOf(cell), name },
      };
    }),
    totalCount: cells.count,
    all: { cents: allCents, byKind: [...allKinds], receipts: allReceipts, payers: whole.owners[0] ?? 0 },
  };
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
function wanted(size: number, places: readonly number[] | undefined): Uint8Array {
  if (places === undefined) return new Uint8Array(size).fill(1);
  const flags = new Uint8Array(size);
  for (const place of places) flags[place] = 1;
  return flags;
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
