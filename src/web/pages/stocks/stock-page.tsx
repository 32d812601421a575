import { useSignal } from "@preact/signals";
import { alignLines } from "../../charts/align-lines.ts";
import { LineChart } from "../../charts/line-chart.tsx";
import { Shown, useAsked } from "../../data/ask.tsx";
import { secondsOf, secondsOfDay } from "../../data/stamps.ts";
import { formatCount, formatMoney, formatNumber } from "../../parts/format.ts";
import { DirectorTrades, Dividends, Fundamentals, TaxYears } from "./company-tables.tsx";
import { PERIODS, stocks } from "./services.ts";
import { StockNews } from "./stock-news.tsx";
import { Unknown } from "./stocks-page.tsx";

/** Holidays leave out up to five days; more than this is a hole in what was reported. */
const MOST_GAP_DAYS = 10;

/** One security: what is short of it over time, its price, its company. */
export function StockPage({ code }: { code: string }) {
  const asked = useAsked((signal) => stocks.getStock({ productCode: code }, { signal }), [code]);
  return (
    <article class="page">
      <Shown asked={asked} what={code} none={`No security has the code "${code}".`}>
        {(stock) => (
          <>
            <header>
              <h1>
                {stock.productCode} <span class="muted">{stock.name}</span>
              </h1>
              <p class="muted">
                {stock.industry || "industry unknown"} · {stock.securityType} · last report{" "}
                {stock.lastReportedDate || "none"}
              </p>
            </header>
            <div class="headline">
              <Figure label="short">{formatNumber(stock.percentageShorted)} %</Figure>
              <Figure label="shares short">
                {stock.reportedShortPositions > 0 ? formatCount(stock.reportedShortPositions) : <Unknown />}
              </Figure>
              <Figure label="days to cover">
                {stock.daysToCover > 0 ? formatNumber(stock.daysToCover) : <Unknown />}
              </Figure>
              <Figure label="size">
                {stock.marketCap > 0 ? formatMoney(stock.marketCap, true) : <Unknown />}
              </Figure>
              <Figure label={stock.finalCloseDate === "" ? "last price" : `price of ${stock.finalCloseDate}`}>
                {stock.finalClose > 0 ? `$${formatNumber(stock.finalClose)}` : <Unknown />}
              </Figure>
            </div>
            <div class="cards">
              <ShortHistory code={code} />
              <Fundamentals code={code} />
              <Dividends code={code} />
              <DirectorTrades code={code} />
              <TaxYears code={code} />
              <StockNews code={code} />
            </div>
          </>
        )}
      </Shown>
    </article>
  );
}

function Figure({ label, children }: { label: string; children: preact.ComponentChildren }) {
  return (
    <div>
      <div class="muted small">{label}</div>
      <div class="value">{children}</div>
    </div>
  );
}

/** What is thinned has up to twice the usual distance between two points, where nothing is missing. */
function mostGapDays(points: ReadonlyMap<number, number>, isThinned: boolean): number {
  if (!isThinned) return MOST_GAP_DAYS;
  const times = [...points.keys()];
  return Math.max(MOST_GAP_DAYS, (3 * (Math.max(...times) - Math.min(...times))) / 86_400 / times.length);
}

/** Short positions and prices of one window, on two scales. */
function ShortHistory({ code }: { code: string }) {
  const period = useSignal<(typeof PERIODS)[number]>("1Y");
  const asked = useAsked(
    async (signal) => {
      const window = { productCode: code, period: period.value, maxPoints: 400 };
      const [shorts, prices] = await Promise.all([
        stocks.getStockData({ ...window, fullResolution: true }, { signal }),
        stocks.getStockPrices(window, { signal }),
      ]);
      return { shorts, prices };
    },
    [code, period.value],
  );
  return (
    <section class="card wide">
      <h2>Short position and price</h2>
      <div class="segments" role="group" aria-label="Window">
        {PERIODS.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={period.value === name}
            onClick={() => {
              period.value = name;
            }}
          >
            {name}
          </button>
        ))}
      </div>
      <Shown asked={asked} what="the history" none="Nothing was reported in this window.">
        {({ shorts, prices }) => {
          const short = new Map(
            shorts.points.map((point) => [secondsOf(point.timestamp), point.shortPosition] as const),
          );
          const close = new Map(
            prices.points.map(
              (point) => [secondsOfDay(point.date), point.adjustedClose || point.close] as const,
            ),
          );
          const { times, values } = alignLines([
            { points: short, mostGapDays: mostGapDays(short, shorts.downsampled) },
            { points: close, mostGapDays: mostGapDays(close, prices.downsampled) },
          ]);
          return times.length === 0 ? (
            <p class="empty">Nothing was reported in this window.</p>
          ) : (
            <>
              <LineChart
                label={`Short position and price of ${code}`}
                times={times}
                lines={[
                  { label: "Short, %", values: values[0], kind: "area" },
                  { label: "Price, AUD", values: values[1], isRight: true },
                ]}
                format={(value) => `${formatNumber(value)} %`}
                formatRight={(value) => `$${formatNumber(value)}`}
              />
              <p class="chart-note">
                {formatCount(shorts.totalObservations)} reports, {formatCount(prices.totalObservations)}{" "}
                sessions
                {shorts.downsampled || prices.downsampled ? ", thinned for the chart" : ""}. Where more than{" "}
                {MOST_GAP_DAYS} days have no report, there is no line.
              </p>
            </>
          );
        }}
      </Shown>
    </section>
  );
}
