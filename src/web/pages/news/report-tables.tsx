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

export function LargestPositions({ rows }: { rows: readonly Stock[] }) {
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

export function Movers({ title, rows, none }: { title: string; rows: readonly Mover[]; none: string }) {
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
