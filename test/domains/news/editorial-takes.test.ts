import { describe, expect, it } from "vitest";
import { NewsService } from "../../../src/gen/shorts/v1alpha1/news_pb.ts";
import type { Json } from "../../support/data/method-calls.ts";
import { newsCalls, takeRow, testUuid } from "../../support/data/news-rows.ts";

const { getEditorialTake, listEditorialTakes } = NewsService.method;
const slugsOf = ({ takes = [] }: Json) => takes.map(({ slug }: Json) => slug);

describe("GetEditorialTake", () => {
  it("does not tell a draft, or a take dated ahead, from one that is not there", async () => {
    const drafts = [takeRow(1, { published_at: null }), takeRow(2, { published_at: "2026-11-13T00:00:01Z" })];
    const { call, failure } = await newsCalls({ editorial_takes: drafts });
    for (const slug of ["take-1", "take-2", "take-3"]) {
      expect((await failure(getEditorialTake, { slug })).message).toBe(`no published take "${slug}"`);
    }
    expect(await call(listEditorialTakes)).toEqual({});
  });

  it("serves every member and leaves those for operators empty", async () => {
    const inline = { url: "https://takes.example/1.png", topic: "chart", alt: "A chart" };
    const citation = {
      url: "https://data.example/1",
      source: "Data",
      headline: "Table",
      date: "2026-10-30",
      type: "data",
    };
    const layout = {
      url: "https://takes.example/2.png",
      style: "aerial",
      ratio: "square",
      brief: "b",
      caption: "c",
      placement: "left",
    };
    const full = takeRow(1, {
      stock_code: "AAA",
      body_md: "Shorts rose [ref-1].\n\nMore.",
      sentiment: "negative",
      source_article_id: testUuid(9),
      source_url: "https://wire.example/9",
      source_name: "Wire",
      og_image_url: "https://takes.example/og.png",
      created_at: "2026-10-31T01:02:03.5Z",
      hero_image_url: "https://takes.example/hero.png",
      inline_images: JSON.stringify([inline]),
      citations: JSON.stringify([{ ref_id: "ref-1", ...citation }]),
      layout_images: JSON.stringify([{ ...layout, anchor_after_block: 2 }]),
      body_format: "mdx",
      standfirst: "In short.",
      byline: "The desk",
      hero_caption: "A smelter",
      hero_credit: "Nobody",
    });
    const { call } = await newsCalls({ editorial_takes: [full] });
    expect((await call(getEditorialTake, { slug: "take-1" })).take).toEqual({
      id: testUuid(1),
      slug: "take-1",
      headline: "Take 1",
      stockCode: "AAA",
      bodyMd: "Shorts rose [ref-1].\n\nMore.",
      sentiment: "negative",
      sourceArticleId: testUuid(9),
      sourceUrl: "https://wire.example/9",
      sourceName: "Wire",
      ogImageUrl: "https://takes.example/og.png",
      wordCount: 4,
      publishedAt: "2026-11-01T00:00:00Z",
      createdAt: "2026-10-31T01:02:03.500Z",
      heroImageUrl: "https://takes.example/hero.png",
      inlineImages: [inline],
      citations: [{ refId: "ref-1", ...citation }],
      layoutImages: [{ ...layout, anchorAfterBlock: 2 }],
      bodyFormat: "mdx",
      standfirst: "In short.",
      byline: "The desk",
      heroCaption: "A smelter",
      heroCredit: "Nobody",
    });
  });
});

describe("ListEditorialTakes", () => {
  it("orders by published_at descending, then slug, and pages by offset with the population as the total", async () => {
    const rows = [
      takeRow(1),
      takeRow(3, { slug: "b" }),
      takeRow(2),
      takeRow(4, { slug: "a", published_at: "2026-11-03T00:00:00Z" }),
    ];
    for (const order of [rows, rows.toReversed()]) {
      const { call } = await newsCalls({ editorial_takes: order });
      const all = await call(listEditorialTakes);
      expect([slugsOf(all), all.totalCount]).toEqual([["a", "b", "take-2", "take-1"], 4]);
      expect(await call(listEditorialTakes, { limit: 2, offset: 1 })).toMatchObject({
        takes: [{ slug: "b" }, { slug: "take-2" }],
        totalCount: 4,
      });
      expect(await call(listEditorialTakes, { offset: 9 })).toEqual({ totalCount: 4 });
    }
  });
});
