import { Shown, useAsked } from "../../data/ask.tsx";
import { dateOf } from "../../data/stamps.ts";
import { formatCount, formatDay } from "../../parts/format.ts";
import { OutsideLink, Words } from "../../parts/outside-text.tsx";
import { news } from "./services.ts";
import { citationId, TakeBody } from "./take-body.tsx";

/** One take: its body as text in paragraphs, and what it rests on. Pictures are elsewhere and stay there. */
export function TakePage({ slug }: { slug: string }) {
  const asked = useAsked((signal) => news.getEditorialTake({ slug }, { signal }), [slug]);
  return (
    <article class="page reading">
      <Shown asked={asked} what="the take" none={`No take is published as "${slug}".`}>
        {({ take }) =>
          take === undefined ? null : (
            <>
              <header>
                <h1>
                  <Words>{take.headline || "No headline"}</Words>
                </h1>
              </header>
              <p class="article-facts">
                <a href="/blog">Takes</a>
                {take.stockCode !== "" && (
                  <a href={`/stocks/${encodeURIComponent(take.stockCode)}`}>{take.stockCode}</a>
                )}
                <span>{formatDay(dateOf(take.publishedAt))}</span>
                {take.byline !== "" && <Words>{take.byline}</Words>}
                <span>{formatCount(take.wordCount)} words</span>
                {take.sentiment !== "" && <span class="badge">{take.sentiment}</span>}
              </p>
              {take.standfirst !== "" && (
                <p class="standfirst">
                  <Words>{take.standfirst}</Words>
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
                <section>
                  <h2>What it rests on</h2>
                  <ol class="citations">
                    {take.citations.map(({ url, source, headline, date }, i) => (
                      <li key={i} id={citationId(i + 1)}>
                        <OutsideLink url={url}>{headline || source || url}</OutsideLink>{" "}
                        <span class="muted small">
                          <Words>{source}</Words>
                          {date !== "" && `, ${date}`}
                        </span>
                      </li>
                    ))}
                  </ol>
                </section>
              )}
            </>
          )
        }
      </Shown>
    </article>
  );
}
