import type { ComponentChildren } from "preact";

/** A screen of the page: a folder next to this file whose index exports one of these as `page`. */
export interface PageFolder {
  /** Paths that show it; `:name` matches one part. */
  readonly routes: readonly string[];
  title(parts: Readonly<Record<string, string>>): string;
  view(parts: Readonly<Record<string, string>>): ComponentChildren;
}

/** A screen that is loaded when it is first shown. */
export interface PageEntry {
  readonly folder: string;
  readonly routes: readonly string[];
  load(): Promise<PageFolder>;
}

/** The parts of a path by a route's names; undefined when it is another route's. */
export function matchRoute(route: string, path: string): Record<string, string> | undefined {
  const [wanted, given] = [route.split("/"), path.replace(/(.)\/$/, "$1").split("/")];
  if (wanted.length !== given.length) return undefined;
  const parts: Record<string, string> = {};
  for (const [i, part] of wanted.entries()) {
    if (part.startsWith(":")) parts[part.slice(1)] = decodeURIComponent(given[i]);
    else if (part !== given[i]) return undefined;
  }
  return parts;
}
