import { useCall } from "../../data/ask.tsx";
import { news, stocks } from "../../data/services.ts";
import { Articles } from "../../parts/articles.tsx";
import { formatCount, formatDay, formatMoney, formatNumber } from "../../parts/format.ts";
import { HeldCard, type Lacks, listCard } from "../../parts/held-card.tsx";
import { PublishedByTable } from "../../parts/published-by.tsx";
import { known } from "../../parts/section.tsx";

const money = (isKnown: boolean, value: number) => known(value, (one) => formatMoney(one, true), isKnown);

/** Reported periods, newest first, with the source's own figures. */
export const Fundamentals = listCard({
  title: "Reported figures",
  what: "the figures",
  kind: "wide",
  ask: (code, options) => stocks.getStockFundamentals({ stockCode: code, limit: 6 }, options),
  rows: ({ periods }) => periods,
  columns: [
    ["Period", ({ periodEnd, periodType }) => `${formatDay(periodEnd)} (${periodType})`],
    ["Revenue", (p) => money(p.hasRevenue, p.revenue), "number"],
    ["Net income", (p) => money(p.hasNetIncome, p.netIncome), "number"],
    ["Cash from operations", (p) => money(p.hasOperatingCashFlow, p.operatingCashFlow), "number"],
    ["Net debt", (p) => money(p.hasNetDebt, p.netDebt), "number"],
    ["Source", ({ source, currency }) => `${source}, ${currency}`],
  ],
});

export const Dividends = listCard({
  title: "Dividends",
  what: "the dividends",
  ask: (code, options) => stocks.getDividendHistory({ stockCode: code }, options),
  above: ({ trailingYield }) =>
    trailingYield > 0 && <p>Past year: {formatNumber(trailingYield)} % of the price.</p>,
  rows: ({ dividends }) => dividends.slice(0, 12),
  columns: [
    ["Ex date", ({ exDate }) => formatDay(exDate)],
    ["Kind", ({ dividendType }) => dividendType],
    ["A share", ({ amountPerShare }) => `$${formatNumber(amountPerShare)}`, "number"],
    ["Franked", ({ frankingPercentage }) => `${formatNumber(frankingPercentage)} %`, "number"],
  ],
});

export const DirectorTrades = listCard({
  title: "Directors' trades",
  what: "the trades",
  ask: (code, options) => stocks.getDirectorTrades({ stockCode: code, limit: 12 }, options),
  rows: ({ trades }) => trades,
  columns: [
    ["Day", ({ tradeDate }) => formatDay(tradeDate)],
    ["Director", ({ directorName }) => directorName],
    ["Kind", ({ tradeType }) => tradeType],
    ["Shares", ({ sharesTraded }) => formatCount(Number(sharesTraded)), "number"],
    ["Value", ({ totalValue }) => money(totalValue > 0, totalValue), "number"],
  ],
});

export const TaxYears = listCard({
  title: "Tax",
  what: "the tax figures",
  absent: "the ATO lists no entity of this company.",
  ask: (code, options) => stocks.getCompanyTaxProfile({ productCode: code }, options),
  above: ({ entityName }) => entityName !== "" && <p class="muted small">{entityName}</p>,
  rows: ({ years }) => years,
  columns: [
    ["Year", ({ incomeYear }) => incomeYear],
    ["Income", ({ totalIncome }) => formatMoney(totalIncome, true), "number"],
    ["Taxable", (y) => money(y.hasTaxableIncome, y.taxableIncome), "number"],
    ["Payable", (y) => money(y.hasTaxPayable, y.taxPayable), "number"],
  ],
  below: ({ sourceAttribution }) => (
    <>
      <p class="chart-note">{sourceAttribution}</p>
      <PublishedByTable table="corporate_tax" />
    </>
  ),
});

export function StockNews({ code, lacks }: { readonly code: string; readonly lacks: Lacks }) {
  const asked = useCall(news.getStockNews, { stockCode: code, limit: 8 });
  return (
    <HeldCard
      asked={asked}
      lacks={lacks}
      title="News"
      what="the news"
      kind="wide"
      isThere={({ articles }) => articles.length > 0}
    >
      {({ articles, totalCount }) => (
        <>
          <Articles articles={articles} />
          {totalCount > articles.length && (
            <p class="chart-note">
              {formatCount(articles.length)} of {formatCount(totalCount)} stories, the newest first.
            </p>
          )}
        </>
      )}
    </HeldCard>
  );
}
