import { LineChart } from "../../charts/line-chart.tsx";
import { SuburbIndex } from "../../charts/place-index.tsx";
import { type RequestSignal, useCall, useRequest } from "../../data/ask.tsx";
import { terrace } from "../../data/terrace.ts";
import { formatCount, formatDay, formatMoney, formatShare, secondsOf } from "../../parts/format.ts";
import { HeldCard, type Lacks } from "../../parts/held-card.tsx";
import { AddressLink } from "../../parts/links.tsx";
import { AnswerRows } from "../../parts/listings.tsx";
import { holdsSubject } from "../../parts/page.tsx";
import { PublishedBy, PublishedByIds } from "../../parts/published-by.tsx";
import { Section } from "../../parts/section.tsx";
import { PriceLine } from "../market/region-prices.tsx";

export function Drops({ code }: { code: string }) {
  return (
    <Section title="Asking prices cut" kind="card wide">
      <SuburbIndex code={code} label="Share of advertised homes cut" />
      <AnswerRows
        of={terrace.housing.listSuburbDropListings}
        to={{ salCode: code, limit: 8 }}
        what="the addresses"
        rows={({ listings }) => listings}
        none="No cuts were seen here in the last 90 days."
        columns={[
          ["Address", (row) => <AddressLink {...row} />],
          ["Was", (row) => formatMoney(row.prevPrice), "number"],
          ["Now", (row) => formatMoney(row.price), "number"],
          ["Cut", (row) => formatShare(row.dropPct), "number"],
          ["Seen", (row) => formatDay(row.observedAt)],
        ]}
      />
    </Section>
  );
}

/** Half a year: shows a season of the market. */
const WEEKS = 26;

/** Weeks of a suburb's market; undefined if the data has no listings. */
export type MarketSeries = Awaited<ReturnType<typeof terrace.explorer.getSuburbMarketSeries>> | undefined;

/** Fetches the weeks once, for the strip and the card. */
export function useMarketSeries(salCode: string) {
  const request = { salCode, lastWeeks: WEEKS, lastPeriods: 1 };
  return useCall(terrace.explorer.getSuburbMarketSeries, holdsSubject("listings") ? request : undefined);
}

/** Homes on the market week by week: stock, new, sold, withdrawn, and the median asking price. */
export function MarketWeeks({ asked, lacks }: { asked: RequestSignal<MarketSeries>; lacks: Lacks }) {
  return (
    <HeldCard
      asked={asked}
      lacks={lacks}
      title="Market week by week"
      what="the weeks"
      kind="wide"
      reason="listings were seen here in one week at most."
      isThere={({ weeks }) => weeks.length > 1}
    >
      {({ weeks, sources }) => {
        const times = weeks.map(({ weekEnding }) => secondsOf(weekEnding));
        return (
          <>
            <LineChart
              label="Homes on the market, week by week"
              times={times}
              lines={[
                { label: "On the market", values: weeks.map(({ stock }) => stock) },
                { label: "New", values: weeks.map(({ newListings }) => newListings ?? null) },
                { label: "Sold", values: weeks.map(({ sold }) => sold) },
                { label: "Withdrawn", values: weeks.map(({ withdrawn }) => withdrawn) },
              ]}
              format={formatCount}
              formatTime={formatDay}
            />
            {weeks.some(({ medianAsk }) => medianAsk !== undefined) && (
              <LineChart
                label="Median asking price, week by week"
                times={times}
                lines={[{ label: "Median ask", values: weeks.map(({ medianAsk }) => medianAsk ?? null) }]}
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

interface PriceHistoryProps {
  readonly code: string;
  readonly regionCode: string | undefined;
  readonly lacks: Lacks;
}

/** Median house price of a suburb's region over time. regionCode: undefined while it loads, "" for none. */
export function PriceHistory({ code, regionCode, lacks }: PriceHistoryProps) {
  const asked = useRequest(
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
      asked={asked}
      lacks={lacks}
      title="Price history"
      what="the prices"
      kind="wide"
      reason="no prices are published for this suburb."
      isThere={({ points }) => points.length > 0}
    >
      {(series) => (
        <>
          <PriceLine
            series={series}
            measure="median_price"
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
      )}
    </HeldCard>
  );
}
