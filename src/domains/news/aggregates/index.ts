import type { Aggregate } from "../../../snapshot/tables/aggregate.ts";
import { EDITORIAL_TAKE_TABLE } from "./editorial-takes.ts";
import { NEWS_ARTICLE_TABLE } from "./news-articles.ts";
import { REPORT_CHANGES } from "./reports/report-changes.ts";
import { REPORT_PERIODS } from "./reports/report-periods.ts";
import { REPORT_TABLES } from "./reports/report-tables.ts";
import { REPORT_TRENDS } from "./reports/report-trends.ts";

/** In order: reports name announcements, which are articles. */
export const NEWS_AGGREGATES: readonly Aggregate[] = [
  NEWS_ARTICLE_TABLE,
  EDITORIAL_TAKE_TABLE,
  REPORT_PERIODS,
  REPORT_CHANGES,
  REPORT_TABLES,
  REPORT_TRENDS,
];
