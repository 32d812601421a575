import { fromBinary } from "@bufbuild/protobuf";
import type { SnapshotView } from "../../engine/view.ts";
import { type NewsArticle, NewsArticleSchema } from "../../gen/shorts/v1alpha1/news_pb.ts";
import { quoted } from "../../rpc/request-rules.ts";
import { TerraceError } from "../../runtime/errors.ts";
import { sourcesOfTables } from "../../snapshot/manifest/metric-sources.ts";
import type { OpenExport } from "../export.ts";
import { exportColumns } from "../export-columns.ts";
import { oneOf, wholeNumber } from "../export-rules.ts";
import { messageBatches, messageCells } from "../message-export.ts";
import { stockNews } from "./queries/news-lists.ts";

/** Articles of a piece. */
const PIECE = 256;

/** How a story was gathered, which articles on their own do not tell. */
const GATHERED = ["syndication_count", "syndicated_sources"];
const STORY_COLUMNS = exportColumns(NewsArticleSchema);
const ARTICLE_COLUMNS = exportColumns(NewsArticleSchema, {}, GATHERED);
const SENTIMENTS = ["", "positive", "negative", "neutral"];

/** The stories of a stock, as GetStockNews lists them. */
export const stockNewsFile: OpenExport = (view, { key, parameters }) => {
  const stockCode = key.trim().toUpperCase();
  if (!/^[A-Z0-9]{3,6}$/.test(stockCode)) {
    throw new TerraceError("not_found", `stock: ${quoted(key)} is not a code of 3 to 6 letters and digits`);
  }
  const { page, places } = stockNews(view, {
    stockCode,
    limit: limitOf(parameters),
    source: (parameters.get("source") ?? "").trim().toLowerCase(),
    sentiment: oneOf(parameters.get("sentiment"), SENTIMENTS, "sentiment"),
  });
  const stories = (from: number) =>
    places.slice(from, from + PIECE).map((place) => fromBinary(NewsArticleSchema, page!.binary(place)));
  return {
    title: `News of ${stockCode}`,
    name: `news-${stockCode}`,
    columns: STORY_COLUMNS,
    sources: sourcesOfTables(["news_articles"], view.manifest.sources),
    rowCount: places.length,
    batches: (stop) =>
      messageBatches(
        piecesOf(places.length, stories),
        places.length,
        (some) => messageCells(some, STORY_COLUMNS),
        stop,
      ),
  };
};

/** Every article by its number, which is its place from the newest. */
export const newsFile: OpenExport = (view, { parameters }) => {
  const count = Math.min(limitOf(parameters), view.pages.count("news_articles"));
  return {
    title: "News articles",
    name: "news",
    columns: ARTICLE_COLUMNS,
    sources: sourcesOfTables(["news_articles"], view.manifest.sources),
    rowCount: count,
    batches: (stop) =>
      messageBatches(
        piecesOf(count, (from) => articlesFrom(view, from)),
        count,
        (some) => messageCells(some, ARTICLE_COLUMNS),
        stop,
      ),
  };
};

function articlesFrom(view: SnapshotView, from: number): NewsArticle[] {
  const articles: NewsArticle[] = [];
  for (let number = from; number < from + PIECE; number++) {
    const page = view.pages.find("news_articles", String(number));
    if (page === undefined) break;
    articles.push(fromBinary(NewsArticleSchema, page.binary(0)));
  }
  return articles;
}

function* piecesOf<M>(count: number, read: (from: number) => readonly M[]): Generator<readonly M[]> {
  for (let from = 0; from < count; from += PIECE) yield read(from);
}

function limitOf(parameters: ReadonlyMap<string, string>): number {
  const most = Number.MAX_SAFE_INTEGER;
  return wholeNumber(parameters.get("limit"), { field: "limit", fallback: most, most });
}
