import type { Showing } from "./page-model.ts";
import type { EmbedKind } from "./sharing/embed-snippet.ts";
import type { SiteParts } from "./site.ts";

/** A text that is made of a page. */
export interface Made {
  readonly text: string;
  /** Ids of the sources of the page. */
  readonly sourceIds: readonly string[];
  /** Path of the feed of its changes; absent where there is none. */
  readonly feed?: string | undefined;
}

/** The path that a page has moved to. */
export interface Moved {
  readonly movedTo: string;
}

/** How a part of a page is shown on pages of others. */
export interface EmbedForm {
  readonly kind: string;
  /** The reader's own unless given. */
  readonly theme?: "light" | "dark" | undefined;
  /** Key of a figure; the first unless given. */
  readonly figure?: string | undefined;
}

/** Most pixels of a frame. */
export interface OembedBounds {
  readonly maxWidth: number;
  readonly maxHeight: number;
}

/**
 * The pages of one snapshot, by their paths without `/at/…`; undefined where there is nothing. What goes in and out can be
 * posted between threads.
 */
export interface Pages {
  /** The HTML of a page. */
  page(path: string, showing: Showing): Promise<Made | Moved | undefined>;
  /** The HTML of what is shown at a path with nothing: names like its own. */
  missing(path: string, showing: Showing): Promise<Made>;
  /** The picture of a page as SVG, 1200 by 630 pixels. */
  picture(path: string): Promise<Made | Moved | undefined>;
  /** A part of a page as an HTML document for a frame, or the kinds of parts that the page has instead. */
  embed(
    path: string,
    showing: Showing,
    form: EmbedForm,
  ): Promise<Made | Moved | { readonly offered: readonly EmbedKind[] } | undefined>;
  /** The oEmbed answer about a page as JSON; undefined for one without parts. */
  oembed(path: string, showing: Showing, bounds: OembedBounds): Promise<Made | Moved | undefined>;
  /** Paths of all pages, by the name of a list. */
  lists(): Promise<ReadonlyMap<string, readonly string[]>>;
}

export type OpenPages = (parts: SiteParts) => Promise<Pages>;
