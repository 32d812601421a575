import type { Row } from "../../dataset/csv-writer.ts";
import { Random, round } from "../../runtime/random.ts";
import { DAY_MS } from "../../runtime/time/calendar-date.ts";
import { AS_OF } from "../calendar.ts";
import { slug } from "../places/names.ts";
import { PUBLIC_LICENCE } from "../sources.ts";
import { subjectOf, TAGS, type Theme, themesOf } from "./article-themes.ts";

/** What invented news says of a company. */
export interface Newsmaker {
  readonly code: string;
  readonly name: string;
  readonly sector: string;
}

/** The id of a company's first article; null where nobody has written about it. */
export function firstArticleId(seed: number, company: Newsmaker, position: number): string | null {
  for (const { id } of articleRows(seed, company, position)) return id as string;
  return null;
}

/** The exchange's own announcements, and outlets that do not exist. */
const EXCHANGE = "asx";
const OUTLETS = ["quillbrook-herald", "tarnford-ledger", "example-wire", "market-notes", "the-daily-sample"];

const AS_OF_MS = Date.parse(AS_OF);
/** News reaches back two years. */
const OLDEST_DAYS = 730;
/** Every so many companies nobody has ever written about. */
const SILENT_EVERY = 23;
/** Every so many companies are written about often. */
const LOUD_EVERY = 20;
/** Articles of two companies share this instant, so that the order by id shows. */
const SHARED_INSTANT = "2026-11-11T01:00:00Z";

/** Invented articles about a company, each of which says so; positions spread the odd cases over the companies. */
export function* articleRows(seed: number, company: Newsmaker, position: number): Generator<Row> {
  if (position % SILENT_EVERY === 7) return;
  const random = new Random(seed, `news/${company.code}`);
  const count = position % LOUD_EVERY === 2 ? random.int(34, 46) : random.int(1, 22);
  const themes = themesOf(subjectOf(company.sector, random));
  for (let i = 0; i < count; i++) {
    const story = storyOf(random, company, random.pick(themes));
    const publishedMs =
      position < 2 && i === 0
        ? Date.parse(SHARED_INSTANT)
        : AS_OF_MS - Math.round(random.between(0.2, OLDEST_DAYS) * DAY_MS);
    yield articleRow(random, company, story, publishedMs, story.source, `${i}`);
    if (!random.chance(0.12)) continue;
    const others = random
      .shuffled(OUTLETS.filter((outlet) => outlet !== story.source))
      .slice(0, random.int(1, 3));
    for (const [n, outlet] of others.entries()) {
      const laterMs = Math.min(publishedMs + Math.round(random.between(0.05, 11.9) * 3_600_000), AS_OF_MS);
      const retold = { ...story, isPriceSensitive: false, headline: retitled(random, story.headline) };
      yield articleRow(random, company, retold, laterMs, outlet, `${i}-${n}`);
    }
  }
}

interface Story {
  readonly source: string;
  readonly headline: string;
  readonly summary: string;
  readonly sentiment: string | null;
  readonly tags: readonly string[];
  readonly isPriceSensitive: boolean;
}

function storyOf(random: Random, { name }: Newsmaker, theme: Theme): Story {
  const source = random.chance(0.35) ? EXCHANGE : random.pick(OUTLETS);
  const further = random.shuffled(TAGS).slice(
    0,
    random.weighted([
      [0, 6],
      [1, 3],
      [2, 1],
      [3, 1],
    ] as const),
  );
  return {
    source,
    headline: theme.headline(name, random),
    summary: `${theme.summary(name, random)} Synthetic article: nothing in it took place.`,
    sentiment: random.chance(0.15) ? null : random.chance(0.8) ? theme.sentiment : "neutral",
    tags: [...new Set([...theme.tags, ...further])],
    isPriceSensitive: source === EXCHANGE && random.chance(0.32),
  };
}

/** The same headline as another outlet runs it. */
function retitled(random: Random, headline: string): string {
  return random.pick([headline, `${headline} - update`, `Update: ${headline}`]);
}

function articleRow(
  random: Random,
  { code }: Newsmaker,
  story: Story,
  publishedMs: number,
  source: string,
  number: string,
): Row {
  const host = `https://${source}.example`;
  return {
    id: inventedUuid(random),
    stock_code: code,
    source,
    headline: story.headline,
    url: `${host}/${code.toLowerCase()}/${number}-${slug(story.headline).slice(0, 60)}`,
    published_at: instantOf(publishedMs),
    sentiment: story.sentiment,
    relevance_score: round(random.between(0.2, 1), 2),
    is_price_sensitive: story.isPriceSensitive,
    summary: random.chance(0.06) ? null : story.summary,
    tags: JSON.stringify(story.tags),
    image_url: random.chance(0.3) ? `${host}/pictures/${code.toLowerCase()}-${number}.png` : null,
    source_licence: PUBLIC_LICENCE,
  };
}

/** An instant as tables write it, without a fraction of a second. */
export function instantOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** 122 bits from the stream, in the form of a UUID of version 4. */
export function inventedUuid(random: Random): string {
  const hex = Array.from({ length: 4 }, () => random.word().toString(16).padStart(8, "0")).join("");
  const variant = "89ab"[Number.parseInt(hex[16], 16) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}
