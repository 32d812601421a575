import { NewsService, ReportsService } from "terrace/client";
import { terrace } from "../../data/terrace.ts";

export const news = terrace.service(NewsService);
export const reports = terrace.service(ReportsService);

export type Report = Awaited<ReturnType<typeof reports.getWeeklyReport>>;
