/** Page keys that the writers and readers of pages share. */

/** All members in name order: Politician messages, summaries, and their filter and sort values. */
export const DIRECTORY_KEYS = { people: "/people", summaries: "/summaries", index: "/index" } as const;

/** Element indices of a member's page. A page with one element has the slug of the person merged into. */
export const MEMBER_ELEMENTS = { answer: 0, profile: 1, side: 2, companies: 3, distinctive: 4 } as const;

/** Windows of register activity, in days. */
export const ACTIVITY_WINDOWS: readonly number[] = [30, 90, 180, 365];

/** Events per page of register changes. */
export const CHANGE_BLOCK = 256;
/** The page with the columns by which changes are filtered. */
export const CHANGE_COLUMNS_KEY = "/columns";

/** Payers per page of top donors. */
export const DONOR_BLOCK = 50;

/** The key of a page of payers. Group names may have any character except a newline. */
export function donorsKey(financialYear: string, partyGroup: string, block: number | "listed"): string {
  return `${financialYear}\n${partyGroup}\n${block}`;
}

export const FUNDING_KEYS = {
  head: "/head",
  years: "/years",
  year: (financialYear: string) => `year ${financialYear}`,
  group: (partyGroup: string) => `group ${partyGroup}`,
} as const;

/** The only page of each set of columns. */
export const DONATION_COLUMNS_KEY = "/receipts";
export const DECLARATION_COLUMNS_KEY = "/declarations";
