import { describe, expect, it } from "vitest";
import { NEWS_FEEDS } from "../../../src/importers/news/news-feeds.ts";
import { textOfMarkup } from "../../../src/importers/news/plain-text.ts";
import { importAll, rejectedCounts, rowsOf, textFile } from "../../support/data/import-files.ts";

const rss = (items: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Wire</title><link>https://www.wire.example/</link>${items}</channel></rss>`;
const item = (
  changes: Partial<Record<"title" | "link" | "pubDate" | "description" | "category", string>> = {},
) => {
  const members = {
    title: "Zephyr lifts output (ASX:ZZA)",
    link: "https://wire.example/1",
    pubDate: "Thu, 05 Nov 2026 23:10:00 GMT",
    ...changes,
  };
  const tags = Object.entries(members).map(([name, text]) => `<${name}>${text}</${name}>`);
  return `<item>${tags.join("")}</item>`;
};
const jsonFeed = (members: object) =>
  JSON.stringify({ version: "https://jsonfeed.org/version/1.1", ...members });
const read = (text: string, name = "feed.xml") =>
  rowsOf(importAll(NEWS_FEEDS, [textFile(name, text)]), "news_articles");
const rejects = (text: string) => rejectedCounts(NEWS_FEEDS.read(textFile("feed.xml", text)).report);

describe("NEWS_FEEDS", () => {
  it("reads RSS, with the outlet from the feed's site and the stock from words or tags", () => {
    expect(NEWS_FEEDS.recognise(textFile("feed.xml", rss(item())))).toMatchObject({
      what: "RSS or Atom feed of news",
    });
    const rows = read(
      rss(item() + item({ link: "https://wire.example/2", title: "Other", category: "ASX:QFL" })),
    );
    expect(rows[0]).toMatchObject({
      stock_code: "ZZA",
      source: "wire.example",
      headline: "Zephyr lifts output (ASX:ZZA)",
      url: "https://wire.example/1",
      published_at: "2026-11-05T23:10:00Z",
      sentiment: null,
      summary: null,
      tags: "[]",
    });
    expect(rows[1]).toMatchObject({ stock_code: "QFL", tags: "[]" });
    expect(rows[0].id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(read(rss(item()))[0].id).toBe(rows[0].id);
  });

  it("reads Atom and JSON feeds to the same row", () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://www.wire.example/"/><entry><title type="text">Zephyr lifts output (ASX:ZZA)</title><link rel="self" href="https://x.example"/><link href="https://wire.example/1"/><published>2026-11-06T10:10:00+11:00</published></entry></feed>`;
    const title = "Zephyr lifts output (ASX:ZZA)";
    const items = [{ title, url: "https://wire.example/1", date_published: "2026-11-05T23:10:00Z" }];
    const json = jsonFeed({ home_page_url: "https://www.wire.example/", items });
    const [expected] = read(rss(item()));
    expect(read(atom)).toEqual([expected]);
    expect(read(json, "feed.json")).toEqual([expected]);
  });

  it("takes what a JSON feed of one's own says for Terrace, and nothing that is out of range", () => {
    const item = { title: "T", url: "https://own.example/1", date_published: "2026-11-05", tags: ["a", "a"] };
    const feed = (own: object) => jsonFeed({ items: [{ ...item, _terrace: own }] });
    const good = { stock_code: "ZZA", sentiment: "negative", relevance_score: 0.4, is_price_sensitive: true };
    expect(read(feed(good))[0]).toMatchObject({ ...good, source: "own.example", tags: '["a"]' });
    const bad = { stock_code: "ZZA", sentiment: "awful", relevance_score: 7, is_price_sensitive: "yes" };
    expect(read(feed(bad))[0]).toMatchObject({
      sentiment: null,
      relevance_score: 0,
      is_price_sensitive: false,
    });
  });

  it("refuses items without title, link, date or stock, and a link that occurs twice, by rule", () => {
    const links = ["javascript:alert(1)", "ftp://wire.example/x"].map((link) => ({ link }));
    const odd = [{}, {}, { title: " " }, ...links, { pubDate: "soon" }, { title: "Nobody" }];
    const text = rss(odd.map(item).join(""));
    expect(rejects(text)).toBe("link twice 1; no date 1; no link 2; no stock 1; no title 1");
  });

  it("takes dates as feeds write them, and no guess at another text", () => {
    const dated = (pubDate: string) => rss(item({ pubDate }) + item({ link: "https://wire.example/2" }));
    for (const [text, instant] of [
      ["Thu, 05 Nov 2026 23:10:00 +1100", "2026-11-05T12:10:00Z"],
      ["5 Nov 2026 23:10 GMT", "2026-11-05T23:10:00Z"],
      ["Thu, 05 Nov 26 23:10:00 GMT", "2026-11-05T23:10:00Z"],
      ["2026-11-06T10:10:00+11:00", "2026-11-05T23:10:00Z"],
      ["2026-11-05", "2026-11-05T00:00:00Z"],
    ]) {
      expect([text, read(dated(text))[0].published_at]).toEqual([text, instant]);
    }
    for (const text of [
      "Item 5",
      "2026-02-31",
      "2026-02-31T10:00:00Z",
      "Tue, 31 Feb 2026 10:00:00 GMT",
      "31 Feb 26 10:00 GMT",
      "Thu, 05 Nov 1969 23:10:00 GMT",
      "2200-01-01T00:00:00Z",
    ]) {
      expect([text, rejects(dated(text))]).toEqual([text, "no date 1"]);
    }
  });

  it("takes lists within lists without end for no text", () => {
    const entry = { title: "T (ASX:ZZA)", url: "https://own.example/1", date_published: "2026-11-05" };
    const items = [{ ...entry, image: "none" }];
    const feed = jsonFeed({ items });
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    expect(read(feed.replace('"none"', deep), "feed.json")[0].image_url).toBeNull();
  });

  it("leaves out scripts, and reads a text that begins them without end at once", () => {
    expect(textOfMarkup('<script src="x">alert(1)</script >Up<STYLE>a{}')).toBe("Up");
    expect(textOfMarkup(`Up ${"<script".repeat(2_000_000)}`)).toBe("Up");
  });

  it("keeps no markup, no unseen characters and no more than a few hundred characters", () => {
    const hostile =
      "&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;Up \u202egnp\u2066 &amp;amp; away (ASX:ZZA)";
    const description = `&lt;p&gt;${"long ".repeat(210_000)}&lt;/p&gt;`;
    const [row] = read(rss(item({ title: hostile, description, category: "&lt;b&gt;tag&lt;/b&gt;" })));
    expect(row.headline).toBe("Up gnp & away (ASX:ZZA)");
    expect(String(row.summary)).toHaveLength(500);
    expect(row.tags).toBe('["tag"]');
  });

  it("reads no document type, whatever entities it would define, and names a damaged feed", () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${rss(item({ title: "&b; (ASX:ZZA)" }))}`;
    const reading = (name: string, text: string) => () => NEWS_FEEDS.read(textFile(name, text));
    expect(reading("bomb.xml", bomb)).toThrow("bomb.xml: a feed with a document type is not read");
    expect(reading("cut.xml", rss(item()).slice(0, -30))).toThrow("cut.xml: not XML: line 1");
    expect(reading("none.xml", rss(item({ title: "Nobody" })))).toThrow("none of its 1 items can be used");
  });

  it("refuses tags within tags without end", () => {
    const deep = rss(item({ description: `${"<a>".repeat(500)}${"</a>".repeat(500)}` }));
    expect(() => NEWS_FEEDS.read(textFile("deep.xml", deep))).toThrow("deep.xml: not a feed: ");
  });

  it("needs the operator's word: headlines belong to their outlets", () => {
    expect(NEWS_FEEDS.sources[0].licenceClass).toBe("unstated");
  });
});
