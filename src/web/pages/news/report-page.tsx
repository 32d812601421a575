import { Shown, useAsked } from "../../data/ask.tsx";
import { formatCount, formatIsoDay, formatPercent, formatShare } from "../../parts/format.ts";
import { OutsideLink } from "../../parts/outside-text.tsx";
import { Industries, LargestPositions, Movers, Trends } from "./report-tables.tsx";
import { type Report, reports } from "./services.ts";

/** One report: the figures, the same in sentences, and the dates that they come from. */
export function ReportPage({ slug }: { slug: string }) {
  const asked = useAsked((signal) => reports.getWeeklyReport({ weekSlug: slug }, { signal }), [slug]);
  return (
    <article class="page">
      <Shown asked={asked} what="the report" none={`No report of the week "${slug}" is held.`}>
        {(report) => (
          <>
            <header>
              <h1>{report.headline}</h1>
              <p class="muted">
                <a href="/reports">Reports</a> · {report.weekSlug} · {formatIsoDay(report.previousDate)} to{" "}
                {formatIsoDay(report.reportDate)}
              </p>
            </header>
            <Statistics report={report} />
            <div class="cards">
              <Narrative report={report} />
              <LargestPositions rows={report.topShorted} />
              <Movers title="Risers" rows={report.risers} none="No security rose." />
              <Movers title="Fallers" rows={report.fallers} none="No security fell." />
              <Industries rows={report.industryBreakdown} />
              <Trends rows={report.trendInsights} />
              <Questions report={report} />
              <Citations report={report} />
            </div>
          </>
        )}
      </Shown>
    </article>
  );
}

function Statistics({ report: { marketStats: stats } }: { report: Report }) {
  if (stats === undefined) return null;
  const figures: readonly [string, string][] = [
    ["securities short", formatCount(stats.totalStocksShorted)],
    ["mean", formatPercent(stats.avgShortPct)],
    ["median", formatPercent(stats.medianShortPct)],
    [`largest, ${stats.maxShortCode}`, formatPercent(stats.maxShortPct)],
    ["above 10 %", formatCount(stats.stocksAbove10pct)],
    ["above 5 %", formatCount(stats.stocksAbove5pct)],
    ["rose", formatCount(stats.riserCount)],
    ["fell", formatCount(stats.fallerCount)],
  ];
  return (
    <div class="headline">
      {figures.map(([label, value]) => (
        <div key={label}>
          <div class="muted small">{label}</div>
          <div class="value">{value}</div>
        </div>
      ))}
    </div>
  );
}

/** Sentences of the server have dates as its other answers do. */
const datesInWords = (text: string) => text.replaceAll(/\b\d{4}-\d{2}-\d{2}\b/g, formatIsoDay);

function Narrative({ report: { narrative } }: { report: Report }) {
  if (narrative === undefined) return null;
  const { openingHook, topAnalysis, moversAnalysis, industryAnalysis, outlook } = narrative;
  const told = [openingHook, topAnalysis, moversAnalysis, industryAnalysis, outlook].filter(
    (text) => text !== "",
  );
  return (
    <section class="card wide narrative">
      <h2>In sentences</h2>
      {told.map((text) => (
        <p key={text}>{datesInWords(text)}</p>
      ))}
      <p class="chart-note">
        Made from the figures by fixed forms; they say nothing that the figures do not.
      </p>
    </section>
  );
}

function Questions({ report: { faqs } }: { report: Report }) {
  if (faqs.length === 0) return null;
  return (
    <section class="card wide">
      <h2>Questions</h2>
      {faqs.map(({ question, answer }) => (
        <details key={question}>
          <summary>{datesInWords(question)}</summary>
          <p>{datesInWords(answer)}</p>
        </details>
      ))}
    </section>
  );
}

function Citations({ report: { citations, qualityScore } }: { report: Report }) {
  return (
    <section class="card wide">
      <h2>Where the figures come from</h2>
      <ul class="citations">
        {citations.map(({ id, source, date, url }) => (
          <li key={id}>
            <OutsideLink url={url}>{source}</OutsideLink>, {formatIsoDay(date)}
          </li>
        ))}
      </ul>
      <p class="chart-note">
        {formatShare(qualityScore)} of the securities of the earlier date are reported on the later one too.
      </p>
    </section>
  );
}
