import type { ComponentProps } from "preact";
import { Answer } from "../../data/ask.tsx";
import { reports } from "../../data/services.ts";
import { Rows } from "../../parts/cite.tsx";
import {
  formatCount,
  formatDay,
  formatNumber,
  formatPercent,
  formatPoints,
  formatShare,
} from "../../parts/format.ts";
import { StockLink, StockShare } from "../../parts/links.tsx";
import { OutsideLink } from "../../parts/outside-text.tsx";
import { Security } from "../../parts/public-figures.tsx";
import { type Column, Headline, known, Section } from "../../parts/section.tsx";

type Report = Awaited<ReturnType<typeof reports.getWeeklyReport>>;

export function View({ slug }: { slug: string }) {
  return (
    <article class="page">
      <Answer
        of={reports.getWeeklyReport}
        to={{ weekSlug: slug }}
        what="the report"
        none={`There is no report for the week "${slug}".`}
      >
        {(report) => (
          <>
            <header>
              <h1>{report.headline}</h1>
              <p class="muted">
                <a href="/reports">Reports</a> · {report.weekSlug} · {formatDay(report.previousDate)} to{" "}
                {formatDay(report.reportDate)}
              </p>
            </header>
            <Statistics report={report} />
            <div class="cards">
              <Narrative report={report} />
              <Listed
                title="Largest positions"
                rows={report.topShorted}
                columns={STOCK_COLUMNS}
                none="No securities are sold short."
              />
              <Listed
                title="Risers"
                rows={report.risers}
                columns={MOVER_COLUMNS}
                none="No securities rose."
              />
              <Listed
                title="Fallers"
                rows={report.fallers}
                columns={MOVER_COLUMNS}
                none="No securities fell."
              />
              {report.industryBreakdown.length > 0 && (
                <Listed title="Industries" rows={report.industryBreakdown} columns={INDUSTRY_COLUMNS} />
              )}
              {/* Without prices and announcements it would repeat the other tables. */}
              {report.trendInsights.some(
                (row) => row.weeklyPriceChange !== undefined || row.keyAnnouncements.length > 0,
              ) && (
                <Listed title="Compared with the price" rows={report.trendInsights} columns={TREND_COLUMNS} />
              )}
              <Questions report={report} />
              <Citations report={report} />
            </div>
          </>
        )}
      </Answer>
    </article>
  );
}

function Statistics({ report: { marketStats: stats } }: { report: Report }) {
  if (stats === undefined) return null;
  return (
    <Headline
      figures={[
        ["securities short", formatCount(stats.totalStocksShorted)],
        ["mean", formatPercent(stats.avgShortPct)],
        ["median", formatPercent(stats.medianShortPct)],
        [`largest, ${stats.maxShortCode}`, formatPercent(stats.maxShortPct)],
        ["above 10 %", formatCount(stats.stocksAbove10pct)],
        ["above 5 %", formatCount(stats.stocksAbove5pct)],
        ["rose", formatCount(stats.riserCount)],
        ["fell", formatCount(stats.fallerCount)],
      ]}
    />
  );
}

/** Replaces ISO dates in the server's sentences by formatted ones. */
const datesInWords = (text: string) => text.replaceAll(/\b\d{4}-\d{2}-\d{2}\b/g, formatDay);

function Narrative({ report: { narrative } }: { report: Report }) {
  if (narrative === undefined) return null;
  const { openingHook, topAnalysis, moversAnalysis, industryAnalysis, outlook } = narrative;
  const paragraphs = [openingHook, topAnalysis, moversAnalysis, industryAnalysis, outlook].filter(
    (text) => text !== "",
  );
  return (
    <Section
      title="Summary"
      kind="card wide narrative"
      note="Generated from the figures with fixed templates."
    >
      {paragraphs.map((text) => (
        <p key={text}>{datesInWords(text)}</p>
      ))}
    </Section>
  );
}

function Questions({ report: { faqs } }: { report: Report }) {
  if (faqs.length === 0) return null;
  return (
    <Section title="Questions" kind="card wide">
      {faqs.map(({ question, answer }) => (
        <details key={question}>
          <summary>{datesInWords(question)}</summary>
          <p>{datesInWords(answer)}</p>
        </details>
      ))}
    </Section>
  );
}

