import { MAX_BODY_CHARACTERS, SENTIMENTS } from "../../dataset/tables/published/news.ts";
import { optionalPackage } from "../../runtime/node/optional-package.ts";
import { dayNumberOf } from "../../runtime/time/calendar-date.ts";
import { uuidOf } from "../../runtime/uuid-of.ts";
import { type Importer, type ImportRow, tablesTo, UNDATED } from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";
import { sourceFacts } from "../source-licence.ts";
import { plainLink, textOfLine } from "./plain-text.ts";

const TAKE_SOURCE = sourceFacts({
  id: "editorial-takes",
  publisher: "the operator's own desk",
  title: "Editorial takes",
  licence: "own-work",
  licenceClass: "open",
  attribution: "By the operator's own desk",
});

type TakePart = ReturnType<typeof readTake>["part"];

const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

export const TAKE_FILES: Importer<TakePart> = {
  id: "editorial-takes",
  title: "Editorial takes (Markdown with front matter)",
  mayLackLineEnd: true,
  sources: [TAKE_SOURCE],
  recognise(file) {
    if (!/\.mdx?$/i.test(file.name) || !FRONT_MATTER.test(file.head)) return undefined;
    return /^(slug|headline|published_at|stock_code)\s*:/m.test(file.head)
      ? { confidence: 80, what: "editorial take" }
      : undefined;
  },
  read: readTake,
  explain: () => [
    "front matter to editorial_takes: headline, slug (else the file's name), stock_code, published_at, created_at, standfirst, byline, sentiment, citations",
    "without published_at, or with draft: true, the take is a draft and never enters a snapshot",
    "a take is refused whole when a member is wrong, a reference has no citation, or its body holds scripts or links that run",
  ],
  combine: tablesTo(TAKE_SOURCE, ({ row }) => ({ editorial_takes: [row] })),
};

type Matter = Readonly<Record<string, unknown>>;

function readTake(file: ImportFile) {
  const wrong = (reason: string): never => file.refuse(reason);
  const match = FRONT_MATTER.exec(file.text) ?? wrong("front matter: there is none");
  const matter = frontMatter(match[1], wrong);
  const body = file.text.slice(match[0].length).replaceAll("\r\n", "\n").trim();
  checkBody(body, wrong);
  const text = (name: string) => memberText(matter, name, wrong);
  const slug = text("slug") ?? file.name.replace(/\.mdx?$/i, "");
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) || slug.length > 120)
    wrong(`slug: "${slug}" is not words of a-z and 0-9 joined by hyphens`);
  const headline = text("headline") ?? wrong("headline: there is none");
  const stockCode = text("stock_code") ?? null;
  if (stockCode !== null && !/^[A-Z0-9]{3,6}$/.test(stockCode))
    wrong(`stock_code: "${stockCode}" is not a code`);
  const sentiment = text("sentiment") ?? null;
  if (sentiment !== null && !(SENTIMENTS as readonly string[]).includes(sentiment)) {
    wrong(`sentiment: "${sentiment}" is not one of ${SENTIMENTS.join(", ")}`);
  }
  if (matter.draft !== undefined && typeof matter.draft !== "boolean") wrong("draft: not true or false");
  const publishedAt = matter.draft === true ? null : instant(matter, "published_at", wrong);
  const link = (name: string) => {
    const given = text(name);
    return given === undefined
      ? null
      : (plainLink(given) ?? wrong(`${name}: "${given.slice(0, 80)}" is not an http or https link`));
  };
  const row: ImportRow = {
    id: uuidOf(`take ${slug}`),
    slug,
    headline,
    stock_code: stockCode,
    body_md: body,
    sentiment,
    source_url: link("source_url"),
    source_name: text("source_name") ?? null,
    og_image_url: link("og_image_url"),
    hero_image_url: link("hero_image_url"),
    word_count: body.split(/\s+/).filter(Boolean).length,
    created_at: instant(matter, "created_at", wrong),
    published_at: publishedAt,
    citations: JSON.stringify(citationsOf(matter, body, wrong)),
    body_format: /\.mdx$/i.test(file.name) ? "mdx" : "markdown",
    standfirst: text("standfirst") ?? null,
    byline: text("byline") ?? null,
    hero_caption: text("hero_caption") ?? null,
    hero_credit: text("hero_credit") ?? null,
  };
  return {
    part: { row },
    report: {
      rowsRead: 1,
      rowsUsed: 1,
      rejects: [],
      vintage: (publishedAt ?? UNDATED).slice(0, 10),
      notes: publishedAt === null ? [`"${slug}" is a draft and will not enter any snapshot`] : [],
    },
  };
}

