import { element } from "../../wire/http/xml-text.ts";

/** The most addresses that a part of a sitemap may have (sitemaps.org). */
export const MOST_ADDRESSES = 50_000;

const XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** A sitemap of these addresses, each changed with the snapshot last, on a day YYYY-MM-DD. */
export function sitemapText(addresses: Iterable<string>, lastModified: string): string {
  return documentText("urlset", "url", addresses, lastModified);
}

/** The list of the parts of a sitemap. */
export function sitemapIndexText(parts: Iterable<string>, lastModified: string): string {
  return documentText("sitemapindex", "sitemap", parts, lastModified);
}

function documentText(root: string, item: string, addresses: Iterable<string>, lastModified: string): string {
  const changed = element("lastmod", lastModified);
  const items = Array.from(addresses, (one) => `<${item}>${element("loc", one)}${changed}</${item}>\n`);
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
