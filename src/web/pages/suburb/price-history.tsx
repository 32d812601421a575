import { LineChart } from "../../charts/line-chart.tsx";
import { Shown, useAsked, Waiting } from "../../data/ask.tsx";
import { secondsOf } from "../../data/stamps.ts";
import { terrace } from "../../data/terrace.ts";
import { formatMoney, formatMonth } from "../../parts/format.ts";

/** The median price of a region over time; undefined while it is not known which. */
export function PriceHistory({ regionCode }: { regionCode: string | undefined }) {
  const asked = useAsked(
    async (signal) =>
      regionCode
        ? terrace.housing.getHousePriceSeries(
            { regionCode, measure: "median_price", dwellingType: "house" },
            { signal },
          )
        : undefined,
    [regionCode],
  );
  return (
    <section class="card wide">
      <h2>Price history</h2>
      {regionCode === undefined ? (
        <Waiting what="the prices" />
      ) : regionCode === "" ? (
        <p class="empty">No prices are published for this suburb.</p>
      ) : (
        <Shown asked={asked} what="the prices">
          {(series) =>
            series === undefined || series.points.length === 0 ? (
              <p class="empty">No prices are published for this suburb.</p>
            ) : (
              <>
                <LineChart
                  label={`Median house price, ${series.regionName}`}
                  times={series.points.map(({ period }) => secondsOf(period))}
                  lines={[{ label: "Median house price", values: series.points.map(({ value }) => value) }]}
                  format={(value) => formatMoney(value, true)}
                  formatTime={formatMonth}
                />
                <p class="chart-note">
                  {series.source} · {series.sourceLicence}
                  {series.points.some(({ isPreliminary }) => isPreliminary) &&
                    " · the newest points are preliminary"}
                </p>
              </>
            )
          }
        </Shown>
      )}
    </section>
  );
}
