import { Shown, useAsked } from "../../data/ask.tsx";
import {
  formatCount,
  formatIsoDay,
  formatNumber,
  formatPercent,
  formatShare,
  formatPercent as percent,
  formatPoints as points,
} from "../../parts/format.ts";
import { OutsideLink, Words } from "../../parts/outside-text.tsx";
import { type Column, Rows } from "../../parts/rows.tsx";
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

type Stock = Report["topShorted"][number];
type Mover = Report["risers"][number];
type Industry = Report["industryBreakdown"][number];
type Trend = Report["trendInsights"][number];

const unknown = <span class="is-unknown">no data</span>;
const known = (value: number | undefined, write: (value: number) => string) =>
  value === undefined ? unknown : write(value);
const security = ({ code, name }: { code: string; name: string }) => (
  <a href={`/stocks/${code}`}>
    <strong>{code}</strong> {name === code ? "" : name}
  </a>
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
  ["Short", ({ shortPct }) => percent(shortPct), "number"],
  [
    "Change, points",
    ({ wowChange }) => known(wowChange, points),
    "number",
    ({ wowChange }) => wowChange !== undefined,
  ],
  [
    "Days to cover",
    ({ daysToCover }) => known(daysToCover, formatNumber),
    "number",
    ({ daysToCover }) => daysToCover !== undefined,
  ],
  ["Industry", ({ industry }) => industry || unknown, "", ({ industry }) => industry !== ""],
  ["Last 12", ({ history }) => <Sparkline values={history} />],
];

function LargestPositions({ rows }: { rows: readonly Stock[] }) {
  return (
    <section class="card wide report-table">
      <h2>Largest positions</h2>
      <Rows rows={rows} columns={STOCK_COLUMNS} keyOf={({ code }) => code} none="No security is short." />
    </section>
  );
}

const MOVER_COLUMNS: readonly Column<Mover>[] = [
  ["Security", security],
  ["Change, points", ({ change }) => points(change), "number"],
  [
    "Short, before → now",
    ({ previousPct, currentPct }) => `${previousPct.toFixed(2)} → ${percent(currentPct)}`,
    "number",
  ],
  [
    "z-score",
    ({ zScore }) => known(zScore, (value) => value.toFixed(2)),
    "number",
    ({ zScore }) => zScore !== undefined,
  ],
  ["Periods in a row", ({ streakWeeks }) => streakWeeks, "number"],
  ["Last 12", ({ history }) => <Sparkline values={history} />],
];

function Movers({ title, rows, none }: { title: string; rows: readonly Mover[]; none: string }) {
  return (
    <section class="card wide report-table">
      <h2>{title}</h2>
      <Rows rows={rows} columns={MOVER_COLUMNS} keyOf={({ code }) => code} none={none} />
    </section>
  );
}

const INDUSTRY_COLUMNS: readonly Column<Industry>[] = [
  ["Industry", ({ industry }) => industry],
  ["Mean short", ({ avgShortPct }) => percent(avgShortPct), "number"],
  ["Change, points", ({ wowChange }) => known(wowChange, points), "number"],
  ["Securities", ({ stockCount }) => stockCount, "number"],
  [
    "Largest",
    ({ topStockCode, topStockPct }) => (
      <>
        <a href={`/stocks/${topStockCode}`}>{topStockCode}</a> {percent(topStockPct)}
      </>
    ),
    "number",
  ],
];

function Industries({ rows }: { rows: readonly Industry[] }) {
  if (rows.length === 0) return null;
  return (
    <section class="card wide report-table">
      <h2>Industries</h2>
      <Rows
        rows={rows}
        columns={INDUSTRY_COLUMNS}
        keyOf={({ industry }) => industry}
        none="No industry is known."
      />
    </section>
  );
}

const TREND_COLUMNS: readonly Column<Trend>[] = [
  ["Security", ({ code }) => <a href={`/stocks/${code}`}>{code}</a>],
  ["Shorts, points", ({ shortChange }) => points(shortChange), "number"],
  [
    "Price",
    ({ weeklyPriceChange }) => known(weeklyPriceChange, (value) => `${points(value)} %`),
    "number",
    ({ weeklyPriceChange }) => weeklyPriceChange !== undefined,
  ],
  [
    "Both",
    ({ compositeSignal }) => compositeSignal || unknown,
    "",
    ({ compositeSignal }) => compositeSignal !== "",
  ],
  [
    "Announced between the dates",
    ({ keyAnnouncements }) =>
      keyAnnouncements.map((headline, i) => (
        <div key={i}>
          <Words>{headline}</Words>
        </div>
      )),
    "",
    ({ keyAnnouncements }) => keyAnnouncements.length > 0,
  ],
];

function Trends({ rows }: { rows: readonly Trend[] }) {
  // Without prices and announcements the changes are those of the other tables.
  if (!rows.some((row) => row.weeklyPriceChange !== undefined || row.keyAnnouncements.length > 0))
    return null;
  return (
    <section class="card wide report-table">
      <h2>Next to the price</h2>
      <Rows
        rows={rows}
        columns={TREND_COLUMNS}
        keyOf={({ code, direction }) => `${code} ${direction}`}
        none="No change to put next to a price."
      />
    </section>
  );
}

const WIDTH = 90;
const HEIGHT = 22;
const EDGE = 2;

/** A few values as a line; its name tells the first and the last. */
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
