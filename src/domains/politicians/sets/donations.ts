import { extname } from "node:path";
import { COST_WORTH_A_THREAD } from "../../../engine/heavy-tasks.ts";
import type { Page } from "../../../engine/pages/page.ts";
import type { PageStore } from "../../../engine/pages/page-store.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import { DonationGroup, ReceiptKindSchema } from "../../../gen/terrace/v1/explorer_pb.ts";
import type { CallTime } from "../../../runtime/threads/cost-queue.ts";
import { perSnapshot } from "../../per-snapshot.ts";
import { DONATION_COLUMNS_KEY } from "../page-keys.ts";
import type { DonationHead } from "../pages/funding.ts";
import type { DonationQuery, DonationSet } from "../rules.ts";
import { Cells, type Dimension } from "./cells.ts";

const DONATION_PAGES = "donation_columns";

export type DonationColumns = ReturnType<typeof readDonationColumns>;

const NOTHING: DonationHead = { years: [], groups: [], payers: [], listed: [] };

/** The lists that receipt columns index, companies by payer, and the receipt count; empty without returns. */
export const donationNames = perSnapshot("donation-names", (view) => {
  const page = donationPage(view.pages);
  const head = headOf(page);
  return {
    ...head,
    names: page?.json<string[]>(1) ?? [],
    companies: new Map(head.listed.map((company) => [company.place, company])),
    receiptCount: page?.binary(5).byteLength ?? 0,
  };
});

/** Copies the receipts' columns, in payer order. Rows of a payer end before ends[payer]. */
export function readDonationColumns(pages: PageStore) {
  const page = donationPage(pages);
  return {
    ...headOf(page),
    ends: new Uint32Array(bytesOf(page, 2)),
    year: new Uint8Array(bytesOf(page, 3)),
    group: new Uint16Array(bytesOf(page, 4)),
    kind: new Uint8Array(bytesOf(page, 5)),
    name: new Uint32Array(bytesOf(page, 6)),
    cents: new Float64Array(bytesOf(page, 7)),
  };
}

function donationPage(pages: PageStore): Page | undefined {
  return pages.readOnce(DONATION_PAGES, DONATION_COLUMNS_KEY);
}

function headOf(page: Page | undefined): DonationHead {
  return page?.json(0) ?? NOTHING;
}

/** A copy of an element's bytes; empty without a page. */
export function bytesOf(page: Page | undefined, place: number): ArrayBuffer {
  return page === undefined ? new ArrayBuffer(0) : page.copied(place);
}

/** Number of receipt kinds; 0 is a kind too: none of the others. */
const RECEIPT_KINDS = ReceiptKindSchema.values.length;

/** Two passes over the receipts of a set: one for all sums, one for the details of the page's sums only. */
export function sumDonations(columns: DonationColumns, query: DonationQuery) {
  const { cents, kind, name } = columns;
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

  const details = new Map(
    page.map((cell) => [cell, { byKind: new Float64Array(RECEIPT_KINDS), name: -1, largest: -Infinity }]),
  );
  const allKinds = new Float64Array(RECEIPT_KINDS);
  eachRow(columns, query.set, (row, payer) => {
    allKinds[kind[row]] += cents[row];
    const own = details.get(cells.of(row, payer));
    if (own === undefined) return;
    own.byKind[kind[row]] += cents[row];
    if (cents[row] < own.largest || (cents[row] === own.largest && name[row] >= own.name)) return;
    own.largest = cents[row];
    own.name = name[row];
  });
  return {
    sums: page.map((cell) => {
      const { byKind, name } = details.get(cell)!;
      return {
        cents: sums[cell],
        byKind: [...byKind],
        receipts: receipts[cell],
        payers: cells.owners[cell],
        /** Indices in the lists, in the order of `groupBy`. */
        places: cells.placesOf(cell),
        /** Index of the spelling in the largest receipt; of several, the first. */
        name,
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

/** Visits the receipts of a set in payer order. */
function eachRow(
  columns: DonationColumns,
  set: DonationSet,
  visit: (row: number, payer: number) => void,
): void {
  const { payers, listed, ends, year, group, kind, cents } = columns;
  const isYear = flagsOf(columns.years.length, set.years);
  const isGroup = flagsOf(columns.groups.length, set.groups);
  const isKind = flagsOf(RECEIPT_KINDS, set.kinds);
  const isPayer = flagsOf(payers.length, set.isListedOnly ? listed.map(({ place }) => place) : undefined);
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

/** 1 for each wanted index. */
function flagsOf(size: number, places: readonly number[] | undefined): Uint8Array {
  if (places === undefined) return new Uint8Array(size).fill(1);
  const flags = new Uint8Array(size);
  for (const place of places) flags[place] = 1;
  return flags;
}

/** Estimated nanoseconds per receipt, both passes. */
const COST_A_RECEIPT = 200;

/** Returns the function that sums receipts of a view: in a worker with a queue if they are many. */
export function donationSums(view: SnapshotView, costWorthAThread = COST_WORTH_A_THREAD) {
  return view.derived("donation-sums", () => {
    const cost = COST_A_RECEIPT * donationNames(view).receiptCount;
    if (!view.heavyWork.hasThreads || cost < costWorthAThread) {
      const columns = readDonationColumns(view.pages);
      return async (query: DonationQuery) => sumDonations(columns, query);
    }
    const thread = view.heavyWork.thread<DonationQuery, ReturnType<typeof sumDonations>>({
      file: new URL(`./donation-worker${extname(import.meta.filename)}`, import.meta.url),
      name: "donation",
      workerData: () => view.pages.posted([DONATION_PAGES]),
    });
    return (query: DonationQuery, signal?: AbortSignal, time?: CallTime) =>
      thread.perform(query, signal, { cost, time });
  });
}
