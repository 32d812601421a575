import { useMemo } from "preact/hooks";
import { secondsOfDay } from "../data/stamps.ts";
import type { terrace } from "../data/terrace.ts";
import { formatCount, formatDay, formatShare } from "../parts/format.ts";
import { LineChart } from "./line-chart.tsx";

type Point = Awaited<ReturnType<typeof terrace.housing.getDropIndexSeries>>["points"][number];

interface DropIndexProps {
  readonly points: readonly Point[];
  readonly label: string;
  /** A suburb has no panel behind it. */
  readonly isSuburb: boolean;
}

/** The daily share of advertised homes whose price was cut, days without a fair reading left open. */
export function DropIndex({ points, label, isSuburb }: DropIndexProps) {
  const { days, shares, coverage, gaps } = useMemo(() => seriesOf(points), [points]);
  if (points.length === 0) {
    return <p class="empty">No day was measured here.</p>;
  }
  const last = points.findLast(({ isGap }) => !isGap);
  return (
    <>
      {last === undefined ? (
        <p class="empty" data-figure="no-reading">
          No day here has a fair reading:{" "}
          {isSuburb
            ? "nothing was advertised."
            : "too few of the suburbs have 20 homes advertised. Below is how far each day falls short."}
        </p>
      ) : (
        <div class="headline">
          <div>
            <div class="muted small">cut in 30 days to {formatDay(dayOf(last))}</div>
            <div class="value" data-figure="drop-rate">
              {formatShare(last.dropRate)}
            </div>
          </div>
          <div>
            <div class="muted small">median cut</div>
            <div class="value" data-figure="median-cut">
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
      {last !== undefined && (
        <LineChart label={label} times={days} lines={shares} format={formatShare} gaps={gaps} />
      )}
      {!isSuburb && <h3 class="chart-title">How many of the suburbs with listings this is based on</h3>}
      {!isSuburb && (
        <LineChart
          label={`Coverage behind ${label}`}
          times={days}
          lines={coverage}
          format={formatShare}
          height={140}
        />
      )}
      <p class="chart-note">
        {gaps.length > 0 && last !== undefined && "Shaded days were not measured well enough. "}
        {last?.medianWithheld && "Withheld: fewer than 3 addresses were cut. "}
      </p>
    </>
  );
}

const DAY = 86_400;
const dayOf = ({ snapshotDate }: Point) => new Date(`${snapshotDate}T00:00:00Z`);

/** Every day between the first and the last; null where nothing, or nothing fair, was measured. */
function seriesOf(points: readonly Point[]) {
  const byDay = new Map(points.map((point) => [secondsOfDay(point.snapshotDate), point]));
  const known = [...byDay.keys()];
  const days =
    known.length === 0
      ? []
      : Array.from(
          { length: Math.round((known[known.length - 1] - known[0]) / DAY) + 1 },
          (_, i) => known[0] + i * DAY,
        );
  const rates = days.map((day) => {
    const point = byDay.get(day);
    return point === undefined || point.isGap ? null : point.dropRate;
  });
  return {
    days,
    shares: [{ label: "Share cut", kind: "area" as const, values: rates }],
    coverage: [
      { label: "Coverage", values: days.map((day) => byDay.get(day)?.coverageRatio ?? null) },
      { label: "least for a fair reading", values: days.map(() => 0.6) },
    ],
    gaps: spans(days.filter((_, i) => rates[i] === null)),
  };
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
