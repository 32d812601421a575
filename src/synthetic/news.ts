import type { Row } from "../dataset/csv-writer.ts";
import { sectorOfIndustry } from "../dataset/industry-groups.ts";
import { Random, round } from "../runtime/random.ts";
import { DAY_MS } from "../runtime/time/calendar-date.ts";
import { AS_OF } from "./calendar.ts";
import type { Company } from "./companies.ts";
import { slug } from "./places/names.ts";

/** Subjects by sector; "" is for an unknown sector. */
const SUBJECTS: Readonly<Record<string, string>> = {
  Materials: "smelter, open pit, concentrator, drilling programme, tailings dam, lithium project",
  Energy: "gas field, refinery, pipeline, wind farm, battery, exploration well",
  Financials: "loan book, deposit base, insurance arm, wealth platform, mortgage unit",
  "Health Care": "clinical trial, diagnostics unit, hospital network, vaccine plant, device approval",
  "Information Technology": "data centre, payments platform, software suite, cloud contract, chip design",
  "Consumer Discretionary": "store network, online range, casino floor, travel bookings, homewares brand",
  "Consumer Staples": "grocery range, dairy plant, bottling line, supply agreement, wine label",
  Industrials: "freight terminal, toll road, shipyard, maintenance contract, rail fleet",
  "Real Estate": "office tower, logistics estate, shopping centre, land bank, build-to-rent scheme",
  "": "new venture, main division, overseas arm, supply contract, head office",
};

/** Expansions of placeholders in braces, some within two bounds. */
const DRAWN: Readonly<Record<string, (random: Random, lo: number, hi: number) => string>> = {
  percent: (random, lo, hi) => `${round(random.between(lo, hi), 1)} per cent`,
  million: (random, lo, hi) => `$${random.int(lo, hi)} million`,
  number: (random, lo, hi) => String(random.int(lo, hi)),
  quarter: (random) => random.pick(["March", "June", "September", "December"]),
  place: (random) => random.pick(["northern", "southern", "coastal", "inland", "offshore", "western"]),
};

/** Themes of three lines: sentiment and tags (closed vocabulary), headline, summary. */
const THEME_LINES = `
positive earnings
{company} lifts half-year profit {percent 4 40} on stronger {subject}
Profit of {company} rose to {million 5 900} as its {subject} earned more.
negative earnings guidance
{company} cuts full-year guidance by {percent 5 30} after {subject} delays
{company} now expects {million 5 600} and blames delays at its {subject}.
positive dividend
{company} declares interim dividend of {number 1 60} cents a share
The payment of {company} is {percent 1 25} above last year's.
neutral acquisition expansion
{company} agrees to buy {place} {subject} for {million 10 1200}
The purchase doubles what {company} has in {subject}s and is to close in {quarter}.
negative capital-raising
{company} to raise {million 8 400} in discounted placement for {subject}
New shares of {company} come at a discount of {percent 5 20}.
neutral board
{company} chair to step down after {number 3 14} years
{company} has begun a search; the deputy chair acts until it ends.
positive production
{company} reports record {quarter} quarter from {place} {subject}
Output of {company} was {percent 2 35} higher than a year before.
negative production regulation
{company} halts {place} {subject} for {number 2 12} weeks after inspection
An inspector asked {company} for changes before its {subject} may go on.
positive contract
{company} wins {number 2 10}-year contract worth {million 20 800}
The contract fills the {subject} of {company} for years.
negative short-interest
Short sellers raise bets against {company} to {percent 3 18} of shares
Positions against {company} grew for a third week; doubts are about its {subject}.
neutral legal
Court sets {quarter} hearing in {company} {subject} dispute
Both sides of the dispute over the {subject} of {company} asked for more time.
neutral
{company}: change of registered office, notice {number 100 999}
{company} has told the exchange of a new address.
`;
const THEMES = Array.from(THEME_LINES.matchAll(/(.+)\n(.+)\n(.+)/g), ([, about, headline, summary]) => {
  const [sentiment, ...tags] = about.split(" ");
  return { sentiment, tags, headline, summary };
});
const TAGS = [...new Set(THEMES.flatMap(({ tags }) => tags))];

