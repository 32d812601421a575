import { NewsService } from "terrace/client";
import { useAsked } from "../../data/ask.tsx";
import { terrace } from "../../data/terrace.ts";
import { Articles } from "../../parts/articles.tsx";
import { formatCount } from "../../parts/format.ts";
import { HeldCard, type Lacks } from "../../parts/held-card.tsx";

const news = terrace.service(NewsService);

/** The newest articles about a company. */
export function StockNews({ code, lacks }: { code: string; lacks: Lacks }) {
  const asked = useAsked((signal) => news.getStockNews({ stockCode: code, limit: 8 }, { signal }), [code]);
  return (
    <HeldCard
      {...{ asked, lacks }}
      title="News"
      what="the news"
      kind="wide"
      lack={({ articles }) => (articles.length === 0 ? "" : undefined)}
    >
      {({ articles, totalCount }) => (
        <>
          <Articles articles={articles} news={news} none="" />
          {totalCount > articles.length && (
            <p class="chart-note">
              {formatCount(articles.length)} of {formatCount(totalCount)} stories, the newest first.
            </p>
          )}
        </>
      )}
    </HeldCard>
  );
}
