import { NewsService } from "terrace/client";
import { Shown, useAsked } from "../../data/ask.tsx";
import { terrace } from "../../data/terrace.ts";
import { Articles } from "../../parts/articles.tsx";
import { formatCount } from "../../parts/format.ts";

const news = terrace.service(NewsService);

/** The newest articles about a company. */
export function StockNews({ code }: { code: string }) {
  const asked = useAsked((signal) => news.getStockNews({ stockCode: code, limit: 8 }, { signal }), [code]);
  return (
    <section class="card wide">
      <h2>News</h2>
      <Shown asked={asked} what="the news" none="No article about this company is held.">
        {({ articles, totalCount }) => (
          <>
            <Articles articles={articles} news={news} none="No article about this company is held." />
            {totalCount > articles.length && (
              <p class="chart-note">
                {formatCount(articles.length)} of {formatCount(totalCount)} stories, the newest first.
              </p>
            )}
          </>
        )}
      </Shown>
    </section>
  );
}
