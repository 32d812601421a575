/** Headings of the fourteen items of the form, item 1 first. */
export const ITEM_LABELS: readonly string[] = [
  "Shareholdings in public and private companies",
  "Family and business trusts and nominee companies",
  "Real estate",
  "Registered directorships of companies",
  "Partnerships",
  "Liabilities",
  "Bonds, debentures and like investments",
  "Savings or investment accounts",
  "Other assets",
  "Other substantial sources of income",
  "Gifts",
  "Sponsored travel or hospitality",
  "Office holder or financial contributor",
  "Other interests",
];

export const SHARES = 1;
export const REAL_ESTATE = 3;
export const LIABILITIES = 6;
export const GIFTS = 11;
export const TRAVEL = 12;

export function itemLabel(itemNo: number): string {
  return ITEM_LABELS[itemNo - 1];
}

/** The item number; 0 (all items) if the form has no such item. */
export function itemOrAll(itemNo: number): number {
  return itemNo >= 1 && itemNo <= ITEM_LABELS.length ? itemNo : 0;
}
