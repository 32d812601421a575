import { COUNTRY_PATH, memberPath, seriesPath, statePath } from "./addresses.ts";
import { councilPage } from "./councils/council-page.tsx";
import { councilPaths, councilsPage } from "./councils/councils-page.tsx";
import { documentOf } from "./document.tsx";
import type { Made, Moved, OpenPages } from "./found.ts";
import { missingPage } from "./missing.tsx";
import type { PageModel } from "./page-model.ts";
import { findRanking, rankingPaths } from "./rankings/rankings-page.tsx";
import { embedOf, embedsOf, oembedOf } from "./sharing/embed.tsx";
import { pictureSvg } from "./sharing/picture.tsx";
import { openSite, type Site } from "./site.ts";
import { countryPage, statePage } from "./state.tsx";
import { suburbPage } from "./suburb.tsx";
import { memberPage, seriesPage, stockPage, stockPaths } from "./things.tsx";

type Finder = (site: Site, ...parts: string[]) => Promise<PageModel | Moved | undefined>;

/** Kinds of pages: the pattern of their paths, and a finder that gets its groups. */
const KINDS: readonly (readonly [path: RegExp, find: Finder])[] = [
  [
    /^\/suburbs\/([^/]+)\/([^/]+)$/,
    async (site, state, slug) => {
      const position = site.suburbs.positionAt(`/suburbs/${state}/${slug}`.toLowerCase());
      return position === undefined ? undefined : suburbPage(site, position);
    },
  ],
  // The former address of suburbs.
  [
    /^\/suburb\/([^/]+)$/,
    async (site, code) => {
      const position = site.index.positionOf(code);
      return position < 0 ? undefined : { movedTo: site.suburbs.paths[position] };
    },
  ],
  [
    /^\/councils\/([^/]+)\/([^/]+)$/,
    (site, state, slug) => councilPage(site, state.toUpperCase(), slug.toLowerCase()),
  ],
  [/^\/councils$/, councilsPage],
  [/^\/rankings((?:\/.*)?)$/, findRanking],
  [/^\/states\/([^/]+)$/, (site, code) => statePage(site, code.toUpperCase())],
  [new RegExp(`^${COUNTRY_PATH}$`), countryPage],
  [/^\/stocks\/([^/]+)$/, (site, code) => stockPage(site, code.toUpperCase())],
  [/^\/series\/([^/]+)$/, (site, key) => seriesPage(site, key.toLowerCase())],
  [/^\/members\/([^/]+)$/, memberPage],
];

/** Lists of the sitemap: name, and the paths of their pages. */
const LISTS: readonly (readonly [name: string, paths: (site: Site) => Promise<readonly string[]>])[] = [
  ["places", async ({ index }) => [COUNTRY_PATH, ...[...new Set(index.stateCodes)].map(statePath)]],
  ["suburbs", async (site) => site.suburbs.paths],
  ["councils", councilPaths],
  ["rankings", rankingPaths],
  ["stocks", stockPaths],
  ["series", async (site) => (await site.keys("series")).map(seriesPath)],
  ["members", async (site) => (await site.keys("member")).map(memberPath)],
];

/** Whether a path could be a rendered page, regardless of the data. */
export function mayHavePage(path: string): boolean {
  return KINDS.some(([pattern]) => pattern.test(withoutSlash(path)));
}

const withoutSlash = (path: string) => path.replace(/(.)\/$/, "$1");

export const openPages: OpenPages = async (parts) => {
  const site = await openSite(parts);
  const modelAt = async (path: string): Promise<PageModel | Moved | undefined> => {
    for (const [pattern, at] of KINDS) {
      const match = pattern.exec(withoutSlash(path));
      if (match === null) continue;
      const found = await at(site, ...match.slice(1).map(decodeURIComponent));
      // Each thing has one canonical path: others redirect to it.
      return found === undefined || "movedTo" in found || found.path === path
        ? found
        : { movedTo: found.path };
    }
    return undefined;
  };
  /** Finds the page of a path and makes a text or something else of it. */
  const made = async <T,>(
    path: string,
    make: (model: PageModel) => string | T,
  ): Promise<Made | Moved | T | undefined> => {
    const model = await modelAt(path);
    if (model === undefined || "movedTo" in model) return model;
    const result = make(model);
    return typeof result === "string" ? madeOf(model, result) : result;
  };
  return {
    page: (path, showing) => made<never>(path, (model) => documentOf(model, site, showing)),
    missing: async (path, showing) => {
      const model = await missingPage(site, path);
      return madeOf(model, documentOf(model, site, showing));
    },
    picture: (path) => made<never>(path, (model) => pictureSvg(model, site)),
    embed: (path, showing, form) =>
      made(path, (model) => embedOf(model, site, showing, form) ?? { offered: embedsOf(model) }),
    oembed: (path, showing, bounds) =>
      made(path, (model) => {
        const answer = oembedOf(model, site, showing, bounds);
        return answer && JSON.stringify(answer);
      }),
    lists: () =>
      site.cached("lists", async () => {
        const lists = LISTS.map(async ([name, paths]) => [name, await paths(site)] as const);
        return new Map(await Promise.all(lists));
      }),
  };
};

function madeOf({ sources, feed }: PageModel, text: string): Made {
  return { text, sourceIds: sources.map(({ id }) => id), feed };
}
