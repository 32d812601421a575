import type { Signal } from "@preact/signals";
import { LineChart } from "../../charts/line-chart.tsx";
import { type Asked, useAsked } from "../../data/ask.tsx";
import { secondsOfDay } from "../../data/stamps.ts";
import { terrace } from "../../data/terrace.ts";
import { holdsSubject } from "../../parts/absent.tsx";
import { formatCount, formatDay, formatMoney } from "../../parts/format.ts";
import { HeldCard, type Lacks } from "../../parts/held-card.tsx";
import { PublishedBy } from "../../parts/published-by.tsx";

/** Half a year: what a season on the market looks like. */
const WEEKS = 26;

/** The weeks of a suburb's market; undefined where no listings are held. */
export type MarketSeries = Awaited<ReturnType<typeof terrace.explorer.getSuburbMarketSeries>> | undefined;

/** Asks once for what the strip and the card show. */
export function useMarketSeries(salCode: string) {
  return useAsked<MarketSeries>(
    async (signal) =>
      holdsSubject("listings")
        ? terrace.explorer.getSuburbMarketSeries({ salCode, lastWeeks: WEEKS, lastPeriods: 1 }, { signal })
        : undefined,
    [salCode],
  );
}

/** What was on offer week by week, what came and what went, and what was asked for it. */
export function MarketWeeks({
  asked,
  lacks,
}: {
  asked: Signal<Asked<MarketSeries>> & { again: () => void };
  lacks: Lacks;
}) {
  return (
    <HeldCard
      {...{ asked, lacks }}
      title="Market week by week"
      what="the weeks"
      kind="wide"
      lack={(series) =>
        series === undefined || series.weeks.length < 2
          ? "listings were seen here in no more than one week."
          : undefined
      }
    >
      {(series) => {
        if (series === undefined) return null;
        const { weeks, sources } = series;
        const times = weeks.map(({ weekEnding }) => secondsOfDay(weekEnding));
        const gap = (value: number | undefined) => value ?? Number.NaN;
        return (
          <>
            <LineChart
              label="Homes on the market, week by week"
              {...{ times }}
              lines={[
                { label: "On the market", values: weeks.map(({ stock }) => stock) },
                { label: "New", values: weeks.map(({ newListings }) => gap(newListings)) },
                { label: "Sold", values: weeks.map(({ sold }) => sold) },
                { label: "Withdrawn", values: weeks.map(({ withdrawn }) => withdrawn) },
              ]}
              format={formatCount}
              formatTime={formatDay}
            />
            {weeks.some(({ medianAsk }) => medianAsk !== undefined) && (
              <LineChart
                label="Median asking price, week by week"
                {...{ times }}
                lines={[{ label: "Median ask", values: weeks.map(({ medianAsk }) => gap(medianAsk)) }]}
                format={(value) => formatMoney(value, true)}
                formatTime={formatDay}
              />
            )}
            <p class="chart-note">
              Weeks end on Sundays. Medians and shares need five homes with an asking price.
            </p>
            <PublishedBy sources={sources} />
          </>
        );
      }}
    </HeldCard>
  );
}
