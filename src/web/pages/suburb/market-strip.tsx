import { hasData, type LocalFrame, range } from "terrace/client";
import type { RequestState } from "../../data/ask.tsx";
import { countryNow, type Metric, valueAt } from "../../data/country.ts";
import { hasFigures } from "../../data/metric-groups.ts";
import { formatCount, formatDay, formatValue, unitNote } from "../../parts/format.ts";
import { SourceNote } from "../../parts/source-note.tsx";
import { valueText, whyEmpty } from "../../parts/suburb-figures.ts";
import type { MarketSeries } from "./market-cards.tsx";

/** The nine numbers that buyers ask first, with their metrics: the first that the suburb has is shown. */
const NINE: readonly (readonly [name: string, keys: readonly string[]])[] = [
  ["Yield", ["gross_yield", "gross_yield_units"]],
  ["Growth", ["price_growth_1y", "price_growth_3y", "price_growth_5y", "price_growth_10y"]],
  ["Days on market", ["days_on_market"]],
  ["Stock", ["months_of_stock", "stock_on_market"]],
  ["Discount", ["median_discount", "share_discounted"]],
  ["Turnover", ["turnover", "sales_12m"]],
  ["Vacancy", ["vacancy_rate"]],
  ["Hold", ["hold_years"]],
  ["Affordability", ["price_to_income", "rent_to_income"]],
];

export const STRIP_KEYS: readonly string[] = [...NINE.flatMap(([, keys]) => keys), "rent_growth_1y"];

/** Up to nine market numbers of a suburb, each with its national rank and its trend. */
export function MarketStrip({ position, market }: { position: number; market: RequestState<MarketSeries> }) {
  const weeks = (market.state === "there" ? market.value?.weeks : undefined) ?? [];
  const now = countryNow();
  if (now === undefined) return null;
  const known = (key: string) => valueAt(now.frame, key, position) !== undefined;
  const shown = NINE.map(([name, keys]) => {
    const metrics = keys.flatMap((key) => now.metrics.get(key) ?? []).filter(hasFigures);
    return { name, metrics, metric: metrics.find(({ key }) => known(key)) };
  });
  const isComing = shown.some(({ metrics }) => metrics.some(({ key }) => !now.frame.has(key)));
  const lacking = isComing ? [] : shown.filter(({ metric }) => metric === undefined);
  const reasons = Map.groupBy(lacking, ({ metrics }) =>
    metrics.length === 0 ? "no source" : whyEmpty(metrics[0].key, position),
  );
  return (
    <section class="market-strip" aria-label="The market in nine numbers">
      <dl>
        {shown.map(
          ({ name, metric }) =>
            metric !== undefined && (
              <StripNumber
                key={name}
                name={name}
                metric={metric}
                position={position}
                weeks={weeks}
                frame={now.frame}
              />
            ),
        )}
      </dl>
      {lacking.length > 0 && (
        <p class="chart-note">
          Of the nine key market figures, not available here:{" "}
          {[...reasons]
            .map(([why, list]) => `${list.map(({ name }) => name.toLowerCase()).join(", ")} (${why})`)
            .join("; ")}
          .
        </p>
      )}
    </section>
  );
}

interface NumberProps {
  readonly name: string;
  readonly metric: Metric;
  readonly position: number;
  readonly frame: LocalFrame;
  readonly weeks: Weeks;
}

type Weeks = NonNullable<MarketSeries>["weeks"];

function StripNumber({ name, metric, position, frame, weeks }: NumberProps) {
  const { rank, of } = rankOf(frame, metric.key, position);
  const trend = trendOf(frame, metric.key, position) ?? weeklyTrend(metric.key, weeks);
  return (
    <div data-metric={metric.key}>
      <dt>
        <span>{name}</span> <SourceNote metric={metric} />
      </dt>
      <dd>
        <strong>{valueText(metric.key, position)}</strong>{" "}
        <span class="small muted">{unitNote(metric.unit)}</span>
      </dd>
      <dd class="small muted" title={`${metric.label}: ranked from the highest`}>
        {formatCount(rank)} of {formatCount(of)}, highest first
      </dd>
      {trend && <dd class="small">{trend}</dd>}
    </div>
  );
}

/** Rank of a suburb among those with a figure, highest first; equal ones share a rank. */
function rankOf(frame: LocalFrame, key: string, position: number): { rank: number; of: number } {
  const own = frame.column(key).at(position)!;
  const [of, upTo] = [hasData(key), range(key, undefined, own)].map((one) => frame.count(frame.match(one)));
  return { rank: of - upTo + 1, of };
}

/** Trend of a figure, derived from other figures of the suburb; undefined if it lacks them. */
function trendOf(frame: LocalFrame, key: string, position: number): string | undefined {
  const of = (other: string) => valueAt(frame, other, position);
  const [prices, rents] = [of("price_growth_1y"), of("rent_growth_1y")];
  if (key === "gross_yield" && prices !== undefined && rents !== undefined) {
    // Last year's yield: both rent and price were smaller by their growth.
    const before = (of(key)! * (1 + prices / 100)) / (1 + rents / 100);
    return arrow(of(key)! - before, `from ${formatValue(before, "%")} a year ago`);
  }
  if (key === "price_growth_1y") {
    const longer = ["price_growth_3y", "price_growth_5y"].find((one) => of(one) !== undefined);
    if (longer === undefined) return undefined;
    const usual = `${formatValue(of(longer)!, "%")} a year over ${longer === "price_growth_3y" ? 3 : 5} years`;
    return arrow(of(key)! - of(longer)!, `against ${usual}`);
  }
  if (key === "price_to_income" && prices !== undefined)
    return arrow(prices, `prices moved by ${formatValue(prices, "%")} in a year`);
  return undefined;
}

/** Change of stock or price cuts over the known weeks; undefined for other metrics and single weeks. */
function weeklyTrend(key: string, weeks: Weeks): string | undefined {
  const ends = (of: (week: Weeks[number]) => number | undefined) => {
    const known = weeks.filter((week) => of(week) !== undefined);
    if (known.length < 2) return undefined;
    return { first: of(known[0])!, last: of(known.at(-1)!)!, since: formatDay(known[0].weekEnding) };
  };
  if (key === "months_of_stock" || key === "stock_on_market") {
    const stock = ends((week) => week.stock);
    return (
      stock && arrow(stock.last - stock.first, `from ${formatCount(stock.first)} homes on ${stock.since}`)
    );
  }
  if (key === "median_discount" || key === "share_discounted") {
    const cut = ends((week) => week.shareDiscounted);
    return (
      cut &&
      arrow(
        cut.last - cut.first,
        `${formatValue(cut.last, "%")} of homes cut, ${formatValue(cut.first, "%")} on ${cut.since}`,
      )
    );
  }
  return undefined;
}

function arrow(change: number, text: string): string {
  return `${Math.abs(change) < 0.05 ? "→" : change > 0 ? "↑" : "↓"} ${text}`;
}
