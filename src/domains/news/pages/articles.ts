import { NewsArticleSchema } from "../../../gen/shorts/v1alpha1/news_pb.ts";
import { rowEncoder } from "../../../snapshot/pages/encode-message.ts";
import type { PageElement } from "../../../snapshot/pages/page-format.ts";
import { jsonElement, pageSet } from "../../../snapshot/pages/page-set.ts";
import { keyedRows } from "../../../snapshot/pages/row-groups.ts";
import type { Row } from "../../../snapshot/pages/row-message.ts";
import { nearestArticles } from "./nearest-articles.ts";

/** The largest limit of GetMarketNews. */
export const MAX_MARKET_NEWS = 200;

const encode = rowEncoder(NewsArticleSchema, { keyColumns: ["number", "is_primary"] });

const ALONE = `
SELECT * EXCLUDE (cluster_id) REPLACE (1 AS syndication_count, []::VARCHAR[] AS syndicated_sources)
FROM serve.news_articles
ORDER BY number`;

const PRIMARIES = (order: string) => `
SELECT * EXCLUDE (cluster_id)
FROM serve.news_articles
WHERE is_primary
ORDER BY ${order}`;

/**
 * Every article by its number. Element 0 is the article without its cluster; element 1 has the numbers of its
 * nearest primaries as uint32, nearest first.
 */
export const ARTICLE_PAGES = pageSet({
  name: "news_articles",
  queries: { alone: ALONE },
  documents: async function* (results) {
    const articles = await results.rows<Row>("alone");
    const nearest = nearestArticles(
      articles.map((row) => ({
        headline: row.headline as string,
        summary: row.summary as string | null,
        isPrimary: row.is_primary as boolean,
      })),
    );
    for (const [place, row] of articles.entries()) {
      const neighbours = Buffer.from(Uint32Array.from(nearest(place)).buffer);
      yield {
        key: String(place),
        elements: [{ binary: encode(row) }, { binary: neighbours }],
      };
    }
  },
});

/** The number of an article, as a decimal string, by its id. */
export const ARTICLE_NUMBER_PAGES = pageSet({
  name: "news_numbers",
  queries: { numbers: "SELECT id, number FROM serve.news_articles ORDER BY number" },
  documents: async function* (results) {
    for await (const rows of results.stretches<{ id: string; number: number }>("numbers")) {
      for (const { id, number } of rows)
        yield { key: id, elements: [{ binary: Buffer.from(String(number)) }] };
    }
  },
});

/** Filter values of a stock's articles, in their order. */
export interface StockNewsFacets {
  /** Number of the newest article. */
  readonly newest: number;
  readonly sources: readonly string[];
  /** "" for null. */
  readonly sentiments: readonly string[];
}

/** The primaries of each stock, newest first, after their facets in element 0. */
export const STOCK_NEWS_PAGES = pageSet({
  name: "stock_news",
  queries: { primaries: PRIMARIES("stock_code, number") },
  documents: async function* (results) {
    const primaries = results.stretches<Row>("primaries");
    for await (const [key, own] of keyedRows(primaries, ({ stock_code }) => stock_code as string)) {
      const facets: StockNewsFacets = {
        newest: own[0].number as number,
        sources: own.map(({ source }) => source as string),
        sentiments: own.map(({ sentiment }) => (sentiment as string | null) ?? ""),
      };
      yield { key, elements: [jsonElement(facets), ...own.map((row) => ({ binary: encode(row) }))] };
    }
  },
});

/** The page key of a list of market news; "" means every outlet or every sentiment. */
export function marketNewsKey(list: {
  readonly source: string;
  readonly sentiment: string;
  readonly priceSensitiveOnly: boolean;
}): string {
  const kind = list.priceSensitiveOnly ? "sensitive" : "all";
  return `${kind}${list.sentiment === "" ? "" : `-${list.sentiment}`} ${list.source}`;
}

function listsOf({ source, sentiment, is_price_sensitive }: Row): string[] {
  const kinds = is_price_sensitive ? [false, true] : [false];
  const sources = ["", source as string];
  const sentiments = sentiment === null ? [""] : ["", sentiment as string];
  return kinds.flatMap((priceSensitiveOnly) =>
    sources.flatMap((one) =>
      sentiments.map((other) => marketNewsKey({ source: one, sentiment: other, priceSensitiveOnly })),
    ),
  );
}

/** The newest primaries by outlet, sentiment and price sensitivity. Element 0 is the total as a string. */
export const MARKET_NEWS_PAGES = pageSet({
  name: "market_news",
  queries: { primaries: PRIMARIES("number") },
  documents: async function* (results) {
    const lists = new Map<string, { total: number; elements: PageElement[] }>();
    for await (const rows of results.stretches<Row>("primaries")) {
      for (const row of rows) {
        let element: PageElement | undefined;
        for (const key of listsOf(row)) {
          const list = lists.get(key) ?? { total: 0, elements: [] };
          lists.set(key, list);
          if (list.total++ >= MAX_MARKET_NEWS) continue;
          element ??= { binary: encode(row) };
          list.elements.push(element);
        }
      }
    }
    for (const [key, { total, elements }] of lists) {
      yield { key, elements: [{ binary: Buffer.from(String(total)) }, ...elements] };
    }
  },
});
