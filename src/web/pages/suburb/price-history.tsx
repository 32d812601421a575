import { LineChart } from "../../charts/line-chart.tsx";
import { useAsked } from "../../data/ask.tsx";
import { secondsOf } from "../../data/stamps.ts";
import { terrace } from "../../data/terrace.ts";
import { formatCount, formatMoney, formatMonth } from "../../parts/format.ts";
import { HeldCard, type Lacks } from "../../parts/held-card.tsx";
import { PublishedByIds } from "../../parts/published-by.tsx";

/** The median price of a suburb's region over time; undefined while it is not known which. */
export function PriceHistory({
  code,
  regionCode,
  lacks,
}: {
  code: string;
  regionCode: string | undefined;
  lacks: Lacks;
}) {
  const asked = useAsked(
    async (signal) =>
      regionCode === undefined
        ? new Promise<never>(() => {})
        : regionCode === ""
          ? undefined
          : terrace.housing.getHousePriceSeries(
              { regionCode, measure: "median_price", dwellingType: "house" },
              { signal },
            ),
    [regionCode],
  );
  return (
    <HeldCard
      {...{ asked, lacks }}
      title="Price history"
      what="the prices"
      kind="wide"
      lack={(series) =>
        series === undefined || series.points.length === 0
          ? "no prices are published for this suburb."
          : undefined
      }
    >
      {(series) =>
        series && (
          <>
            <LineChart
              label={`Median house price, ${series.regionName}`}
              times={series.points.map(({ period }) => secondsOf(period))}
              lines={[{ label: "Median house price", values: series.points.map(({ value }) => value) }]}
              format={(value) => formatMoney(value, true)}
              formatTime={formatMonth}
              embed={{ kind: "chart", path: `/suburb/${code}` }}
            />
            {series.points.some(({ isPreliminary }) => isPreliminary) && (
              <p class="chart-note">The newest points are preliminary.</p>
            )}
            {series.points.at(-1)?.saleCount !== undefined && (
              <p class="chart-note">
                {`${formatCount(series.points.at(-1)!.saleCount!)} sales in the newest period.`}
              </p>
            )}
            <PublishedByIds ids={[series.source]} />
          </>
        )
      }
    </HeldCard>
  );
}
