import { formatNumber, formatPercent as percent, formatPoints as points } from "../../parts/format.ts";
import { Words } from "../../parts/outside-text.tsx";
import { type Column, Rows } from "../../parts/rows.tsx";
import type { Report } from "./services.ts";
import { Sparkline } from "./sparkline.tsx";

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
  {
    title: "Security",
    cell: (stock) => (
      <>
        {security(stock)} {stock.isNewEntrant && <span class="badge">new among the 20</span>}
      </>
    ),
  },
  { title: "Short", isNumber: true, cell: ({ shortPct }) => percent(shortPct) },
  {
    title: "Change, points",
    isNumber: true,
    cell: ({ wowChange }) => known(wowChange, points),
    has: ({ wowChange }) => wowChange !== undefined,
  },
  {
    title: "Days to cover",
    isNumber: true,
    cell: ({ daysToCover }) => known(daysToCover, formatNumber),
    has: ({ daysToCover }) => daysToCover !== undefined,
  },
  {
    title: "Industry",
    cell: ({ industry }) => industry || unknown,
    has: ({ industry }) => industry !== "",
  },
  { title: "Last 12", cell: ({ history }) => <Sparkline values={history} /> },
];

export function LargestPositions({ rows }: { rows: readonly Stock[] }) {
  return (
    <section class="card wide report-table">
      <h2>Largest positions</h2>
      <Rows rows={rows} columns={STOCK_COLUMNS} keyOf={({ code }) => code} none="No security is short." />
    </section>
  );
}

const MOVER_COLUMNS: readonly Column<Mover>[] = [
  { title: "Security", cell: security },
  { title: "Change, points", isNumber: true, cell: ({ change }) => points(change) },
  {
    title: "Short, before → now",
    isNumber: true,
    cell: ({ previousPct, currentPct }) => `${previousPct.toFixed(2)} → ${percent(currentPct)}`,
  },
  {
    title: "z-score",
    isNumber: true,
    cell: ({ zScore }) => known(zScore, (value) => value.toFixed(2)),
    has: ({ zScore }) => zScore !== undefined,
  },
  { title: "Periods in a row", isNumber: true, cell: ({ streakWeeks }) => streakWeeks },
  { title: "Last 12", cell: ({ history }) => <Sparkline values={history} /> },
];

export function Movers({ title, rows, none }: { title: string; rows: readonly Mover[]; none: string }) {
  return (
    <section class="card wide report-table">
      <h2>{title}</h2>
      <Rows rows={rows} columns={MOVER_COLUMNS} keyOf={({ code }) => code} none={none} />
    </section>
  );
}

const INDUSTRY_COLUMNS: readonly Column<Industry>[] = [
  { title: "Industry", cell: ({ industry }) => industry },
  { title: "Mean short", isNumber: true, cell: ({ avgShortPct }) => percent(avgShortPct) },
  { title: "Change, points", isNumber: true, cell: ({ wowChange }) => known(wowChange, points) },
  { title: "Securities", isNumber: true, cell: ({ stockCount }) => stockCount },
  {
    title: "Largest",
    isNumber: true,
    cell: ({ topStockCode, topStockPct }) => (
      <>
        <a href={`/stocks/${topStockCode}`}>{topStockCode}</a> {percent(topStockPct)}
      </>
    ),
  },
];

export function Industries({ rows }: { rows: readonly Industry[] }) {
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
  { title: "Security", cell: ({ code }) => <a href={`/stocks/${code}`}>{code}</a> },
  { title: "Shorts, points", isNumber: true, cell: ({ shortChange }) => points(shortChange) },
  {
    title: "Price",
    isNumber: true,
    cell: ({ weeklyPriceChange }) => known(weeklyPriceChange, (value) => `${points(value)} %`),
    has: ({ weeklyPriceChange }) => weeklyPriceChange !== undefined,
  },
  {
    title: "Both",
    cell: ({ compositeSignal }) => compositeSignal || unknown,
    has: ({ compositeSignal }) => compositeSignal !== "",
  },
  {
    title: "Announced between the dates",
    cell: ({ keyAnnouncements }) =>
      keyAnnouncements.map((headline, i) => (
        <div key={i}>
          <Words>{headline}</Words>
        </div>
      )),
    has: ({ keyAnnouncements }) => keyAnnouncements.length > 0,
  },
];

export function Trends({ rows }: { rows: readonly Trend[] }) {
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
