import { NewsService } from "../../gen/shorts/v1alpha1/news_pb.ts";
import { ReportsService } from "../../gen/shorts/v1alpha1/reports_pb.ts";
import { ExplorerService } from "../../gen/terrace/v1/explorer_pb.ts";
import { type Sample, sample } from "../domain.ts";

export const SAMPLES: readonly Sample[] = [
  sample(NewsService.method.getStockNews, { stockCode: "ZAD0", limit: 5 }),
  sample(NewsService.method.getMarketNews, { limit: 5, priceSensitiveOnly: true }),
  sample(NewsService.method.getRelatedNews, { stockCode: "ZAD0" }),
  sample(NewsService.method.getEditorialTake, { slug: "an-example-of-a-take" }),
  sample(NewsService.method.listEditorialTakes, { limit: 5 }),
  sample(ReportsService.method.getWeeklyReport, { weekSlug: "2026-W45" }),
  sample(ReportsService.method.listReports, { reportType: "weekly", limit: 5 }),
  sample(ExplorerService.method.searchNews, { query: "dividend", limit: 5 }),
];
