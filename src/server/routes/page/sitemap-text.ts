import { element } from "../../wire/http/xml-text.ts";

/** The most addresses that a part of a sitemap may have (sitemaps.org). */
const MOST_ADDRESSES = 50_000;

const XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/**
 * `/sitemap.xml` lists parts by kind of page, `/sitemaps/suburbs-1.xml`; each part lists pages, all changed with the snapshot,
 * on a day YYYY-MM-DD. Undefined at other paths.
 */
export function sitemapAt(
  path: string,
  lists: ReadonlyMap<string, readonly string[]>,
  origin: string,
  day: string,
): string | undefined {
  const parts = new Map<string, readonly string[]>();
  for (const [name, paths] of lists) {
    for (let i = 0; i * MOST_ADDRESSES < paths.length; i++) {
      parts.set(`/sitemaps/${name}-${i + 1}.xml`, paths.slice(i * MOST_ADDRESSES, (i + 1) * MOST_ADDRESSES));
    }
  }
  if (path === "/sitemap.xml") return documentText("sitemapindex", "sitemap", [...parts.keys()], origin, day);
  const paths = parts.get(path);
  return paths && documentText("urlset", "url", paths, origin, day);
}

function documentText(
  root: string,
  item: string,
  paths: readonly string[],
  origin: string,
  day: string,
): string {
  const changed = element("lastmod", day);
  const items = paths.map((path) => `<${item}>${element("loc", origin + path)}${changed}</${item}>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${XMLNS}>\n${items.join("")}</${root}>\n`;
}

/**
 * `/robots.txt`. Nothing is forbidden where the data is made up: each page says that it may not be listed, which a crawler has
 * to read. Of real data older snapshots are left out, each of which has every page again.
 */
export function robotsText(webUrl: string, isSynthetic: boolean): string {
  const rules = isSynthetic
    ? ["Disallow:"]
    : ["Disallow: /at/", "", `Sitemap: ${webUrl.replace(/\/+$/, "")}/sitemap.xml`];
  return `${["User-agent: *", ...rules].join("\n")}\n`;
}