function Citations({ report: { citations, qualityScore } }: { report: Report }) {
  return (
    <Section
      title="Sources of the figures"
      kind="card wide"
      note={`${formatShare(qualityScore)} of the securities on the earlier date are also reported on the later one.`}
    >
      <ul class="citations">
        {citations.map(({ id, source, date, url }) => (
          <li key={id}>
            <OutsideLink url={url}>{source}</OutsideLink>, {formatDay(date)}
          </li>
        ))}
      </ul>
    </Section>
  );
}

type Stock = Report["topShorted"][number];
type Mover = Report["risers"][number];
type Industry = Report["industryBreakdown"][number];
type Trend = Report["trendInsights"][number];

const security = ({ code, name }: { code: string; name: string }) => (
  <Security code={code} name={name === code ? "" : name} />
);

const STOCK_COLUMNS: readonly Column<Stock>[] = [
  [
    "Security",
    (stock) => (
      <>
        {security(stock)} {stock.isNewEntrant && <span class="badge">new among the 20</span>}
      </>
    ),
  ],
  ["Short", ({ shortPct }) => formatPercent(shortPct), "number"],
  ["Change, points", ({ wowChange }) => known(wowChange, formatPoints), "number"],
  ["Days to cover", ({ daysToCover }) => known(daysToCover, formatNumber), "number"],
  ["Industry", ({ industry }) => industry || undefined],
  ["Last 12", ({ history }) => <Sparkline values={history} />],
];

const MOVER_COLUMNS: readonly Column<Mover>[] = [
  ["Security", security],
  ["Change, points", ({ change }) => formatPoints(change), "number"],
  [
    "Short, before → now",
    (row) => `${row.previousPct.toFixed(2)} → ${formatPercent(row.currentPct)}`,
    "number",
  ],
  ["z-score", ({ zScore }) => zScore?.toFixed(2), "number"],
  ["Consecutive periods", ({ streakWeeks }) => streakWeeks, "number"],
  ["Last 12", ({ history }) => <Sparkline values={history} />],
];

const INDUSTRY_COLUMNS: readonly Column<Industry>[] = [
  ["Industry", ({ industry }) => industry],
  ["Mean short", ({ avgShortPct }) => formatPercent(avgShortPct), "number"],
  ["Change, points", ({ wowChange }) => known(wowChange, formatPoints), "number"],
  ["Securities", ({ stockCount }) => stockCount, "number"],
  ["Largest", (row) => <StockShare code={row.topStockCode} percent={row.topStockPct} />, "number"],
];

const TREND_COLUMNS: readonly Column<Trend>[] = [
  ["Security", StockLink],
  ["Shorts, points", ({ shortChange }) => formatPoints(shortChange), "number"],
  ["Price", (row) => known(row.weeklyPriceChange, (value) => `${formatPoints(value)} %`), "number"],
  ["Both", ({ compositeSignal }) => compositeSignal || undefined],
  [
    "Announced between the dates",
    ({ keyAnnouncements }) =>
      keyAnnouncements.length === 0
        ? undefined
        : keyAnnouncements.map((headline, i) => (
            <div key={i}>
              <bdi>{headline}</bdi>
            </div>
          )),
  ],
];

function Listed<Row>({ title, ...table }: ComponentProps<typeof Rows<Row>> & { title: string }) {
  return (
    <Section title={title} kind="card wide report-table">
      <Rows {...table} />
    </Section>
  );
}

const WIDTH = 90;
const HEIGHT = 22;
const EDGE = 2;

function Sparkline({ values }: { values: readonly number[] }) {
  if (values.length < 2) return <span class="is-unknown">one period</span>;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const points = values.map((value, i) => {
    const x = EDGE + ((WIDTH - 2 * EDGE) * i) / (values.length - 1);
    const share = high === low ? 0.5 : (value - low) / (high - low);
    return `${x.toFixed(1)},${(HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * share).toFixed(1)}`;
  });
  return (
    <svg
      class="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={`${values.length} periods, from ${formatNumber(values[0])} to ${formatNumber(values.at(-1)!)} %`}
    >
      <polyline points={points.join(" ")} />
    </svg>
  );
}
