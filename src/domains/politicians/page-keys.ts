/** Keys of the pages that both their writers and their readers know. */

/** Everyone as Politician messages in order of name, the same as summaries, and what they are filtered and sorted by. */
export const DIRECTORY_KEYS = { people: "/people", summaries: "/summaries", index: "/index" } as const;

/** Places of the elements of a member's page. A page of one element names the slug of the person merged into. */
export const MEMBER_ELEMENTS = { answer: 0, profile: 1, side: 2, companies: 3, distinctive: 4 } as const;

/** Windows of register activity, days. */
export const ACTIVITY_WINDOWS: readonly number[] = [30, 90, 180, 365];

/** Events a page of register changes. */
export const CHANGE_BLOCK = 256;
/** The page with what changes are filtered by. */
export const CHANGE_COLUMNS_KEY = "/columns";

/** Payers a page of top donors. */
export const DONOR_BLOCK = 50;

/** Key of a page of payers; a group may hold any letter, a line end none. */
export function donorsKey(financialYear: string, partyGroup: string, block: number | "listed"): string {
  return `${financialYear}\n${partyGroup}\n${block}`;
}

/** Keys of the pages of party funding. */
export const FUNDING_KEYS = {
  head: "/head",
  years: "/years",
  year: (financialYear: string) => `year ${financialYear}`,
  group: (partyGroup: string) => `group ${partyGroup}`,
} as const;

/** The one page of each set of columns. */
export const DONATION_COLUMNS_KEY = "/receipts";
export const DECLARATION_COLUMNS_KEY = "/declarations";
