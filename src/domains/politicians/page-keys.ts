import type { RegisterHolder } from "../../gen/shorts/v1alpha1/politicians_pb.ts";

/** Keys and shapes of the pages that both their writers and their readers know. */

/** Everyone as Politician messages in order of name, the same as summaries, and what they are filtered and sorted by. */
export const DIRECTORY_KEYS = { people: "/people", summaries: "/summaries", index: "/index" } as const;

/** Places of the elements of a member's page. A page of one element names the slug of the person merged into. */
export const MEMBER_ELEMENTS = { answer: 0, profile: 1, side: 2, companies: 3, distinctive: 4 } as const;

/** What lists filter and sort members by, in order of name. */
export interface DirectoryEntry {
  readonly slug: string;
  readonly chamber: string;
  readonly state: string;
  readonly party: string;
  /** Name as shown, in lower case. */
  readonly name: string;
  readonly currentByItem: readonly number[];
  /** By the numbers of PoliticianSummarySort, those that descend. */
  readonly sortKeys: readonly number[];
}

/** A company that a member ever declared. */
export interface DeclaredCompany {
  readonly code: string;
  readonly name: string;
  readonly industry: string;
  /** Different ones, ascending. */
  readonly holders: readonly RegisterHolder[];
  readonly isCurrent: boolean;
}

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

/** What the columns of receipts name by place. */
export interface DonationHead {
  /** By the year they end in, then label. */
  readonly years: readonly { readonly label: string; readonly end: number }[];
  /** By name. */
  readonly groups: readonly string[];
  /** Normalised names, in order. */
  readonly payers: readonly string[];
  /** The payers whose name means one listed company. */
  readonly listed: readonly {
    readonly place: number;
    readonly code: string;
    readonly name: string;
    readonly method: string;
  }[];
}

/** What the columns of declarations name by place, and which parliaments have been read. */
export interface DeclarationHead {
  /** By code. */
  readonly companies: readonly { readonly code: string; readonly name: string; readonly industry: string }[];
  /** By code. */
  readonly suburbs: readonly { readonly code: string; readonly name: string }[];
  readonly extracted: readonly number[];
  readonly partial: readonly number[];
  readonly pending: readonly number[];
}
