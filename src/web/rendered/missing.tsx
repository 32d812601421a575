import { joined } from "../parts/format.ts";
import { To } from "../parts/section.tsx";
import { foundSeries } from "../parts/series-names.ts";
import { COUNTRY_PATH, crumbsTo, memberPath, seriesPath, stockPath } from "./addresses.ts";
import { councilsOf } from "./councils/councils.ts";
import type { Crumb, PageModel } from "./page-model.ts";
import { Links } from "./rankings/ranking-view.tsx";
import { rankingLinks } from "./rankings/rankings-page.tsx";
import type { Site } from "./site.ts";
import { orUndefined } from "./things.tsx";

const PATHS: Readonly<Record<string, (id: string) => string>> = {
  stock: stockPath,
  series: seriesPath,
  member: memberPath,
};
const KINDS: Readonly<Record<string, string>> = { stocks: "stock", series: "series", members: "member" };
const HAS_SUBURBS = /^(suburbs?|councils|states)$/;
const MAX_NAMES = 8;
/** Longer words are never names, and Search rejects them. */
const MAX_LETTERS = 60;
const MIN_LIKENESS = 0.4;

/** The "not found" page: suggests pages with names similar to the last part of the path. */
export async function missingPage(site: Site, path: string): Promise<PageModel> {
  const [folder, ...parts] = path.split("/").filter(Boolean);
  const last = decodeURIComponent(parts.at(-1) ?? "").slice(0, MAX_LETTERS);
  const kind = HAS_SUBURBS.test(folder) ? "suburb" : KINDS[folder];
  const words = kind === "series" ? last.replaceAll(/[._]/g, " ") : last.replaceAll(/-|\d/g, " ");
  const asked = parts.map((part) => part.slice(0, MAX_LETTERS).toLowerCase()).join("/");
  const listed = mostLike(asked, await listedIn(site, folder), MIN_LIKENESS).slice(0, MAX_NAMES / 2);
  const found = await namesLike(site, words.trim(), kind === undefined ? [] : [kind]);
  const near = mostLike(asked, [...listed, ...found].slice(0, MAX_NAMES));
  const description = "There is no page at this address.";
  return {
    kind: "missing",
    key: "",
    path,
    description,
    name: "Page not found",
    title: "Page not found",
    crumbs: crumbsTo(["Page not found", path]),
    figures: [],
    sources: [],
    body: (
      <>
        <p>
          There is no page at <code>{path.slice(0, 200)}</code>.
        </p>
        {near.length > 0 && (
          <>
            <h2>Did you mean</h2>
            <Links kind="names" links={near} />
          </>
        )}
        <p>
          Start with <To path={COUNTRY_PATH}>Australia</To>, or search for a suburb, a stock or a series in{" "}
          <To path="/">Explore</To>.
        </p>
      </>
    ),
  };
}

/** Councils and rankings, which Search does not find. */
async function listedIn(site: Site, folder: string): Promise<readonly Crumb[]> {
  if (folder === "rankings") return rankingLinks(site);
  if (folder !== "councils") return [];
  const { all } = await councilsOf(site);
  return all.map(({ name, stateCode, path }) => ({ name: `${name}, ${stateCode}`, path }));
}

/** Links whose path is more similar than `least`, the most similar first. */
function mostLike(asked: string, links: readonly Crumb[], least = -1): Crumb[] {
  return links
    .map((link) => ({ link, likeness: likeness(asked, link.path.split("/").slice(2).join("/")) }))
    .filter((one) => one.likeness > least)
    .sort((a, b) => b.likeness - a.likeness)
    .map(({ link }) => link);
}

/** Dice coefficient of two strings: share of their letter pairs that they have in common. */
function likeness(a: string, b: string): number {
  const pairs = (text: string) => new Set(Array.from(text.slice(1), (letter, i) => text[i] + letter));
  const [own, others] = [pairs(a), pairs(b)];
  return (2 * [...own].filter((pair) => others.has(pair)).length) / Math.max(1, own.size + others.size);
}

async function namesLike(site: Site, query: string, kinds: string[]): Promise<Crumb[]> {
  if (query === "") return [];
  const found = await orUndefined(site.client.explorer.search({ query, kinds, limit: MAX_NAMES }));
  return (found?.hits ?? []).flatMap((hit) => {
    const { kind, id, title, detail } = { ...hit, ...foundSeries(hit) };
    const position = kind === "suburb" ? site.index.positionOf(id) : -1;
    const path = kind === "suburb" ? site.suburbs.paths[position] : PATHS[kind]?.(id);
    return path === undefined ? [] : [{ name: joined([title, detail], ", "), path }];
  });
}
