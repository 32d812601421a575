import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  type GetWeeklyReportResponse,
  GetWeeklyReportResponseSchema,
  type ReportCitationSchema,
  ReportIndustrySchema,
  ReportListItemSchema,
  ReportMarketStatsSchema,
  type ReportMover,
  ReportMoverSchema,
  type ReportNarrativeSchema,
  type ReportQuestionSchema,
  ReportStockSchema,
  ReportTrendInsightSchema,
} from "../../../gen/shorts/v1alpha1/reports_pb.ts";
import type { PageElement } from "../../../snapshot/pages/page-format.ts";
import { encodeElement, messagePage, type PageContext, pageSet } from "../../../snapshot/pages/page-set.ts";
import { rowGroups } from "../../../snapshot/pages/row-groups.ts";
import { type Row, rowMessages } from "../../../snapshot/pages/row-message.ts";

export interface ReportFigures {
  readonly report_type: string;
  readonly slug: string;
  /** YYYY-MM-DD. */
  readonly report_date: string;
  readonly previous_date: string;
  readonly total_stocks_shorted: number;
  readonly avg_short_pct: number;
  readonly median_short_pct: number;
  readonly max_short_pct: number;
  readonly max_short_code: string;
  readonly wow_avg_change: number;
  readonly stocks_above_10pct: number;
  readonly stocks_above_5pct: number;
  readonly riser_count: number;
  readonly faller_count: number;
}

type ReportLists = Readonly<
  Pick<GetWeeklyReportResponse, "topShorted" | "risers" | "fallers" | "industryBreakdown">
>;

const percent = (value: number) => `${value.toFixed(2)} %`;
const points = (value: number) => `${Math.abs(value).toFixed(2)} percentage points`;
const stocks = (count: number) => (count === 1 ? "1 stock" : `${count.toLocaleString("en-AU")} stocks`);
const were = (count: number) => `${stocks(count)} ${count === 1 ? "was" : "were"}`;
const named = ({ code, name }: { code: string; name: string }) =>
  name === code ? code : `${name} (${code})`;

/** Created once: it takes as long as formatting hundreds of names. */
let monthNames: Intl.DateTimeFormat | undefined;

/** Such as `week 44 of 2026`, `October 2026`, `2026`. */
function periodName({ report_type, slug }: ReportFigures): string {
  if (report_type === "weekly") return `week ${Number(slug.slice(6))} of ${slug.slice(0, 4)}`;
  if (report_type === "yearly") return slug;
  monthNames ??= new Intl.DateTimeFormat("en-AU", { month: "long", timeZone: "UTC" });
  return `${monthNames.format(new Date(`${slug}-01T00:00:00Z`))} ${slug.slice(0, 4)}`;
}

export function headlineOf(figures: ReportFigures): string {
  const lead = `${figures.max_short_code} at ${percent(figures.max_short_pct)}`;
  return `Short positions in ${periodName(figures)}: ${stocks(figures.total_stocks_shorted)}, ${lead} the most`;
}

export function summaryOf(figures: ReportFigures): string {
  const { total_stocks_shorted, report_date, avg_short_pct, median_short_pct } = figures;
  return (
    `On ${report_date} ${were(total_stocks_shorted)} sold short, ${percent(avg_short_pct)} of their shares on average ` +
    `and ${percent(median_short_pct)} at the median. ${stocks(figures.riser_count)} rose and ` +
    `${stocks(figures.faller_count)} fell since ${figures.previous_date}.`
  );
}