function filled(template: string, random: Random, company: string, subject: string): string {
  return template.replaceAll(/\{(\w+)(?: (\d+) (\d+))?\}/g, (_, word, lo, hi) =>
    word === "company" ? company : word === "subject" ? subject : DRAWN[word](random, Number(lo), Number(hi)),
  );
}

/** The exchange's announcements, and invented outlets. */
const EXCHANGE = "asx";
const OUTLETS = ["quillbrook-herald", "tarnford-ledger", "example-wire", "market-notes", "the-daily-sample"];

const AS_OF_MS = Date.parse(AS_OF);
const OLDEST_DAYS = 730;
/** One in this many companies has no articles. */
const SILENT_EVERY = 23;
/** One in this many companies has many articles. */
const LOUD_EVERY = 20;
/** Instant shared by two companies' articles, to test the ordering by id. */
const SHARED_INSTANT = "2026-11-11T01:00:00Z";

const nameOf = ({ code, row }: Company) => String(row.company_name ?? code);

/** Invented articles about a company, marked as synthetic. `position` distributes the edge cases. */
export function* articleRows(seed: number, company: Company, position: number): Generator<Row> {
  if (position % SILENT_EVERY === 7) return;
  const random = new Random(seed, `news/${company.code}`);
  const count = position % LOUD_EVERY === 2 ? random.int(34, 46) : random.int(1, 22);
  const subjects = SUBJECTS[sectorOfIndustry(company.industry) ?? ""] ?? SUBJECTS[""];
  const subject = random.pick(subjects.split(", "));
  for (let i = 0; i < count; i++) {
    const story = storyOf(random, nameOf(company), subject);
    const publishedMs =
      position < 2 && i === 0
        ? Date.parse(SHARED_INSTANT)
        : AS_OF_MS - Math.round(random.between(0.2, OLDEST_DAYS) * DAY_MS);
    yield articleRow(random, company, story, publishedMs, `${i}`);
    if (!random.chance(0.12)) continue;
    const others = random.shuffled(OUTLETS.filter((outlet) => outlet !== story.source));
    for (const [n, source] of others.slice(0, random.int(1, 3)).entries()) {
      const laterMs = Math.min(publishedMs + Math.round(random.between(0.05, 11.9) * 3_600_000), AS_OF_MS);
      const { headline } = story;
      const retitled = random.pick([headline, `${headline} - update`, `Update: ${headline}`]);
      const retold = { ...story, source, isPriceSensitive: false, headline: retitled };
      yield articleRow(random, company, retold, laterMs, `${i}-${n}`);
    }
  }
}

function storyOf(random: Random, company: string, subject: string) {
  const theme = random.pick(THEMES);
  const source = random.chance(0.35) ? EXCHANGE : random.pick(OUTLETS);
  const further = random.shuffled(TAGS).slice(0, random.pick([0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 3]));
  return {
    source,
    headline: filled(theme.headline, random, company, subject),
    summary: `${filled(theme.summary, random, company, subject)} Synthetic article: nothing in it took place.`,
    sentiment: random.chance(0.15) ? null : random.chance(0.8) ? theme.sentiment : "neutral",
    tags: [...new Set([...theme.tags, ...further])],
    isPriceSensitive: source === EXCHANGE && random.chance(0.32),
  };
}

function articleRow(
  random: Random,
  { code }: Company,
  story: ReturnType<typeof storyOf>,
  publishedMs: number,
  number: string,
): Row {
  const host = `https://${story.source}.example`;
  return {
    id: inventedUuid(random),
    stock_code: code,
    source: story.source,
    headline: story.headline,
    url: `${host}/${code.toLowerCase()}/${number}-${slug(story.headline).slice(0, 60)}`,
    published_at: instantOf(publishedMs),
    sentiment: story.sentiment,
    relevance_score: round(random.between(0.2, 1), 2),
    is_price_sensitive: story.isPriceSensitive,
    summary: random.chance(0.06) ? null : story.summary,
    tags: JSON.stringify(story.tags),
    image_url: random.chance(0.3) ? `${host}/pictures/${code.toLowerCase()}-${number}.png` : null,
  };
}

