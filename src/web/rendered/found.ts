import type { Showing } from "./page-model.ts";
import type { EmbedKind } from "./sharing/embed-snippet.ts";
import type { SiteParts } from "./site.ts";

/** Text made of a page: HTML, SVG or JSON. */
export interface Made {
  readonly text: string;
  readonly sourceIds: readonly string[];
  /** Path of the feed of its changes; absent if it has none. */
  readonly feed?: string | undefined;
}

/** Redirect to the path that a page has moved to. */
export interface Moved {
  readonly movedTo: string;
}

export interface EmbedForm {
  readonly kind: string;
  /** Default: the reader's own theme. */
  readonly theme?: "light" | "dark" | undefined;
  /** Key of a figure; default: the first. */
  readonly figure?: string | undefined;
}

/** Maximum size of a frame in pixels. */
export interface OembedBounds {
  readonly maxWidth: number;
  readonly maxHeight: number;
}

/** Pages of a snapshot by path (without `/at/…`), undefined if none. Values can be posted between threads. */
export interface Pages {
  page(path: string, showing: Showing): Promise<Made | Moved | undefined>;
  /** HTML of the "not found" page of a path, with pages of similar names. */
  missing(path: string, showing: Showing): Promise<Made>;
  /** Preview picture of a page as SVG, 1200 by 630 pixels. */
  picture(path: string): Promise<Made | Moved | undefined>;
  /** Part of a page as an HTML document for a frame; if the page lacks it, the kinds of parts that it has. */
  embed(
    path: string,
    showing: Showing,
    form: EmbedForm,
  ): Promise<Made | Moved | { readonly offered: readonly EmbedKind[] } | undefined>;
  /** oEmbed answer about a page as JSON; undefined if it has nothing to embed. */
  oembed(path: string, showing: Showing, bounds: OembedBounds): Promise<Made | Moved | undefined>;
  /** Paths of all pages, by name of the sitemap's list. */
  lists(): Promise<ReadonlyMap<string, readonly string[]>>;
}

export type OpenPages = (parts: SiteParts) => Promise<Pages>;
