import { documentOf } from "./document.tsx";
import type { Found, OpenPages } from "./found.ts";
import type { PageModel } from "./page-model.ts";
import { Site } from "./site.ts";
import { suburbPage } from "./suburb.tsx";

type Finder = (site: Site, ...parts: string[]) => Promise<Found | undefined>;

const page = async (model: Promise<PageModel>): Promise<Found> => ({ model: await model });

/** A line a kind of page: its paths, and what is there. */
const KINDS: readonly (readonly [path: RegExp, find: Finder])[] = [
  [
    /^\/suburbs\/[^/]+\/[^/]+$/,
    async (site, path) => {
      const position = site.suburbs.positionAt(path);
      return position === undefined ? undefined : page(suburbPage(site, position));
    },
  ],
  [
    /^\/suburb\/([^/]+)$/,
    async (site, _path, code) => {
      const position = site.index.positionOf(code);
      return position < 0 ? undefined : { movedTo: site.suburbs.paths[position] };
    },
  ],
];

/** Whether a path may be one of a rendered page, whatever the data. */
export function mayHavePage(path: string): boolean {
  return KINDS.some(([pattern]) => pattern.test(path));
}

export const openPages: OpenPages = async (parts) => {
  const site = await Site.open(parts);
  return {
    site,
    async find(path) {
      for (const [pattern, find] of KINDS) {
        const match = pattern.exec(path);
        if (match !== null) return find(site, ...match);
      }
      return undefined;
    },
    render: (model, showing) => documentOf(model, site, showing),
  };
};