/** The figures in sentences; an empty list has one too. */
function narrativeOf(
  figures: ReportFigures,
  { topShorted: top, risers, fallers, industryBreakdown: industries }: ReportLists,
): MessageInitShape<typeof ReportNarrativeSchema> {
  const { wow_avg_change: mean } = figures;
  const moved =
    Math.abs(mean) < 0.005
      ? "moved by less than 0.01 percentage points"
      : `${mean > 0 ? "rose" : "fell"} by ${points(mean)}`;
  const entrants = top.filter((stock) => stock.isNewEntrant).map(({ code }) => code);
  return {
    openingHook: `The mean position ${moved} between ${figures.previous_date} and ${figures.report_date}.`,
    topAnalysis:
      top.length === 0
        ? "No stock was sold short."
        : `The largest position is ${named(top[0])} with ${percent(top[0].shortPct)}. ` +
          `${were(figures.stocks_above_10pct)} above 10 % and ${figures.stocks_above_5pct} above 5 %. ` +
          (entrants.length === 0
            ? `No stock is new among the ${top.length} largest.`
            : `New among the ${top.length} largest: ${entrants.join(", ")}.`),
    moversAnalysis: `${moverSentence("rise", risers[0])} ${moverSentence("fall", fallers[0])}`,
    industryAnalysis:
      industries.length === 0
        ? "No stock that was sold short has a known industry."
        : `${industries[0].industry} has the largest mean position: ${percent(industries[0].avgShortPct)} over ` +
          `${stocks(industries[0].stockCount)}.`,
    outlook: `The next report will be compared with ${figures.report_date}.`,
  };
}

function moverSentence(word: "rise" | "fall", mover: ReportMover | undefined): string {
  if (mover === undefined) return `No stock had a ${word}.`;
  const { previousPct, currentPct, change } = mover;
  return `The largest ${word} is ${named(mover)}: ${points(change)}, from ${percent(previousPct)} to ${percent(currentPct)}.`;
}

function questionsOf(
  figures: ReportFigures,
  { topShorted: top }: ReportLists,
): MessageInitShape<typeof ReportQuestionSchema>[] {
  if (top.length === 0) return [];
  const five = top.slice(0, 5).map((stock) => `${stock.code} (${percent(stock.shortPct)})`);
  return [
    {
      question: `Which stocks were shorted most in ${periodName(figures)}?`,
      answer: `On ${figures.report_date}: ${five.join(", ")}.`,
    },
    {
      question: "How many stocks were sold short?",
      answer: `${were(figures.total_stocks_shorted)} on ${figures.report_date}, ${figures.stocks_above_5pct} of them above 5 %.`,
    },
  ];
}

export const REPORTS = `
SELECT * REPLACE (
  strftime(report_date, '%Y-%m-%d') AS report_date, strftime(previous_date, '%Y-%m-%d') AS previous_date
)
FROM serve.reports`;

const LISTED = (table: string, order: string) =>
  `SELECT slug AS page_key, * EXCLUDE (slug) FROM serve.${table} ORDER BY page_key, ${order}`;

const keyColumns = [
  "page_key",
  "direction",
  "rank",
  "place",
  "report_date",
  "previous_date",
  "slug",
  "report_type",
  "quality_score",
];
const stock = rowMessages(ReportStockSchema, { keyColumns });
const mover = rowMessages(ReportMoverSchema, { keyColumns });
const industry = rowMessages(ReportIndustrySchema, { keyColumns });
const trend = rowMessages(ReportTrendInsightSchema, { keyColumns, without: ["financial_signals"] });
const marketStats = rowMessages(ReportMarketStatsSchema, { keyColumns });

/** Every report by its slug, as binary and JSON. */
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

/** Cites the source of short positions on both dates; a withheld source is not named. */
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

/** The most shorted stocks of each report. */
const LEADING = `
SELECT slug, list(code ORDER BY rank) AS codes, list(coalesce(logo_url, '') ORDER BY rank) AS logo_urls
FROM serve.report_stocks
WHERE rank <= 5
GROUP BY slug`;

/** Reports of each type, and all under "", newest first. */
export const REPORT_LIST_PAGES = pageSet({
  name: "report_lists",
  queries: {
    reports: `${REPORTS} LEFT JOIN (${LEADING}) USING (slug) ORDER BY reports.report_date DESC, slug DESC`,
  },
  documents: async function* (results) {
    const lists = new Map<string, PageElement[]>([["", []]]);
    for (const row of await results.rows<Row & ReportFigures>("reports")) {
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
        topCodes: (row.codes as string[] | null) ?? [],
        topLogoUrls: (row.logo_urls as string[] | null) ?? [],
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

/** The largest limit of ListReports. */
export const MAX_REPORTS = 100;
