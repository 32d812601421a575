import { element } from "../../wire/http/xml-text.ts";

/** Limit of sitemaps.org. */
const MAX_ADDRESSES = 50_000;

const XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/**
 * `/sitemap.xml` lists the parts by kind of page, such as `/sitemaps/suburbs-1.xml`; each part lists pages,
 * with `day` (YYYY-MM-DD) as lastmod. Undefined at other paths.
 */
export function sitemapAt(
  path: string,
  lists: ReadonlyMap<string, readonly string[]>,
  origin: string,
  day: string,
): string | undefined {
  const parts = new Map<string, readonly string[]>();
  for (const [name, paths] of lists) {
    for (let i = 0; i * MAX_ADDRESSES < paths.length; i++) {
      parts.set(`/sitemaps/${name}-${i + 1}.xml`, paths.slice(i * MAX_ADDRESSES, (i + 1) * MAX_ADDRESSES));
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
 * `/robots.txt`. Allows everything for synthetic data, whose pages are noindex, which a crawler must be able
 * to read. For real data it excludes older snapshots, each of which repeats every page.
 */
export function robotsText(webUrl: string, isSynthetic: boolean): string {
  const rules = isSynthetic
    ? ["Disallow:"]
    : ["Disallow: /at/", "", `Sitemap: ${webUrl.replace(/\/+$/, "")}/sitemap.xml`];
  return `${["User-agent: *", ...rules].join("\n")}\n`;
}
