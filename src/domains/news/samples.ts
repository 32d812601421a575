import { NewsService } from "../../gen/shorts/v1alpha1/news_pb.ts";
import { ReportsService } from "../../gen/shorts/v1alpha1/reports_pb.ts";
import { ExplorerService } from "../../gen/terrace/v1/explorer_pb.ts";
import { reads, type Sample, sample } from "../domain.ts";

const NEWS = reads(["news_articles"]);
const TAKES = reads(["editorial_takes"]);
const POSITIONS = reads(["short_positions"], ["companies"]);

export const SAMPLES: readonly Sample[] = [
  sample(NewsService.method.getStockNews, NEWS, { stockCode: "ZAD0", limit: 5 }),
  sample(NewsService.method.getMarketNews, NEWS, { limit: 5, priceSensitiveOnly: true }),
  sample(NewsService.method.getRelatedNews, NEWS, { stockCode: "ZAD0" }),
  sample(NewsService.method.getEditorialTake, TAKES, { slug: "an-example-of-a-take" }),
  sample(NewsService.method.listEditorialTakes, TAKES, { limit: 5 }),
  sample(ReportsService.method.getWeeklyReport, POSITIONS, { weekSlug: "2026-W45" }),
  sample(ReportsService.method.listReports, POSITIONS, { reportType: "weekly", limit: 5 }),
  sample(ExplorerService.method.searchNews, NEWS, { query: "dividend", limit: 5 }),
];
