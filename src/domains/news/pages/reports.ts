import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  GetWeeklyReportResponseSchema,
  type ReportCitationSchema,
  ReportIndustrySchema,
  ReportListItemSchema,
  ReportMarketStatsSchema,
  ReportMoverSchema,
  ReportStockSchema,
  ReportTrendInsightSchema,
} from "../../../gen/shorts/v1alpha1/reports_pb.ts";
import type { PageElement } from "../../../snapshot/pages/page-format.ts";
import { encodeElement, messagePage, type PageContext, pageSet } from "../../../snapshot/pages/page-set.ts";
import { rowGroups } from "../../../snapshot/pages/row-groups.ts";
import { type Row, rowMessages } from "../../../snapshot/pages/row-message.ts";
import { headlineOf, narrativeOf, questionsOf, type ReportFigures, summaryOf } from "./report-sentences.ts";

/** Reports by their slugs, the dates as text. */
export const REPORTS = `
SELECT
  slug, report_type, strftime(report_date, '%Y-%m-%d') AS report_date,
  strftime(previous_date, '%Y-%m-%d') AS previous_date, quality_score, total_stocks_shorted, avg_short_pct,
  max_short_pct, max_short_code, wow_avg_change, median_short_pct, stocks_above_10pct, stocks_above_5pct, riser_count,
  faller_count
FROM serve.reports`;

const LISTED = (table: string, order: string) =>
  `SELECT slug AS page_key, * EXCLUDE (slug) FROM serve.${table} ORDER BY page_key, ${order}`;

const keyColumns = [
  ...["page_key", "direction", "rank", "place", "report_date", "previous_date"],
  ...["slug", "report_type", "quality_score"],
];
const stock = rowMessages(ReportStockSchema, { keyColumns });
const mover = rowMessages(ReportMoverSchema, { keyColumns });
const industry = rowMessages(ReportIndustrySchema, { keyColumns });
const trend = rowMessages(ReportTrendInsightSchema, { keyColumns, without: ["financial_signals"] });
const marketStats = rowMessages(ReportMarketStatsSchema, { keyColumns });

/** Every report by its slug, in JSON too. */
export const REPORT_PAGES = pageSet({
  name: "reports",
  facts: ["@sources"],
  queries: {
    stocks: LISTED("report_stocks", "rank"),
    movers: LISTED("report_movers", "direction DESC, rank"),
    industries: LISTED("report_industries", "rank"),
    trends: LISTED("report_trends", "place"),
    reports: `${REPORTS} ORDER BY slug`,
  },
  documents: async function* (results, context) {
    const stocks = rowGroups(results.stretches<Row>("stocks"));
    const movers = rowGroups(results.stretches<Row>("movers"));
    const industries = rowGroups(results.stretches<Row>("industries"));
    const trends = rowGroups(results.stretches<Row>("trends"));
    for await (const rows of results.stretches<Row & ReportFigures>("reports")) {
      for (const row of rows) {
        const { slug } = row;
        const moved = await movers.take(slug);
        const [risers, fallers] = ["rising", "falling"].map((way) =>
          moved.filter(({ direction }) => direction === way).map(mover),
        );
        const lists = {
          topShorted: (await stocks.take(slug)).map(stock),
          risers,
          fallers,
          industryBreakdown: (await industries.take(slug)).map(industry),
        };
        yield messagePage(slug, GetWeeklyReportResponseSchema, {
          weekSlug: slug,
          headline: headlineOf(row),
          summary: summaryOf(row),
          reportDate: row.report_date,
          previousDate: row.previous_date,
          narrative: narrativeOf(row, lists),
          ...lists,
          faqs: questionsOf(row, lists),
          qualityScore: row.quality_score as number,
          marketStats: marketStats(row),
          citations: citationsOf(row, context),
          trendInsights: (await trends.take(slug)).map(trend),
        });
      }
    }
  },
});

/** The table of short positions on each of the two dates; a source that may not be named is not. */
function citationsOf(
  { report_date, previous_date }: ReportFigures,
  { sources }: PageContext,
): MessageInitShape<typeof ReportCitationSchema>[] {
  const source = sources.find(({ tables, withheld }) => !withheld && tables.includes("short_positions"));
  const cited = {
    source: source === undefined ? "short positions of the dataset" : `${source.publisher}: ${source.title}`,
    url: source?.url ?? "",
    type: "data",
  };
  return [report_date, previous_date].map((date, i) => ({ id: `ref-${i + 1}`, date, ...cited }));
}

/** Most stocks that a report in a list names. */
const TOP_CODES = 5;

/** Reports of each type, and of all under "", newest first. */
export const REPORT_LIST_PAGES = pageSet({
  name: "report_lists",
  queries: {
    stocks: LISTED("report_stocks", "rank"),
    reports: `${REPORTS} ORDER BY reports.report_date DESC, slug DESC`,
  },
  documents: async function* (results) {
    const top = Map.groupBy(await results.rows<Row>("stocks"), (row) => row.page_key);
    const lists = new Map<string, PageElement[]>([["", []]]);
    for (const row of await results.rows<Row & ReportFigures>("reports")) {
      const leading = (top.get(row.slug) ?? []).slice(0, TOP_CODES);
      const element = encodeElement(ReportListItemSchema, {
        slug: row.slug,
        reportType: row.report_type,
        headline: headlineOf(row),
        summary: summaryOf(row),
        reportDate: row.report_date,
        maxShortPct: row.max_short_pct,
        maxShortCode: row.max_short_code,
        totalStocksShorted: row.total_stocks_shorted,
        qualityScore: row.quality_score as number,
        topCodes: leading.map(({ code }) => code as string),
        topLogoUrls: leading.map(({ logo_url }) => (logo_url as string | null) ?? ""),
      });
      for (const key of ["", row.report_type]) {
        const list = lists.get(key) ?? [];
        lists.set(key, list);
        if (list.length < MAX_REPORTS) list.push(element);
      }
    }
    for (const [key, elements] of lists) yield { key, elements };
  },
});

/** Most reports that a request can ask for. */
export const MAX_REPORTS = 100;
