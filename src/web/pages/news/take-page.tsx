import type { ComponentChildren } from "preact";
import { Answer } from "../../data/ask.tsx";
import { news } from "../../data/services.ts";
import { formatCount, formatDay } from "../../parts/format.ts";
import { StockLink } from "../../parts/links.tsx";
import { OutsideLink } from "../../parts/outside-text.tsx";
import { Section } from "../../parts/section.tsx";

/** Take screen: the body as text, and its citations. Pictures are never loaded: they are on other sites. */
export function View({ slug }: { slug: string }) {
  return (
    <article class="page reading">
      <Answer of={news.getEditorialTake} to={{ slug }} what="the take" none={`There is no take "${slug}".`}>
        {({ take }) =>
          take === undefined ? null : (
            <>
              <header>
                <h1>
                  <bdi>{take.headline || "No headline"}</bdi>
                </h1>
              </header>
              <p class="article-facts">
                <a href="/blog">Takes</a>
                {take.stockCode !== "" && <StockLink code={take.stockCode} />}
                <span>{formatDay(take.publishedAt)}</span>
                {take.byline !== "" && <bdi>{take.byline}</bdi>}
                <span>{formatCount(take.wordCount)} words</span>
                {take.sentiment !== "" && <span class="badge">{take.sentiment}</span>}
              </p>
              {take.standfirst !== "" && (
                <p class="standfirst">
                  <bdi>{take.standfirst}</bdi>
                </p>
              )}
              <TakeBody
                text={take.bodyMd}
                headline={take.headline}
                refs={take.citations.map(({ refId }) => refId)}
              />
              {take.sourceUrl !== "" && (
                <p class="muted">
                  Takes up <OutsideLink url={take.sourceUrl}>{take.sourceName || take.sourceUrl}</OutsideLink>
                </p>
              )}
              {take.citations.length > 0 && (
                <Section title="References">
                  <ol class="citations">
                    {take.citations.map(({ url, source, headline, date }, i) => (
                      <li key={i} id={citationId(i + 1)}>
                        <OutsideLink url={url}>{headline || source || url}</OutsideLink>{" "}
                        <span class="muted small">
                          <bdi>{source}</bdi>
                          {date !== "" && `, ${date}`}
                        </span>
                      </li>
                    ))}
                  </ol>
                </Section>
              )}
            </>
          )
        }
      </Answer>
    </article>
  );
}

/**
 * Renders a subset of Markdown: headings, lists, quotes, code, paragraphs; inside them strong, emphasis,
 * code, links and citations. Anything else, HTML above all, is shown literally. Runs in linear time.
 */
function TakeBody({ text, headline, refs }: { text: string; headline: string; refs: readonly string[] }) {
  const blocks = blocksOf(text);
  // The body often begins with the headline, which is shown above already.
  const first = blocks[0];
  const shown = first?.kind === "heading" && first.lines[0] === headline ? blocks.slice(1) : blocks;
  return (
    <div class="take-body">
      {shown.map((block, i) => (
        <BlockView key={i} block={block} refs={refs} />
      ))}
    </div>
  );
}

interface Block {
  readonly kind: "paragraph" | "heading" | "list" | "quote" | "code";
  readonly lines: string[];
}

/** Block kinds by their line prefix; group 1 is the rest of the line. */
const OPENINGS: readonly (readonly [Block["kind"], RegExp])[] = [
  ["heading", /^#{1,6} +(.*)$/],
  ["list", /^(?:[-*+]|\d{1,3}[.)]) +(.*)$/],
  ["quote", /^> ?(.*)$/],
  ["paragraph", /^(.*)$/s],
];

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  /** Block that the next line may continue. */
  let open: Block | undefined;
  const begin = (kind: Block["kind"]): Block => {
    const block = { kind, lines: [] };
    blocks.push(block);
    return block;
  };
  let isCode = false;
  for (const line of text.split("\n")) {
    if (line.startsWith("```")) {
      isCode = !isCode;
      open = isCode ? begin("code") : undefined;
    } else if (!isCode && line.trim() === "") open = undefined;
    else {
      const [kind, rest] = isCode ? (["code", line] as const) : openingOf(line);
      if (open?.kind !== kind || kind === "heading") open = begin(kind);
      open.lines.push(rest);
    }
  }
  return blocks;
}

function openingOf(line: string): readonly [Block["kind"], string] {
  const [kind, opening] = OPENINGS.find(([, one]) => one.test(line))!;
  return [kind, opening.exec(line)![1]];
}

function BlockView({ block: { kind, lines }, refs }: { block: Block; refs: readonly string[] }) {
  const inline = (line: string) => inlineOf(line, refs);
  if (kind === "heading") return <h2 dir="auto">{inline(lines[0])}</h2>;
  if (kind === "code") return <pre dir="auto">{lines.join("\n")}</pre>;
  if (kind === "quote") return <blockquote dir="auto">{inline(lines.join(" "))}</blockquote>;
  if (kind === "paragraph") return <p dir="auto">{inline(lines.join("\n"))}</p>;
  return (
    <ul>
      {lines.map((line, i) => (
        <li key={i} dir="auto">
          {inline(line)}
        </li>
      ))}
    </ul>
  );
}

/** Inline marks. Each ends on its line and has a bounded length, so that matching stays linear. */
const INLINE =
  /\*\*([^*\n]{1,400})\*\*|\*([^*\n]{1,400})\*|`([^`\n]{1,400})`|\[(ref-\d{1,3})\]|\[([^[\]\n]{1,400})\]\(([^()\s]{1,2000})\)/g;

function inlineOf(text: string, refs: readonly string[]): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let at = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, strong, emphasis, code, ref, label, url] = match;
    parts.push(text.slice(at, match.index));
    at = match.index + whole.length;
    if (strong !== undefined) parts.push(<strong>{strong}</strong>);
    else if (emphasis !== undefined) parts.push(<em>{emphasis}</em>);
    else if (code !== undefined) parts.push(<code>{code}</code>);
    else if (label !== undefined) parts.push(<OutsideLink url={url}>{label}</OutsideLink>);
    else parts.push(refs.includes(ref) ? <Citation number={refs.indexOf(ref) + 1} /> : whole);
  }
  parts.push(text.slice(at));
  return parts;
}

/** A prefix of our own, so that no take can use an id of the page. */
const citationId = (number: number) => `cited-${number}`;

function Citation({ number }: { number: number }) {
  return (
    <sup>
      <a href={`#${citationId(number)}`} data-native aria-label={`Citation ${number}`}>
        {number}
      </a>
    </sup>
  );
}
