import type { Row } from "../../dataset/csv-writer.ts";
import { Random } from "../../runtime/random.ts";
import { DAY_MS } from "../../runtime/time/calendar-date.ts";
import { AS_OF } from "../calendar.ts";
import { slug } from "../places/names.ts";
import { firstArticleId, instantOf, inventedUuid, type Newsmaker } from "./articles.ts";

const TAKES = 40;
const AS_OF_MS = Date.parse(AS_OF);
const SITE = "https://takes.example";

/** Slug of the take that documentation asks for; it is in every synthetic dataset. */
const EXAMPLE_SLUG = "an-example-of-a-take";

const ANGLES = [
  "what the numbers leave out",
  "three questions for the board",
  "why the shorts are patient",
  "a slow year in one chart",
  "the case for waiting",
];
const PARAGRAPHS = [
  "This take is synthetic: the company, its figures and the people in it are invented.",
  "The share of stock sold short says how many bet on a fall, not why [ref-1].",
  "A single week is noise; the last twelve together are a habit [ref-2].",
  "What management says and what it owns are different documents.",
  "None of this is advice, and none of it is about a real company.",
];

/** Invented takes: drafts, one that is dated ahead, some about no stock, in both formats. */
export function takeRows(seed: number, companies: readonly Newsmaker[]): Row[] {
  const articleOf = (company: Newsmaker) => firstArticleId(seed, company, companies.indexOf(company));
  const random = new Random(seed, "takes");
  return Array.from({ length: TAKES }, (_, i) => takeRow(random, companies, i, articleOf));
}

function takeRow(
  random: Random,
  companies: readonly Newsmaker[],
  i: number,
  articleOf: (company: Newsmaker) => string | null,
): Row {
  const company = i % 4 === 3 ? undefined : random.pick(companies);
  const angle = random.pick(ANGLES);
  const headline = company === undefined ? `The market this month: ${angle}` : `${company.name}: ${angle}`;
  const paragraphs = [PARAGRAPHS[0], ...random.shuffled(PARAGRAPHS.slice(1)).slice(0, random.int(2, 4))];
  const body = `## ${headline}\n\n${paragraphs.join("\n\n")}`;
  const writtenMs = AS_OF_MS - Math.round(random.between(1, 400) * DAY_MS);
  const publishedMs = i === 13 ? AS_OF_MS + 7 * DAY_MS : writtenMs + 3_600_000;
  const cited = [1, 2].filter((n) => body.includes(`[ref-${n}]`));
  return {
    id: inventedUuid(random),
    slug: i === 0 ? EXAMPLE_SLUG : `${slug(headline)}-${i}`,
    headline,
    stock_code: company?.code ?? null,
    body_md: body,
    sentiment: random.pick(["positive", "negative", "neutral", null]),
    source_article_id: company !== undefined && i % 3 === 0 ? articleOf(company) : null,
    source_url: i % 3 === 0 ? `https://example-wire.example/takes/${i}` : null,
    source_name: i % 3 === 0 ? "Example Wire" : null,
    og_image_url: `${SITE}/og/${i}.png`,
    word_count: i % 2 === 0 ? body.split(/\s+/).filter(Boolean).length : null,
    created_at: instantOf(writtenMs),
    updated_at: instantOf(writtenMs + 1_800_000),
    published_at: i % 6 === 5 ? null : instantOf(publishedMs),
    hero_image_url: i % 2 === 0 ? `${SITE}/hero/${i}.png` : null,
    inline_images: JSON.stringify(
      i % 5 === 0 ? [{ url: `${SITE}/inline/${i}.png`, topic: "chart", alt: "An invented chart" }] : [],
    ),
    citations: JSON.stringify(
      // References are numbered by their citation, whatever the order in which the body names them.
      cited.map((n) => ({
        ref_id: `ref-${n}`,
        url: `${SITE}/sources/${i}-${n}`,
        source: "Synthetic short positions",
        headline: `Invented table ${n}`,
        date: instantOf(writtenMs).slice(0, 10),
        type: n === 1 ? "data" : "news",
      })),
    ),
    layout_images: JSON.stringify(
      i % 7 === 0
        ? [
            {
              url: `${SITE}/layout/${i}.png`,
              style: "abstract",
              ratio: "landscape",
              brief: "Bars that fall",
              caption: "An invented picture",
              placement: "full",
              anchor_after_block: 1,
            },
          ]
        : [],
    ),
    body_format: i % 3 === 1 ? "mdx" : "markdown",
    standfirst: i % 8 === 6 ? null : `A synthetic take on ${company?.name ?? "the market"}: ${angle}.`,
    byline: i % 9 === 4 ? null : `Synthetic Writer ${1 + (i % 4)}`,
    hero_caption: i % 2 === 0 ? "An invented picture" : null,
    hero_credit: i % 2 === 0 ? "Nobody" : null,
  };
}
