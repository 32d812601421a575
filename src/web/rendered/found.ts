import type { PageModel, Showing, SiteFacts } from "./page-model.ts";
import type { EmbedKind } from "./sharing/embed-snippet.ts";
import type { SiteParts } from "./site.ts";

/** What is at a path: a page, or the path that it has moved to. */
export type Found = { readonly model: PageModel } | { readonly movedTo: string };

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

/** The pages of one snapshot. */
export interface Pages {
  readonly site: SiteFacts;
  /** What is at a path without `/at/…`; undefined where there is nothing. */
  find(path: string): Promise<Found | undefined>;
  /** What is shown at a path with nothing: names like its own. */
  missing(path: string): Promise<PageModel>;
  /** The HTML of a page. */
  render(model: PageModel, showing: Showing): string;
  /** Paths of all pages, by the name of a list. */
  lists(): Promise<ReadonlyMap<string, readonly string[]>>;
  /** The picture of a page as SVG, 1200 by 630 pixels. */
  picture(model: PageModel): string;
  /** Kinds of parts that a page has. */
  embeds(model: PageModel): EmbedKind[];
  /** A part of a page as an HTML document for a frame; undefined where the page has none such. */
  embed(model: PageModel, showing: Showing, form: EmbedForm): string | undefined;
  /** The oEmbed answer about a page; undefined for one without parts. */
  oembed(model: PageModel, showing: Showing, bounds: OembedBounds): object | undefined;
}

export type OpenPages = (parts: SiteParts) => Promise<Pages>;
