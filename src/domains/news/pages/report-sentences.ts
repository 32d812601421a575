import type { MessageInitShape } from "@bufbuild/protobuf";
import type {
  GetWeeklyReportResponse,
  ReportMover,
  ReportNarrativeSchema,
  ReportQuestionSchema,
} from "../../../gen/shorts/v1alpha1/reports_pb.ts";

/** The figures that sentences are made from. */
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

/** The lists of a report that sentences are made from. */
export type ReportLists = Readonly<
  Pick<GetWeeklyReportResponse, "topShorted" | "risers" | "fallers" | "industryBreakdown">
>;

const percent = (value: number) => `${value.toFixed(2)} %`;
const points = (value: number) => `${Math.abs(value).toFixed(2)} percentage points`;
const stocks = (count: number) => (count === 1 ? "1 stock" : `${count.toLocaleString("en-AU")} stocks`);
const were = (count: number) => `${stocks(count)} ${count === 1 ? "was" : "were"}`;
const named = ({ code, name }: { code: string; name: string }) =>
  name === code ? code : `${name} (${code})`;

/** Made once: it takes as long as hundreds of names. */
let monthNames: Intl.DateTimeFormat | undefined;

/** What the period is called: `week 44 of 2026`, `October 2026`, `2026`. */
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

/** The figures in sentences; an empty list has a sentence that says so. */
export function narrativeOf(
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

/** Questions that the figures answer. */
export function questionsOf(
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
