import type { PageModel, Showing, SiteFacts } from "./page-model.ts";
import type { SiteParts } from "./site.ts";

/** What is at a path: a page, or the path that it has moved to. */
export type Found = { readonly model: PageModel } | { readonly movedTo: string };

/** The pages of one snapshot. */
export interface Pages {
  readonly site: SiteFacts;
  /** What is at a path without `/at/…`; undefined where there is nothing. */
  find(path: string): Promise<Found | undefined>;
  /** What is shown at a path with nothing: names like its own. */
  missing(path: string): Promise<PageModel>;
  /** The HTML of a page. */
  render(model: PageModel, showing: Showing): string;
}

export type OpenPages = (parts: SiteParts) => Promise<Pages>;
