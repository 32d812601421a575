import { secondsOfDay } from "../data/stamps.ts";
import type { terrace } from "../data/terrace.ts";
import { formatCount, formatDay, formatShare } from "../parts/format.ts";
import { LineChart } from "./line-chart.tsx";

type Series = Awaited<ReturnType<typeof terrace.housing.getDropIndexSeries>>;

/** The daily share of advertised homes whose price was cut, days without a fair reading left open. */
export function DropIndex({ series, label }: { series: Series; label: string }) {
  const { points } = series;
  if (points.length === 0) {
    return (
      <p class="empty">
        No day was measured here since tracking began on{" "}
        {formatDay(new Date(`${series.trackingSince}T00:00:00Z`))}.
      </p>
    );
  }
  const days = everyDay(points[0].snapshotDate, points[points.length - 1].snapshotDate);
  const byDay = new Map(points.map((point) => [secondsOfDay(point.snapshotDate), point]));
  const measured = (day: number) => {
    const point = byDay.get(day);
    return point === undefined || point.isGap ? undefined : point;
  };
  const last = points.findLast(({ isGap }) => !isGap);
  const isSuburb = points.every(({ panelSuburbs }) => panelSuburbs <= 1);
  const gaps = spans(days.filter((day) => measured(day) === undefined));
  return (
    <>
      {last !== undefined && (
        <div class="headline">
          <div>
            <div class="muted small">cut in 30 days</div>
            <div class="value" data-figure="drop-rate">
              {formatShare(last.dropRate)}
            </div>
          </div>
          <div>
            <div class="muted small">median cut</div>
            <div class="value">
              {last.medianWithheld ? (
                <span class="is-unknown" title="fewer than 3 addresses">
                  withheld
                </span>
              ) : (
                formatShare(last.medianDropPct)
              )}
            </div>
          </div>
          <div>
            <div class="muted small">advertised homes</div>
            <div class="value">{formatCount(last.activeAddresses)}</div>
          </div>
          {!isSuburb && (
            <div>
              <div class="muted small">suburbs behind it</div>
              <div class="value">{formatCount(last.panelSuburbs)}</div>
            </div>
          )}
        </div>
      )}
      <LineChart
        label={label}
        times={days}
        lines={[
          { label: "Share cut", kind: "area", values: days.map((day) => measured(day)?.dropRate ?? null) },
        ]}
        format={formatShare}
        gaps={gaps}
      />
      {!isSuburb && (
        <LineChart
          label={`Coverage behind ${label}`}
          times={days}
          lines={[
            { label: "Coverage", values: days.map((day) => byDay.get(day)?.coverageRatio ?? null) },
            { label: "least for a fair reading", values: days.map(() => 0.6) },
          ]}
          format={formatShare}
          height={140}
        />
      )}
      <p class="chart-note">
        {gaps.length > 0 && "Shaded days were not measured well enough. "}
        {last?.medianWithheld && "Withheld: fewer than 3 addresses were cut. "}
        Tracking since {formatDay(new Date(`${series.trackingSince}T00:00:00Z`))}.
      </p>
    </>
  );
}

const DAY = 86_400;

function everyDay(first: string, last: string): number[] {
  const [from, to] = [secondsOfDay(first), secondsOfDay(last)];
  return Array.from({ length: Math.round((to - from) / DAY) + 1 }, (_, i) => from + i * DAY);
}

/** Neighbouring days as one span. */
function spans(days: readonly number[]): [number, number][] {
  const found: [number, number][] = [];
  for (const day of days) {
    const last = found.at(-1);
    if (last !== undefined && day - last[1] <= DAY / 2) last[1] = day + DAY / 2;
    else found.push([day - DAY / 2, day + DAY / 2]);
  }
  return found;
}
