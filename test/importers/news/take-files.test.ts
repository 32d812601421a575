import { describe, expect, it } from "vitest";
import { TAKE_FILES } from "../../../src/importers/news/take-files.ts";
import { importAll, rowsOf, textFile } from "../../support/data/import-files.ts";

const take = (matter: string, body = "Output rose.") =>
  textFile("my-take.md", `---\n${matter}\n---\n\n${body}\n`);
const MATTER = "headline: What Zephyr reported\npublished_at: 2026-11-06T02:00:00Z";
const rowOf = (file: ReturnType<typeof take>) => rowsOf(importAll(TAKE_FILES, [file]), "editorial_takes")[0];

describe("TAKE_FILES", () => {
  it("reads Markdown with front matter, its slug from the file's name", () => {
    const file = take(
      `${MATTER}\nstock_code: ZZA\nbyline: The desk\ncitations:\n  - url: https://data.example/1\n    type: data\n    date: "2026-11-05"`,
      "Output rose [ref-1].\r\n\r\nMore.",
    );
    expect(TAKE_FILES.recognise(file)).toEqual({ confidence: 80, what: "editorial take" });
    expect(rowOf(file)).toMatchObject({
      slug: "my-take",
      headline: "What Zephyr reported",
      stock_code: "ZZA",
      body_md: "Output rose [ref-1].\n\nMore.",
      word_count: 4,
      published_at: "2026-11-06T02:00:00Z",
      body_format: "markdown",
      citations: JSON.stringify([
        {
          ref_id: "ref-1",
          url: "https://data.example/1",
          source: "",
          headline: "",
          date: "2026-11-05",
          type: "data",
        },
      ]),
    });
    expect(rowOf(textFile("other.mdx", `---\n${MATTER}\n---\nBody.`))).toMatchObject({
      slug: "other",
      body_format: "mdx",
    });
  });

  it("keeps a draft private: without a date of publication, or by its word", () => {
    for (const matter of ["headline: Not yet", `${MATTER}\ndraft: true`]) {
      const { part, report } = TAKE_FILES.read(take(matter));
      expect(part.row.published_at).toBeNull();
      expect(report.notes).toEqual(['"my-take" is a draft and will not enter any snapshot']);
    }
  });

  it.each([
    ["front matter: ", "headline: [", "x"],
    ["headline: there is none", "published_at: 2026-11-06", "x"],
    ['slug: "My Take" is not words', `${MATTER}\nslug: My Take`, "x"],
    ['stock_code: "zza" is not a code', `${MATTER}\nstock_code: zza`, "x"],
    ['sentiment: "bad" is not one of', `${MATTER}\nsentiment: bad`, "x"],
    ['published_at: "yesterday" is not a date', "headline: x\npublished_at: yesterday", "x"],
    ['published_at: "2024-02-31" is not a date', "headline: x\npublished_at: 2024-02-31", "x"],
    ['published_at: "2024-02-31T10:00:00Z" is no', "headline: x\npublished_at: 2024-02-31T10:00:00Z", "x"],
    ['created_at: "9999-12-31T23:00-11:00" is no', `${MATTER}\ncreated_at: 9999-12-31T23:00-11:00`, "x"],
    [
      'citations[0].date: "2026-02-30" is not a day',
      `${MATTER}\ncitations:\n  - url: https://a.example\n    date: "2026-02-30"`,
      "x",
    ],
    ["draft: not true or false", `${MATTER}\ndraft: maybe`, "x"],
    ["headline: 7 is not text", "headline: 7", "x"],
    ["citations[0].url: ", `${MATTER}\ncitations:\n  - url: javascript:alert(1)`, "x"],
    [
      "the body names [ref-2]; there are 1 citations",
      `${MATTER}\ncitations:\n  - url: https://a.example`,
      "x [ref-2]",
    ],
    ["source_url: ", `${MATTER}\nsource_url: data:text/html,x`, "x"],
    ["the body is empty", MATTER, ""],
    ['the body holds "<script"', MATTER, "a <script>alert(1)</script>"],
    ['the body holds "javascript:"', MATTER, "[a](java\tscript:alert(1))"],
    ['the body holds "javascript:"', MATTER, "[a](javascript&colon;alert(1))"],
    ['the body holds "onerror=', MATTER, '<img src="x" onerror="alert(1)">'],
    ['the body holds "](data:', MATTER, "[a](data:text/html;base64,xx)"],
    ['the body holds "= ', MATTER, "<img src= ' data:text/html,x'>"],
    ["the body has 1,000,000 characters; at most 200,000", MATTER, "a".repeat(1_000_000)],
  ])("refuses by name: %s", (reason, matter, body) => {
    const file = take(matter, body);
    expect(() => TAKE_FILES.read(file)).toThrow(`my-take.md: ${reason}`);
  });

  it("takes words that look like schemes for words", () => {
    expect(rowOf(take(MATTER, "The data: see below. JavaScript is a language.")).word_count).toBe(8);
  });

  it("looks at a run of spaces once", () => {
    expect(rowOf(take(MATTER, `a =${" ".repeat(199_000)}b`)).word_count).toBe(3);
  });

  it("leaves Markdown that is not a take to others", () => {
    expect(TAKE_FILES.recognise(textFile("README.md", "# Hello\n"))).toBeUndefined();
    expect(TAKE_FILES.recognise(textFile("page.md", "---\ntitle: A page\n---\nx"))).toBeUndefined();
  });
});
