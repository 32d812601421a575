import type { Page } from "../../../engine/pages/page.ts";
import type { PageStore } from "../../../engine/pages/page-store.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import { DONATION_COLUMNS_KEY, type DonationHead } from "../page-keys.ts";

/** The set of pages that holds the columns. */
export const DONATION_PAGES = "donation_columns";

export type DonationNames = ReturnType<typeof donationNames>;
export type DonationColumns = ReturnType<typeof readDonationColumns>;

const NOTHING: DonationHead = { years: [], groups: [], payers: [], listed: [] };

/**
 * What receipts of a snapshot are counted by and how many there are, read once; nothing where no return is held. Listed
 * companies are by the place of their payer.
 */
export function donationNames(view: SnapshotView) {
  return view.derived("donation-names", () => {
    const page = donationPage(view.pages);
    const head = headOf(page);
    return {
      ...head,
      names: page?.json<string[]>(1) ?? [],
      companies: new Map(head.listed.map((company) => [company.place, company])),
      receiptCount: page?.binary(5).byteLength ?? 0,
    };
  });
}

/** The receipts by column, in order of payers, read for the caller, who keeps them; `ends` are behind the last row of each. */
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

/** The bytes of an element, in a buffer of their own; none without a page. */
export function bytesOf(page: Page | undefined, place: number): ArrayBuffer {
  return page === undefined ? new ArrayBuffer(0) : page.copied(place);
}
