import { NewsService } from "terrace/client";
import { useAsked } from "../../data/ask.tsx";
import { terrace } from "../../data/terrace.ts";
import { Articles } from "../../parts/articles.tsx";
import { formatCount, formatIsoDay, formatMoney, formatNumber } from "../../parts/format.ts";
import { HeldCard, type Lacks } from "../../parts/held-card.tsx";
import { PublishedByTable } from "../../parts/published-by.tsx";
import { Rows } from "../../parts/rows.tsx";
import { stocks } from "./services.ts";
import { Unknown } from "./stocks-page.tsx";

interface CardProps {
  readonly code: string;
  readonly lacks: Lacks;
}

const money = (isKnown: boolean, value: number) => (isKnown ? formatMoney(value, true) : <Unknown />);
/** No reason but that nothing is published, where a list is empty. */
const ifEmpty = (rows: readonly unknown[]) => (rows.length === 0 ? "" : undefined);

/** Reported periods, newest first, exactly as their source gives them. */
export function Fundamentals({ code, lacks }: CardProps) {
  const asked = useAsked(
    (signal) => stocks.getStockFundamentals({ stockCode: code, limit: 6 }, { signal }),
    [code],
  );
  return (
    <HeldCard
      {...{ asked, lacks }}
      title="Reported figures"
      what="the figures"
      kind="wide"
      lack={({ periods }) => ifEmpty(periods)}
    >
      {({ periods }) => (
        <Rows
          rows={periods}
          keyOf={({ periodEnd, periodType }) => `${periodEnd} ${periodType}`}
          none=""
          columns={[
            ["Period", ({ periodEnd, periodType }) => `${formatIsoDay(periodEnd)} (${periodType})`],
            ["Revenue", (p) => money(p.hasRevenue, p.revenue), "number"],
            ["Net income", (p) => money(p.hasNetIncome, p.netIncome), "number"],
            ["Cash from operations", (p) => money(p.hasOperatingCashFlow, p.operatingCashFlow), "number"],
            ["Net debt", (p) => money(p.hasNetDebt, p.netDebt), "number"],
            ["Source", ({ source, currency }) => `${source}, ${currency}`],
          ]}
        />
      )}
    </HeldCard>
  );
}

export function Dividends({ code, lacks }: CardProps) {
  const asked = useAsked((signal) => stocks.getDividendHistory({ stockCode: code }, { signal }), [code]);
  return (
    <HeldCard
      {...{ asked, lacks }}
      title="Dividends"
      what="the dividends"
      lack={({ dividends }) => ifEmpty(dividends)}
    >
      {({ dividends, trailingYield }) => (
        <>
          {trailingYield > 0 && <p>Past year: {formatNumber(trailingYield)} % of the price.</p>}
          <Rows
            rows={dividends.slice(0, 12)}
            keyOf={({ id }) => id}
            none=""
            columns={[
              ["Ex date", ({ exDate }) => formatIsoDay(exDate)],
              ["Kind", ({ dividendType }) => dividendType],
              ["A share", ({ amountPerShare }) => `$${formatNumber(amountPerShare)}`, "number"],
              ["Franked", ({ frankingPercentage }) => `${formatNumber(frankingPercentage)} %`, "number"],
            ]}
          />
        </>
      )}
    </HeldCard>
  );
}

export function DirectorTrades({ code, lacks }: CardProps) {
  const asked = useAsked(
    (signal) => stocks.getDirectorTrades({ stockCode: code, limit: 12 }, { signal }),
    [code],
  );
  return (
    <HeldCard
      {...{ asked, lacks }}
      title="Directors' trades"
      what="the trades"
      lack={({ trades }) => ifEmpty(trades)}
    >
      {({ trades }) => (
        <Rows
          rows={trades}
          keyOf={({ id }) => id}
          none=""
          columns={[
            ["Day", ({ tradeDate }) => formatIsoDay(tradeDate)],
            ["Director", ({ directorName }) => directorName],
            ["Kind", ({ tradeType }) => tradeType],
            ["Shares", ({ sharesTraded }) => formatCount(Number(sharesTraded)), "number"],
            [
              "Value",
              ({ totalValue }) => (totalValue > 0 ? formatMoney(totalValue, true) : <Unknown />),
              "number",
            ],
          ]}
        />
      )}
    </HeldCard>
  );
}

const NO_ENTITY = "the tax office names no entity of this company.";

export function TaxYears({ code, lacks }: CardProps) {
  const asked = useAsked((signal) => stocks.getCompanyTaxProfile({ productCode: code }, { signal }), [code]);
  return (
    <HeldCard
      {...{ asked, lacks }}
      title="Tax"
      what="the tax figures"
      absent={NO_ENTITY}
      lack={({ years }) => (years.length === 0 ? NO_ENTITY : undefined)}
    >
      {({ entityName, years, sourceAttribution }) => (
        <>
          {entityName !== "" && <p class="muted small">{entityName}</p>}
          <Rows
            rows={years}
            keyOf={({ incomeYear }) => String(incomeYear)}
            none=""
            columns={[
              ["Year", ({ incomeYear }) => incomeYear],
              ["Income", ({ totalIncome }) => formatMoney(totalIncome, true), "number"],
              ["Taxable", (y) => money(y.hasTaxableIncome, y.taxableIncome), "number"],
              ["Payable", (y) => money(y.hasTaxPayable, y.taxPayable), "number"],
            ]}
          />
          <p class="chart-note">{sourceAttribution}</p>
          <PublishedByTable table="corporate_tax" />
        </>
      )}
    </HeldCard>
  );
}

const news = terrace.service(NewsService);

/** The newest articles about a company. */
export function StockNews({ code, lacks }: { code: string; lacks: Lacks }) {
  const asked = useAsked((signal) => news.getStockNews({ stockCode: code, limit: 8 }, { signal }), [code]);
  return (
    <HeldCard
      {...{ asked, lacks }}
      title="News"
      what="the news"
      kind="wide"
      lack={({ articles }) => (articles.length === 0 ? "" : undefined)}
    >
      {({ articles, totalCount }) => (
        <>
          <Articles articles={articles} news={news} none="" />
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
