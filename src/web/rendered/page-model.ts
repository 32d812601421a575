import type { ComponentChild } from "preact";
import type { CitedSource } from "../parts/citation.ts";

export type PageKind =
  | "suburb"
  | "council"
  | "state"
  | "country"
  | "stock"
  | "series"
  | "member"
  | "ranking"
  | "list"
  /** The "not found" page. */
  | "missing";

/** Position in an order: 1 has the largest value; equal values share a place. */
export interface Rank {
  readonly place: number;
  /** Number of items with this place, including this one. */
  readonly same: number;
  /** Number of ranked items. */
  readonly of: number;
}

export interface Figure {
  readonly key: string;
  readonly label: string;
  readonly value: number;
  /** Formatted value with its unit. */
  readonly text: string;
  readonly unit: string;
  /** Ranks among the suburbs (or councils) of the state and of the country; absent if not ranked. */
  readonly inState?: Rank | undefined;
  readonly inCountry?: Rank | undefined;
  /** Newest date of its sources, YYYY-MM-DD; "" if none is known. */
  readonly date: string;
  /** "" if unknown. */
  readonly publisher: string;
}

export interface PageSource extends CitedSource {
  readonly url: string;
  readonly attribution: string;
}

export interface Crumb {
  readonly name: string;
  readonly path: string;
}

/** An outline as a drawing: SVG path data in the units of a box of OUTLINE_SIZE; y grows downwards. */
export interface Outline {
  /** The area itself. */
  readonly own: string;
  /** Its surroundings. */
  readonly around: string;
}

/** Content of a page: head, structured data, pictures and embeds are made from it, `body` is for people. */
export interface PageModel {
  readonly kind: PageKind;
  /** Key in the API: a sal_code, `NSW/waverley`, `NSW`, `AU`, a stock's code, a series' key, a slug. */
  readonly key: string;
  /** Canonical path, without `/at/…`. */
  readonly path: string;
  /** Heading. */
  readonly name: string;
  /** Title in the browser's tab and in search results, without the site's name. */
  readonly title: string;
  /** Plain text of at most about 300 characters, made from its own figures. */
  readonly description: string;
  /** From the country down to the page itself, which is last. */
  readonly crumbs: readonly Crumb[];
  readonly figures: readonly Figure[];
  readonly sources: readonly PageSource[];
  readonly outline?: Outline | undefined;
  /** Degrees. */
  readonly place?: { readonly latitude: number; readonly longitude: number } | undefined;
  /** Paths of the neighbouring pages of a long list. */
  readonly previous?: string | undefined;
  readonly next?: string | undefined;
  /** Path of the feed of its changes; absent if it has none. */
  readonly feed?: string | undefined;
  /** Parts of the body that can be embedded, in addition to the outline and the figures. */
  readonly parts?: Partial<Readonly<Record<"map" | "chart" | "ranking", ComponentChild>>> | undefined;
  /** Content between the heading and the sources. */
  readonly body: ComponentChild;
}

export interface SiteFacts {
  readonly snapshotId: string;
  readonly asOf: Date;
  /** True for made-up data, which search engines must not index. */
  readonly synthetic: boolean;
}

export interface Showing {
  /** Scheme and host of canonical URLs. */
  readonly origin: string;
  /** `/at/<snapshot>`, or "" for the newest. */
  readonly prefix: string;
  /** Path of the style sheet of rendered pages. */
  readonly style: string;
  /** Content of the style sheet: inlined, so that a page is drawn as soon as it arrives. */
  readonly styleText: string;
  readonly script: string;
  readonly icon: string;
  /** Whether this server makes preview pictures. */
  readonly pictures: boolean;
}

export interface ShownPage {
  readonly model: PageModel;
  readonly site: SiteFacts;
  readonly showing: Showing;
}
