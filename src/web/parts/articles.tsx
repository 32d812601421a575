import type { ComponentChildren } from "preact";
import { Answer } from "../data/ask.tsx";
import { news } from "../data/services.ts";
import { Unfolded } from "./controls.tsx";
import { formatCount, formatMinute } from "./format.ts";
import { StockLink } from "./links.tsx";
import { OutsideLink } from "./outside-text.tsx";

type Article = Awaited<ReturnType<typeof news.getMarketNews>>["articles"][number];

interface ArticlesProps {
  readonly articles: readonly Article[];
  readonly none?: string;
  readonly headlineOf?: (article: Article) => ComponentChildren;
}

/** List of articles; `headlineOf` may highlight matches in a headline. */
export function Articles({ articles, none = "", headlineOf = ({ headline }) => headline }: ArticlesProps) {
  if (articles.length === 0) return <p class="empty">{none}</p>;
  return (
    <ol class="articles">
      {articles.map((article) => (
        <li key={article.id}>
          <p class="article-facts">
            <StockLink code={article.stockCode} />
            <span>{formatMinute(article.publishedAt)}</span>
            <bdi>{article.source}</bdi>
            {article.isPriceSensitive && <span class="badge">price sensitive</span>}
            {article.sentiment !== "" && <span class="badge">{article.sentiment}</span>}
          </p>
          <h3>
            <OutsideLink url={article.url}>{headlineOf(article) || "No headline"}</OutsideLink>
          </h3>
          {article.summary !== "" && (
            <p class="article-summary">
              <bdi>{article.summary}</bdi>
            </p>
          )}
          <Story article={article} />
          <Unfolded title="Similar articles">{() => <RelatedList article={article} />}</Unfolded>
        </li>
      ))}
    </ol>
  );
}

function Story({ article: { syndicationCount, syndicatedSources, tags } }: { article: Article }) {
  return (
    <>
      {syndicationCount > 1 && (
        <p class="small article-story">
          {formatCount(syndicationCount)} outlets ran this story; the others are{" "}
          {syndicatedSources.map((source, i) => (
            <>
              {i > 0 && ", "}
              <bdi>{source}</bdi>
            </>
          ))}
        </p>
      )}
      {tags.length > 0 && (
        <ul class="tags" aria-label="Subjects">
          {tags.map((tag) => (
            <li key={tag}>
              <bdi>{tag}</bdi>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function RelatedList({ article: { id, stockCode } }: { article: Article }) {
  const request = { stockCode, articleId: id, limit: 5 };
  return (
    <Answer of={news.getRelatedNews} to={request} what="articles">
      {({ articles }) =>
        articles.length === 0 ? (
          <p class="muted small">No similar articles.</p>
        ) : (
          <ul class="related">
            {articles.map((near) => (
              <li key={near.id}>
                <StockLink code={near.stockCode} />{" "}
                <OutsideLink url={near.url}>{near.headline || "No headline"}</OutsideLink>{" "}
                <span class="muted small">
                  <bdi>{near.source}</bdi>, {formatMinute(near.publishedAt)}
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </Answer>
  );
}
