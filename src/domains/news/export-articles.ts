import { fromBinary } from "@bufbuild/protobuf";
import type { SnapshotView } from "../../engine/view.ts";
import { type NewsArticle, NewsArticleSchema } from "../../gen/shorts/v1alpha1/news_pb.ts";
import { quoted } from "../../rpc/request-rules.ts";
import { TerraceError } from "../../runtime/errors.ts";
import { sourcesOfTables } from "../../snapshot/manifest/metric-sources.ts";
import type { ExportTable, OpenExport } from "../export.ts";
import { exportColumns } from "../export-columns.ts";
import { limitOf, oneOf } from "../export-rules.ts";
import { messageBatches, messageCells } from "../message-export.ts";
import { articlePage, stockNews } from "./queries/news-lists.ts";

const BATCH_ARTICLES = 256;

/** Columns of stories that single articles lack. */
const STORY_ONLY = ["syndication_count", "syndicated_sources"];
const STORY_COLUMNS = exportColumns(NewsArticleSchema);
const ARTICLE_COLUMNS = exportColumns(NewsArticleSchema, {}, STORY_ONLY);
const SENTIMENTS = ["", "positive", "negative", "neutral"];

/** The stories of a stock, in the order of GetStockNews. */
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
  const named = { title: `News of ${stockCode}`, name: `news-${stockCode}`, columns: STORY_COLUMNS };
  return articlesFile(view, named, places.length, (i) => page!.binary(places[i]));
};

/** All articles by number, that is newest first. */
export const newsFile: OpenExport = (view, { parameters }) => {
  const count = Math.min(limitOf(parameters), view.pages.count("news_articles"));
  const named = { title: "News articles", name: "news", columns: ARTICLE_COLUMNS };
  return articlesFile(view, named, count, (i) => articlePage(view, i).binary(0));
};

function articlesFile(
  view: SnapshotView,
  named: Pick<ExportTable, "title" | "name" | "columns">,
  rowCount: number,
  binaryAt: (i: number) => Uint8Array,
): ExportTable {
  function* pieces(): Generator<NewsArticle[]> {
    for (let from = 0; from < rowCount; from += BATCH_ARTICLES) {
      const length = Math.min(BATCH_ARTICLES, rowCount - from);
      yield Array.from({ length }, (_, i) => fromBinary(NewsArticleSchema, binaryAt(from + i)));
    }
  }
  return {
    ...named,
    sources: sourcesOfTables(["news_articles"], view.manifest.sources),
    rowCount,
    batches: (stop) => messageBatches(pieces(), rowCount, (some) => messageCells(some, named.columns), stop),
  };
}
