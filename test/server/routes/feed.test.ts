import { describe, expect, inject, it } from "vitest";
import { rssText } from "../../../src/server/routes/feed.ts";
import { asking, servedCountry } from "../../support/country/ask-country.ts";
import { callJson } from "../../support/country/call-json.ts";
import { serveForTest } from "../../support/country/serve-for-test.ts";
import { checkedRss } from "../../support/data/check-rss.ts";
import type { Json } from "../../support/data/method-calls.ts";

const WEB = "https://terrace.example";
const serving = servedCountry({ config: { webUrl: `${WEB}/` } });
const get = (headers?: Record<string, string>) => asking(serving).get("/feed.xml?ignored=1", headers);
const items = async () => checkedRss(await (await get()).text()).items ?? [];

describe("GET /feed.xml", () => {
  it("is RSS 2.0 with its channel, by libxml and a feed reader", async () => {
    const response = await get();
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text).toContain('xmlns:atom="http://www.w3.org/2005/Atom"');
    expect(text).toContain('xmlns:content="http://purl.org/rss/1.0/modules/content/"');
    expect(checkedRss(text)).toMatchObject({
      title: "Terrace (synthetic data)",
      link: `${WEB}/blog`,
      language: "en-AU",
      image: { url: `${WEB}/logo.png`, link: `${WEB}/blog` },
      atom: { links: [{ href: `${WEB}/feed.xml`, rel: "self" }] },
    });
  });

  it("lists the 50 newest of takes and reports together, as their services tell them", async () => {
    const listed = async (method: string, list: string): Promise<Json[]> =>
      (await asking(serving).call(`shorts.v1alpha1.${method}`, { limit: 100 }))[list];
    const expected = [
      ...(await listed("NewsService/ListEditorialTakes", "takes")).map((take) => ({
        order: `take${take.slug}`,
        title: take.headline,
        link: `${WEB}/blog/${take.slug}`,
        description: take.standfirst,
        ms: Date.parse(take.publishedAt),
        author: take.byline ?? "Terrace",
      })),
      ...(await listed("ReportsService/ListReports", "reports")).map((report) => ({
        order: `report${report.slug}`,
        title: report.headline,
        link: `${WEB}/reports/${report.slug}`,
        description: report.summary,
        ms: Date.parse(report.reportDate),
        author: "Terrace",
      })),
    ]
      .sort((a, b) => b.ms - a.ms || (a.order < b.order ? -1 : 1))
      .map(({ order: _, ...item }) => item)
      .slice(0, 50);
    const all: Json[] = await items();
    const seen = all.map((item) => ({
      title: item.title,
      link: item.link,
      description: item.description,
      ms: Date.parse(item.pubDate),
      author: item.authors[0].name,
    }));
    expect(seen).toEqual(expected);
    expect(new Set(seen.map(({ link }) => link.includes("/reports/")))).toEqual(new Set([true, false]));
    expect(all.every((item) => item.guid.value === item.link && item.guid.isPermaLink)).toBe(true);
  });

  it("shows no draft", async () => {
    const slugs = (await items()).map((item: Json) => item.link.split("/").at(-1));
    for (const slug of slugs.filter((one) => !/^\d{4}/.test(one))) {
      const take = await callJson(serving.url, "shorts.v1alpha1.NewsService/GetEditorialTake", { slug });
      expect(take.status).toBe(200);
    }
  });

  it("dates itself by its newest item and answers 304 to its tag and its date", async () => {
    const first = await get();
    const { lastBuildDate, items = [] } = checkedRss(await first.text());
    expect(lastBuildDate).toBe((items[0] as Json).pubDate);
    expect(first.headers.get("last-modified")).toBe(lastBuildDate);
    const etag = first.headers.get("etag")!;
    const before = new Date(Date.parse(lastBuildDate!) - 1000).toUTCString();
    const statuses: number[] = [];
    for (const headers of [
      { "if-none-match": etag },
      { "if-none-match": `W/${etag}` },
      { "if-modified-since": lastBuildDate! },
      { "if-modified-since": before },
      { "if-modified-since": "nonsense" },
      { "if-none-match": '"other"', "if-modified-since": lastBuildDate! },
    ]) {
      const again = await get(headers);
      statuses.push(again.status);
      expect(again.headers.get("etag")).toBe(etag);
      if (again.status === 304) expect(await again.text()).toBe("");
    }
    expect(statuses).toEqual([304, 304, 304, 200, 200, 200]);
  });

  it("links to the server itself where no address is configured", async () => {
    const own = await serveForTest(inject("country").dataDir);
    const { link } = checkedRss(await (await fetch(`${own.url}/feed.xml`)).text());
    expect(link).toBe(`${own.url}/blog`);
  });
});

describe("rssText", () => {
  const channel = { webUrl: WEB, updatedMs: 0, synthetic: false };
  const item = { kind: "take", slug: "a", title: "t", description: "d", publishedMs: 0, author: "" } as const;

  it.each([
    ["markup", `<script>alert("1")</script> & 'more' ]]>`],
    ["an entity", "&lt;b&gt; &amp; &#0; &bogus;"],
    ["a comment and a declaration", "<!-- --> <!DOCTYPE x [<!ENTITY a 'b'>]> <?xml?> <![CDATA[x]]>"],
  ])("escapes %s", (_what, text) => {
    const { items = [] } = checkedRss(
      rssText([{ ...item, title: text, description: text, author: text }], channel),
    );
    expect(items).toMatchObject([{ title: text.trim(), description: text.trim() }]);
    expect(rssText([{ ...item, title: text }], channel)).not.toMatch(/<(script|!|\?xml\?)/);
  });

  it("takes out what XML cannot hold and marks that turn text around", () => {
    const text = "a\u0000b\u0008\u000b\u001f\u007f\u0085c\ufffe\uffff\ud800d\u202ee\u2066f\u200eg";
    const { items = [] } = checkedRss(rssText([{ ...item, title: text }], channel));
    expect(items).toMatchObject([{ title: "abc\ufffddefg" }]);
  });

  it("is whole without items, and holds a description of a megabyte", () => {
    expect(checkedRss(rssText([], channel)).items ?? []).toEqual([]);
    const long = "<&>".repeat(350_000);
    expect(checkedRss(rssText([{ ...item, description: long }], channel)).items).toMatchObject([
      { description: long },
    ]);
  });
});
