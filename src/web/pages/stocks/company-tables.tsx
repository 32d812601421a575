import { useAsked } from "../../data/ask.tsx";
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
            {
              title: "Period",
              cell: ({ periodEnd, periodType }) => `${formatIsoDay(periodEnd)} (${periodType})`,
            },
            { title: "Revenue", isNumber: true, cell: (p) => money(p.hasRevenue, p.revenue) },
            { title: "Net income", isNumber: true, cell: (p) => money(p.hasNetIncome, p.netIncome) },
            {
              title: "Cash from operations",
              isNumber: true,
              cell: (p) => money(p.hasOperatingCashFlow, p.operatingCashFlow),
            },
            { title: "Net debt", isNumber: true, cell: (p) => money(p.hasNetDebt, p.netDebt) },
            { title: "Source", cell: ({ source, currency }) => `${source}, ${currency}` },
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
              { title: "Ex date", cell: ({ exDate }) => formatIsoDay(exDate) },
              { title: "Kind", cell: ({ dividendType }) => dividendType },
              {
                title: "A share",
                isNumber: true,
                cell: ({ amountPerShare }) => `$${formatNumber(amountPerShare)}`,
              },
              {
                title: "Franked",
                isNumber: true,
                cell: ({ frankingPercentage }) => `${formatNumber(frankingPercentage)} %`,
              },
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
            { title: "Day", cell: ({ tradeDate }) => formatIsoDay(tradeDate) },
            { title: "Director", cell: ({ directorName }) => directorName },
            { title: "Kind", cell: ({ tradeType }) => tradeType },
            {
              title: "Shares",
              isNumber: true,
              cell: ({ sharesTraded }) => formatCount(Number(sharesTraded)),
            },
            {
              title: "Value",
              isNumber: true,
              cell: ({ totalValue }) => (totalValue > 0 ? formatMoney(totalValue, true) : <Unknown />),
            },
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
              { title: "Year", cell: ({ incomeYear }) => incomeYear },
              { title: "Income", isNumber: true, cell: ({ totalIncome }) => formatMoney(totalIncome, true) },
              { title: "Taxable", isNumber: true, cell: (y) => money(y.hasTaxableIncome, y.taxableIncome) },
              { title: "Payable", isNumber: true, cell: (y) => money(y.hasTaxPayable, y.taxPayable) },
            ]}
          />
          <p class="chart-note">{sourceAttribution}</p>
          <PublishedByTable table="corporate_tax" />
        </>
      )}
    </HeldCard>
  );
}
