import { describe, expect, it } from "vitest";
import { NewsService } from "../../../src/gen/shorts/v1alpha1/news_pb.ts";
import { feedItems, rssText } from "../../../src/server/routes/feed.ts";
import { checkedRss } from "../../support/data/check-rss.ts";
import { articleRow, newsCalls, takeRow } from "../../support/data/news-rows.ts";

const { getStockNews, getEditorialTake } = NewsService.method;

const SCRIPT = `<script>alert("1")</script><img src=x onerror='alert(2)'> & "quotes" ]]> \\u003c`;
const BIDI = "safe\u202ecod.exe\u2066x\u2069 \u200e\u200f\u061cend";
const CONTROLS = "a\u0001b\u0008c\u001bd\u007fe\u0085f\ufeffg\uffffh\nnext\ttab";

describe("what strangers write", () => {
  it("reaches JSON as text, without characters that are unseen or turn text around", async () => {
    const { call } = await newsCalls({
      news_articles: [
        articleRow(1, { headline: SCRIPT, summary: SCRIPT, tags: [SCRIPT] }),
        articleRow(2, { headline: BIDI, summary: CONTROLS, tags: ["\u202e", "ok"] }),
        articleRow(3, { headline: "\u202e\u0001" }),
      ],
    });
    const { articles } = await call(getStockNews, { stockCode: "AAA" });
    expect(articles[0]).toMatchObject({ headline: SCRIPT, summary: SCRIPT, tags: [SCRIPT] });
    expect(articles[1]).toMatchObject({
      headline: "safecod.exex end",
      summary: "a b c d e fgh next tab",
      tags: ["ok"],
    });
    expect(articles[2]).not.toHaveProperty("headline");
  });

  it("reaches the feed escaped, as a feed reader and libxml see it", async () => {
    const hostile = { headline: `${SCRIPT}${BIDI}`, standfirst: `${CONTROLS}${SCRIPT}`, byline: SCRIPT };
    const { engine } = await newsCalls({ editorial_takes: [takeRow(1, hostile)] });
    const text = await engine.use((view) =>
      rssText(feedItems(view), { webUrl: "https://t.example", updatedMs: 0, synthetic: true }),
    );
    expect(text).not.toMatch(/<script|<img|\u202e|\u2066/);
    const { items = [] } = checkedRss(text);
    expect(items).toMatchObject([
      { title: `${SCRIPT}safecod.exex end`, description: `a b c d e fgh next tab${SCRIPT}` },
    ]);
  });

  it("cannot bring a link that runs: not in pictures, nor in citations", async () => {
    const list = (url: string) => JSON.stringify([{ url }, { url: "https://ok.example/1" }]);
    const links = [
      "javascript:alert(1)",
      "data:text/html,x",
      'https://a.example/"onload="x',
      " https://a.example",
      "//a.example",
    ];
    for (const url of links) {
      const { call } = await newsCalls({
        editorial_takes: [
          takeRow(1, { citations: list(url), inline_images: list(url), layout_images: list(url) }),
        ],
      });
      const { take } = await call(getEditorialTake, { slug: "take-1" });
      for (const kept of [take.citations, take.inlineImages, take.layoutImages]) {
        expect(kept).toEqual([{ url: "https://ok.example/1" }]);
      }
    }
  });

  it("cannot bring members of another form: what is not a list of objects is none", async () => {
    for (const odd of ['{"url":"https://a.example"}', '"text"', "7", "null", '["text"]', '[{"url":7}]']) {
      const { call } = await newsCalls({ editorial_takes: [takeRow(1, { citations: odd })] });
      expect((await call(getEditorialTake, { slug: "take-1" })).take).not.toHaveProperty("citations");
    }
  });

  it("keeps line ends of bodies and nothing else that is unseen", async () => {
    const { call } = await newsCalls({
      editorial_takes: [takeRow(1, { body_md: `# A\r\n\r\nb\u202ec\u0001d\te\rf` })],
    });
    expect((await call(getEditorialTake, { slug: "take-1" })).take.bodyMd).toBe("# A\n\nbcd\te\nf");
  });
});
