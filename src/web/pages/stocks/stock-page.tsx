import { useSignal } from "@preact/signals";
import { alignLines, DAY } from "../../charts/align-lines.ts";
import { LineChart } from "../../charts/line-chart.tsx";
import { Answer, Shown, useRequest } from "../../data/ask.tsx";
import { holdsAny } from "../../data/holdings.ts";
import { stocks } from "../../data/services.ts";
import { named, Segments } from "../../parts/controls.tsx";
import { formatCount, formatDay, formatNumber, joined, secondsOf } from "../../parts/format.ts";
import { Lacking, useLacks } from "../../parts/held-card.tsx";
import { AbsentNote } from "../../parts/page.tsx";
import { PERIODS, stockFigures } from "../../parts/public-figures.tsx";
import { PublishedByTable } from "../../parts/published-by.tsx";
import { Headline, Section } from "../../parts/section.tsx";
import { DirectorTrades, Dividends, Fundamentals, StockNews, TaxYears } from "./company-tables.tsx";

/** Holidays leave gaps of up to five days; a longer one than this is missing data. */
const MAX_GAP_DAYS = 10;

export function View({ code: given }: { code: string }) {
  const code = given.toUpperCase();
  const lacks = useLacks(code);
  return (
    <article class="page">
      <Answer
        of={stocks.getStock}
        to={{ productCode: code }}
        what={code}
        none={`There is no security with the code "${code}".`}
      >
        {(stock) => (
          <>
            <header>
              <h1>
                {stock.productCode} <span class="muted">{stock.name}</span>
              </h1>
              <p class="muted">
                {joined([
                  stock.industry,
                  SECURITY_TYPES[stock.securityType] ?? stock.securityType,
                  stock.lastReportedDate && `last report ${formatDay(stock.lastReportedDate)}`,
                ])}
              </p>
            </header>
            <Headline
              figures={[
                ...stockFigures(stock).map(({ label, text }) => [label, text] as const),
                stock.finalClose > 0 && [
                  stock.finalCloseDate === "" ? "Last price" : `Price of ${formatDay(stock.finalCloseDate)}`,
                  `$${formatNumber(stock.finalClose)}`,
                ],
              ]}
            />
            <div class="cards">
              <ShortHistory code={code} />
              {holdsAny("fundamentals_periods") && <Fundamentals code={code} lacks={lacks} />}
              {holdsAny("dividends") && <Dividends code={code} lacks={lacks} />}
              {holdsAny("director_trades") && <DirectorTrades code={code} lacks={lacks} />}
              {holdsAny("corporate_tax") && <TaxYears code={code} lacks={lacks} />}
              {holdsAny("news_articles") && <StockNews code={code} lacks={lacks} />}
              <Lacking lacks={lacks} of={code} />
              <AbsentNote of="companies" />
            </div>
          </>
        )}
      </Answer>
    </article>
  );
}

const SECURITY_TYPES: Readonly<Record<string, string>> = {
  ordinary: "ordinary shares",
  etf: "exchange-traded fund",
  hybrid: "hybrid security",
};

/** Downsampled points are up to twice as far apart as usual, with no data missing. */
function mostGapDays(points: ReadonlyMap<number, number>, isThinned: boolean): number {
  if (!isThinned) return MAX_GAP_DAYS;
  const times = [...points.keys()];
  return Math.max(MAX_GAP_DAYS, (3 * (Math.max(...times) - Math.min(...times))) / DAY / times.length);
}

function ShortHistory({ code }: { code: string }) {
  const period = useSignal<(typeof PERIODS)[number]>("1Y");
  const hasPrices = holdsAny("stock_prices");
  const asked = useRequest(
    async (signal) => {
      const window = { productCode: code, period: period.value, maxPoints: 400 };
      const [shorts, prices] = await Promise.all([
        stocks.getStockData({ ...window, fullResolution: true }, { signal }),
        hasPrices ? stocks.getStockPrices(window, { signal }) : undefined,
      ]);
      return { shorts, prices };
    },
    [code, period.value],
  );
  return (
    <Section title={hasPrices ? "Short position and price" : "Short position"} kind="card wide">
      <Segments label="Window" now={period} options={named(PERIODS)} />
      <Shown asked={asked} what="the history" none="Nothing was reported in this period.">
        {({ shorts, prices }) => {
          const short = new Map(
            shorts.points.map((point) => [secondsOf(point.timestamp), point.shortPosition] as const),
          );
          const close = new Map(
            prices?.points.map(
              (point) => [secondsOf(point.date), point.adjustedClose || point.close] as const,
            ),
          );
          const { times, values } = alignLines([
            { points: short, mostGapDays: mostGapDays(short, shorts.downsampled), isUneven: true },
            { points: close, mostGapDays: mostGapDays(close, prices?.downsampled === true) },
          ]);
          return times.length === 0 ? (
            <p class="empty">Nothing was reported in this period.</p>
          ) : (
            <>
              <LineChart
                label={`Short position${close.size > 0 ? " and price" : ""} of ${code}`}
                times={times}
                lines={[
                  { label: "Sold short, share of shares on issue", values: values[0], kind: "area" as const },
                  ...(close.size > 0 ? [{ label: "Share price", values: values[1], isRight: true }] : []),
                ]}
                format={(value) => `${formatNumber(value)} %`}
                formatRight={(value) => `$${formatNumber(value)}`}
                embed={{ kind: "chart", path: `/stocks/${code}` }}
              />
              <p class="chart-note">
                {formatCount(shorts.totalObservations)} reports
                {prices !== undefined && `, ${formatCount(prices.totalObservations)} trading days`}
                {shorts.downsampled || prices?.downsampled ? ", sampled for the chart" : ""}. The line breaks
                at unusual gaps of more than {MAX_GAP_DAYS} days without a report.
              </p>
              <PublishedByTable table="short_positions" />
            </>
          );
        }}
      </Shown>
    </Section>
  );
}