/** ISO instant without fractional seconds. */
function instantOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** A version 4 UUID from 122 random bits. */
function inventedUuid(random: Random): string {
  const hex = Array.from({ length: 4 }, () => random.word().toString(16).padStart(8, "0")).join("");
  const variant = "89ab"[Number.parseInt(hex[16], 16) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}

const TAKES = 40;
const SITE = "https://takes.example";

/** Slug of the take used in the documentation; in every synthetic dataset. */
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

/** Invented takes: drafts, one dated in the future, some without a stock, in both formats. */
export function takeRows(seed: number, companies: readonly Company[]): Row[] {
  const random = new Random(seed, "takes");
  return Array.from({ length: TAKES }, (_, i) => takeRow(seed, random, companies, i));
}

function takeRow(seed: number, random: Random, companies: readonly Company[], i: number): Row {
  const company = i % 4 === 3 ? undefined : random.pick(companies);
  // Undefined when the company has no articles.
  const [article] = company && i % 3 === 0 ? articleRows(seed, company, companies.indexOf(company)) : [];
  const angle = random.pick(ANGLES);
  const headline = `${company === undefined ? "The market this month" : nameOf(company)}: ${angle}`;
  const paragraphs = [PARAGRAPHS[0], ...random.shuffled(PARAGRAPHS.slice(1)).slice(0, random.int(2, 4))];
  const body = `## ${headline}\n\n${paragraphs.join("\n\n")}`;
  const writtenMs = AS_OF_MS - Math.round(random.between(1, 400) * DAY_MS);
  const publishedMs = i === 13 ? AS_OF_MS + 7 * DAY_MS : writtenMs + 3_600_000;
  // Citations are numbered by id, not by their order in the body.
  const citations = [1, 2]
    .filter((n) => body.includes(`[ref-${n}]`))
    .map((n) => ({
      ref_id: `ref-${n}`,
      url: `${SITE}/sources/${i}-${n}`,
      source: "Synthetic short positions",
      headline: `Invented table ${n}`,
      date: instantOf(writtenMs).slice(0, 10),
      type: n === 1 ? "data" : "news",
    }));
  const inline = { url: `${SITE}/inline/${i}.png`, topic: "chart", alt: "An invented chart" };
  const layout = {
    url: `${SITE}/layout/${i}.png`,
    style: "abstract",
    ratio: "landscape",
    brief: "Bars that fall",
    caption: "An invented picture",
    placement: "full",
    anchor_after_block: 1,
  };
  return {
    id: inventedUuid(random),
    slug: i === 0 ? EXAMPLE_SLUG : `${slug(headline)}-${i}`,
    headline,
    stock_code: company?.code ?? null,
    body_md: body,
    sentiment: random.pick(["positive", "negative", "neutral", null]),
    source_article_id: article?.id ?? null,
    source_url: i % 3 === 0 ? `https://example-wire.example/takes/${i}` : null,
    source_name: i % 3 === 0 ? "Example Wire" : null,
    og_image_url: `${SITE}/og/${i}.png`,
    word_count: i % 2 === 0 ? body.split(/\s+/).filter(Boolean).length : null,
    created_at: instantOf(writtenMs),
    updated_at: instantOf(writtenMs + 1_800_000),
    published_at: i % 6 === 5 ? null : instantOf(publishedMs),
    hero_image_url: i % 2 === 0 ? `${SITE}/hero/${i}.png` : null,
    inline_images: JSON.stringify(i % 5 === 0 ? [inline] : []),
    citations: JSON.stringify(citations),
    layout_images: JSON.stringify(i % 7 === 0 ? [layout] : []),
    body_format: i % 3 === 1 ? "mdx" : "markdown",
    standfirst:
      i % 8 === 6 ? null : `A synthetic take on ${company ? nameOf(company) : "the market"}: ${angle}.`,
    byline: i % 9 === 4 ? null : `Synthetic Writer ${1 + (i % 4)}`,
    hero_caption: i % 2 === 0 ? "An invented picture" : null,
    hero_credit: i % 2 === 0 ? "Nobody" : null,
  };
}
