import type { Page } from "../../../engine/pages/page.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import { DONATION_COLUMNS_KEY, type DonationHead } from "../page-keys.ts";

/** The receipts of party groups by column, in order of payers. */
export interface DonationColumns extends DonationHead {
  /** Spellings of payers' names, in order. */
  readonly names: readonly string[];
  /** Behind the last row of each payer. */
  readonly ends: Uint32Array;
  readonly year: Uint8Array;
  readonly group: Uint16Array;
  readonly kind: Uint8Array;
  readonly name: Uint32Array;
  readonly cents: Float64Array;
  /** Listed companies by the place of their payer. */
  readonly companies: ReadonlyMap<number, DonationHead["listed"][number]>;
}

const NOTHING: DonationHead = { years: [], groups: [], payers: [], listed: [] };

/** The columns of a snapshot, read once; empty where no return is held. */
export function donationColumns(view: SnapshotView): DonationColumns {
  return view.derived("donation-columns", () => {
    const page = view.pages.readOnce("donation_columns", DONATION_COLUMNS_KEY);
    const head = page === undefined ? NOTHING : (jsonOf(page, 0) as DonationHead);
    return {
      ...head,
      names: page === undefined ? [] : (jsonOf(page, 1) as string[]),
      ends: new Uint32Array(bytesOf(page, 2)),
      year: new Uint8Array(bytesOf(page, 3)),
      group: new Uint16Array(bytesOf(page, 4)),
      kind: new Uint8Array(bytesOf(page, 5)),
      name: new Uint32Array(bytesOf(page, 6)),
      cents: new Float64Array(bytesOf(page, 7)),
      companies: new Map(head.listed.map((company) => [company.place, company])),
    };
  });
}

/** JSON in an element of a page. */
export function jsonOf(page: Page, place: number): unknown {
  return JSON.parse(Buffer.from(page.binary(place)).toString());
}

/** The bytes of an element, in a buffer of their own; none without a page. */
export function bytesOf(page: Page | undefined, place: number): ArrayBuffer {
  return page === undefined ? new ArrayBuffer(0) : Uint8Array.from(page.binary(place)).buffer;
}
