import { useSignal } from "@preact/signals";
import { Shown, useAsked } from "../../data/ask.tsx";
import { dateOf } from "../../data/stamps.ts";
import { formatCount, formatDay } from "../../parts/format.ts";
import { Words } from "../../parts/outside-text.tsx";
import { Pager } from "../../parts/pager.tsx";
import { news } from "./services.ts";

const PAGE = 20;

/** Published takes, the newest first. */
export function TakeList() {
  const offset = useSignal(0);
  const asked = useAsked(
    (signal) => news.listEditorialTakes({ limit: PAGE, offset: offset.value }, { signal }),
    [offset.value],
  );
  return (
    <Shown asked={asked} what="the takes">
      {({ takes, totalCount }) =>
        totalCount === 0 ? (
          <p class="empty">No take is published.</p>
        ) : (
          <>
            <ol class="articles">
              {takes.map((take) => (
                <li key={take.id}>
                  <p class="article-facts">
                    {take.stockCode !== "" && (
                      <a href={`/stocks/${encodeURIComponent(take.stockCode)}`}>{take.stockCode}</a>
                    )}
                    <span>{formatDay(dateOf(take.publishedAt))}</span>
                    {take.byline !== "" && <Words>{take.byline}</Words>}
                    <span>{formatCount(take.wordCount)} words</span>
                  </p>
                  <h3>
                    <a href={`/blog/${encodeURIComponent(take.slug)}`}>
                      <Words>{take.headline || "No headline"}</Words>
                    </a>
                  </h3>
                  {take.standfirst !== "" && (
                    <p class="article-summary">
                      <Words>{take.standfirst}</Words>
                    </p>
                  )}
                </li>
              ))}
            </ol>
            <Pager
              offset={offset}
              page={PAGE}
              shown={takes.length}
              total={totalCount}
              words={["newer", "older"]}
            />
          </>
        )
      }
    </Shown>
  );
}
