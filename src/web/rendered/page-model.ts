import type { ComponentChild } from "preact";
import type { CitedSource } from "../parts/citation.ts";

/** The kinds of things that have a page of their own. */
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
  /** What is shown where there is nothing. */
  | "missing";

/** A place in an order: 1 is the largest; equal values share a place. */
export interface Rank {
  readonly place: number;
  /** How many share it, this one included. */
  readonly same: number;
  /** How many are ranked. */
  readonly of: number;
}

/** One number of a page, with all that a reader has to know of it. */
export interface Figure {
  readonly key: string;
  readonly label: string;
  readonly value: number;
  /** The value for people, with its unit. */
  readonly text: string;
  readonly unit: string;
  /** Among the suburbs of the state and of the country; absent where nothing is ranked. */
  readonly inState?: Rank | undefined;
  readonly inCountry?: Rank | undefined;
  /** Newest date of its sources, YYYY-MM-DD; "" where none is named. */
  readonly date: string;
  /** "" where the data names none. */
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

/** An outline as a drawing: paths in the units of a box that begins at 0, 0; y goes down. */
export interface Outline {
  readonly width: number;
  readonly height: number;
  /** The thing itself, as the `d` of an SVG path. */
  readonly own: string;
  /** What is around it. */
  readonly around: string;
}

/**
 * What a page says, apart from how it looks. The head, structured data, pictures and embeds are made from it; `body` is
 * what only people read.
 */
export interface PageModel {
  readonly kind: PageKind;
  /** What methods know the thing by: a sal_code, `NSW/waverley`, `NSW`, `AU`, a stock's code, a series' key, a slug. */
  readonly key: string;
  /** Its one canonical path, without `/at/…`. */
  readonly path: string;
  /** Name of the thing, for the heading. */
  readonly name: string;
  /** What the browser's tab and search engines show, without the name of the site. */
  readonly title: string;
  /** Plain text of at most some 300 characters, made from its own figures. */
  readonly description: string;
  /** From the country down to the thing itself, which is the last. */
  readonly crumbs: readonly Crumb[];
  readonly figures: readonly Figure[];
  readonly sources: readonly PageSource[];
  readonly outline?: Outline | undefined;
  /** Degrees. */
  readonly place?: { readonly latitude: number; readonly longitude: number } | undefined;
  /** Paths of the pages before and after this one of a long list. */
  readonly previous?: string | undefined;
  readonly next?: string | undefined;
  /** Path of the feed of its changes; absent where there is none. */
  readonly feed?: string | undefined;
  /** What of the body can be shown alone on pages of others, next to the outline and the figures. */
  readonly parts?: Partial<Readonly<Record<"map" | "chart" | "ranking", ComponentChild>>> | undefined;
  /** Everything between the heading and the sources. */
  readonly body: ComponentChild;
}

/** What is the same for all pages of a snapshot. */
export interface SiteFacts {
  readonly snapshotId: string;
  /** The instant that the figures are as of. */
  readonly asOf: Date;
  /** True for made-up data, which no search engine may list. */
  readonly synthetic: boolean;
}

/** Where and how a page is shown. */
export interface Showing {
  /** Scheme and host that canonical addresses begin with. */
  readonly origin: string;
  /** `/at/<snapshot>`, or "" for the newest. */
  readonly prefix: string;
  /** Paths of the style sheet and the script of rendered pages. */
  readonly style: string;
  /** What the style sheet holds: a page brings it along, so that it is drawn as soon as it is there. */
  readonly styleText: string;
  readonly script: string;
  readonly icon: string;
  /** Whether pages have pictures here. */
  readonly pictures: boolean;
}

/** A page, of which snapshot it is, and where it is shown. */
export interface ShownPage {
  readonly model: PageModel;
  readonly site: SiteFacts;
  readonly showing: Showing;
}
