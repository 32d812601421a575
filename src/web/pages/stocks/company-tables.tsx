import { Shown, useAsked } from "../../data/ask.tsx";
import { formatCount, formatMoney, formatNumber } from "../../parts/format.ts";
import { Rows } from "../../parts/rows.tsx";
import { stocks } from "./services.ts";
import { Unknown } from "./stocks-page.tsx";

const money = (isKnown: boolean, value: number) => (isKnown ? formatMoney(value, true) : <Unknown />);

/** Reported periods, newest first, exactly as their source gives them. */
export function Fundamentals({ code }: { code: string }) {
  const asked = useAsked(
    (signal) => stocks.getStockFundamentals({ stockCode: code, limit: 6 }, { signal }),
    [code],
  );
  return (
    <section class="card wide">
      <h2>Reported figures</h2>
      <Shown asked={asked} what="the figures" none="No figures of this company are held.">
        {({ periods }) => (
          <Rows
            rows={periods}
            keyOf={({ periodEnd, periodType }) => `${periodEnd} ${periodType}`}
            none="No report of this company is held."
            columns={[
              { title: "Period", cell: ({ periodEnd, periodType }) => `${periodEnd} (${periodType})` },
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
      </Shown>
    </section>
  );
}

export function Dividends({ code }: { code: string }) {
  const asked = useAsked((signal) => stocks.getDividendHistory({ stockCode: code }, { signal }), [code]);
  return (
    <section class="card">
      <h2>Dividends</h2>
      <Shown asked={asked} what="the dividends" none="No dividend is held.">
        {({ dividends, trailingYield }) => (
          <>
            {trailingYield > 0 && <p>Past year: {formatNumber(trailingYield)} % of the price.</p>}
            <Rows
              rows={dividends.slice(0, 12)}
              keyOf={({ id }) => id}
              none="No dividend is held."
              columns={[
                { title: "Ex date", cell: ({ exDate }) => exDate },
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
      </Shown>
    </section>
  );
}

export function DirectorTrades({ code }: { code: string }) {
  const asked = useAsked(
    (signal) => stocks.getDirectorTrades({ stockCode: code, limit: 12 }, { signal }),
    [code],
  );
  return (
    <section class="card">
      <h2>Directors' trades</h2>
      <Shown asked={asked} what="the trades" none="No notice of a director is held.">
        {({ trades }) => (
          <Rows
            rows={trades}
            keyOf={({ id }) => id}
            none="No notice of a director is held."
            columns={[
              { title: "Day", cell: ({ tradeDate }) => tradeDate },
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
      </Shown>
    </section>
  );
}

export function TaxYears({ code }: { code: string }) {
  const asked = useAsked((signal) => stocks.getCompanyTaxProfile({ productCode: code }, { signal }), [code]);
  return (
    <section class="card">
      <h2>Tax</h2>
      <Shown asked={asked} what="the tax figures" none="The tax office names no entity of this company.">
        {({ entityName, years, sourceAttribution }) => (
          <>
            {entityName !== "" && <p class="muted small">{entityName}</p>}
            <Rows
              rows={years}
              keyOf={({ incomeYear }) => String(incomeYear)}
              none="The tax office names no entity of this company."
              columns={[
                { title: "Year", cell: ({ incomeYear }) => incomeYear },
                {
                  title: "Income",
                  isNumber: true,
                  cell: ({ totalIncome }) => formatMoney(totalIncome, true),
                },
                {
                  title: "Taxable",
                  isNumber: true,
                  cell: (y) => money(y.hasTaxableIncome, y.taxableIncome),
                },
                { title: "Payable", isNumber: true, cell: (y) => money(y.hasTaxPayable, y.taxPayable) },
              ]}
            />
            <p class="chart-note">{sourceAttribution}</p>
          </>
        )}
      </Shown>
    </section>
  );
}