function frontMatter(text: string, wrong: (reason: string) => never): Matter {
  const { parse } = optionalPackage<typeof import("yaml")>("yaml", "a text with front matter");
  let matter: unknown;
  try {
    // The core schema keeps dates as strings; aliases could expand without bound.
    matter = parse(text, { schema: "core", maxAliasCount: 0 });
  } catch (cause) {
    wrong(`front matter: ${(cause as Error).message.split("\n")[0]}`);
  }
  if (typeof matter !== "object" || matter === null || Array.isArray(matter))
    wrong("front matter: not a list of fields");
  return matter as Matter;
}

function memberText(matter: Matter, name: string, wrong: (reason: string) => never): string | undefined {
  const value = matter[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string") wrong(`${name}: ${JSON.stringify(value)} is not text`);
  return textOfLine(value as string) || undefined;
}

function instant(matter: Matter, name: string, wrong: (reason: string) => never): string | null {
  const text = memberText(matter, name, wrong);
  if (text === undefined) return null;
  const whole = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text;
  const isInstant =
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(whole) &&
    dayNumberOf(whole.slice(0, 10)) !== undefined;
  const ms = isInstant ? Date.parse(whole) : Number.NaN;
  const read = Number.isNaN(ms) ? "" : new Date(ms).toISOString();
  // Later years are typos, and a time zone can push 9999 into a five-digit year.
  if (!/^[12]\d{3}-/.test(read)) wrong(`${name}: "${text}" is not a date, or a time with its time zone`);
  return `${read.slice(0, 19)}Z`;
}

const UNSAFE =
  /<\s*(script|iframe|object|embed|style|link|meta|form|svg)\b|\bon[a-z]+\s*=\s*["']|\b(javascript|vbscript)\s*:|(\]\(|\]:|=|<)\s*(?:["']\s*)?data\s*:/i;

/** Rejects a body with scripts, frames, event handlers or executable links. */
function checkBody(body: string, wrong: (reason: string) => never): void {
  if (body === "") wrong("the body is empty");
  if (body.length > MAX_BODY_CHARACTERS) {
    wrong(
      `the body has ${body.length.toLocaleString("en-AU")} characters; at most ${MAX_BODY_CHARACTERS.toLocaleString("en-AU")}`,
    );
  }
  // Browsers ignore invisible characters in a scheme and decode entities, so remove them before matching.
  const seen = body.replace(/[\p{Cc}\p{Cf}]+/gu, "").replace(/&(colon|#58|#x3a);/gi, ":");
  const unsafe = UNSAFE.exec(seen);
  if (unsafe !== null) wrong(`the body holds "${unsafe[0].slice(0, 40)}", which is not allowed in a page`);
}

const CITATION_TYPES = ["news", "trade", "data"];

/** Citations in order, numbered from 1. Rejects references in the body without a citation. */
function citationsOf(matter: Matter, body: string, wrong: (reason: string) => never) {
  const given = matter.citations ?? [];
  if (!Array.isArray(given)) wrong("citations: not a list");
  const citations = (given as unknown[]).map((one, i) => {
    const entry = (typeof one === "object" && one !== null ? one : {}) as Matter;
    const text = (name: string) =>
      memberText(entry, name, (reason) => wrong(`citations[${i}].${reason}`)) ?? "";
    const url =
      plainLink(text("url")) ??
      wrong(`citations[${i}].url: "${text("url").slice(0, 80)}" is not an http or https link`);
    const type = text("type") || "news";
    if (!CITATION_TYPES.includes(type))
      wrong(`citations[${i}].type: "${type}" is not one of ${CITATION_TYPES.join(", ")}`);
    const date = text("date");
    if (date !== "" && dayNumberOf(date) === undefined)
      wrong(`citations[${i}].date: "${date}" is not a day YYYY-MM-DD`);
    return { ref_id: `ref-${i + 1}`, url, source: text("source"), headline: text("headline"), date, type };
  });
  for (const [whole, number] of body.matchAll(/\[ref-(\d+)\]/g)) {
    if (Number(number) < 1 || Number(number) > citations.length)
      wrong(`the body names ${whole}; there are ${citations.length} citations`);
  }
  return citations;
}
