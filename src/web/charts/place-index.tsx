import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import type { WhereExpression } from "terrace/client";
import { Answer, Shown, useRequest } from "../data/ask.tsx";
import { terrace } from "../data/terrace.ts";
import { formatCount, formatDay, formatShare, secondsOf } from "../parts/format.ts";
import { SourceLine } from "../parts/outside-text.tsx";
import { Facts, Headline } from "../parts/section.tsx";
import { filterOf } from "../view/view-state.ts";
import { DAY } from "./align-lines.ts";
import { LineChart } from "./line-chart.tsx";

interface SetProps {
  /** State code, or AU. */
  readonly scope: string;
  readonly where: readonly WhereExpression[];
  readonly label: string;
}

/** Discounting index of the suburbs that match conditions within a state or the country. */
export function SetIndex({ scope, where, label }: SetProps) {
  const request = { stateCode: scope, ...filterOf({ where }) };
  return (
    <Answer of={terrace.explorer.aggregateDrops} to={request} what="the index">
      {({ points, ...set }) =>
        !set.withheld && set.suburbCount === 0 ? (
          <p class="empty">No suburbs match, so there is nothing to measure.</p>
        ) : (
          <div data-suburbs={set.suburbCount}>
            {where.length > 0 && !set.withheld && (
              <p class="muted small">Over the {formatCount(set.suburbCount)} suburbs that match.</p>
            )}
            <DropIndex points={points} set={set} label={label} isSuburb={false} />
          </div>
        )
      }
    </Answer>
  );
}

/** Discounting index of one suburb, which has no minimum number of homes. */
export function SuburbIndex({ code, label }: { code: string; label: string }) {
  const asked = useRequest(
    async (signal) => {
      const [{ points }, set] = await Promise.all([
        terrace.housing.getDropIndexSeries({ grain: "suburb", grainKey: code }, { signal }),
        terrace.explorer.aggregateDrops({ salCodes: [code] }, { signal }),
      ]);
      return { points, set };
    },
    [code],
  );
  return (
    <Shown asked={asked} what="the index">
      {(answer) => <DropIndex {...answer} label={label} isSuburb={true} />}
    </Shown>
  );
}

type Point = Awaited<ReturnType<typeof terrace.housing.getDropIndexSeries>>["points"][number];

type SetAnswer = Awaited<ReturnType<typeof terrace.explorer.aggregateDrops>>;

interface DropIndexProps {
  readonly points: readonly Point[];
  /** Whether the index is withheld, when it was computed and who published the listings. */
  readonly set: Pick<SetAnswer, "withheld" | "asOf" | "sources">;
  readonly label: string;
  /** Hides the panel coverage: a single suburb has no panel. */
  readonly isSuburb: boolean;
}

/** Daily share of advertised homes whose price was cut; days without a fair reading stay gaps. */
function DropIndex({ points, set, label, isSuburb }: DropIndexProps) {
  const { days, shares, coverage, gaps } = useMemo(() => seriesOf(points), [points]);
  if (set.withheld) return <p class="empty">Listings are withheld at the moment.</p>;
  if (points.length === 0)
    return (
      <>
        <p class="empty">There are no measurements here.</p>
        <IndexNote points={points} set={set} isSuburb={isSuburb} />
      </>
    );
  const last = points.findLast(({ isGap }) => !isGap);
  return (
    <>
      {last === undefined ? (
        <p class="empty" data-figure="no-reading">
          No day here has a reliable figure:{" "}
          {isSuburb
            ? "no homes were advertised."
            : "too few of the suburbs have 20 homes advertised. The chart shows the coverage of each day."}
        </p>
      ) : (
        <Headline
          figures={[
            [`cut in 30 days to ${formatDay(last.snapshotDate)}`, formatShare(last.dropRate), "drop-rate"],
            [
              "median cut",
              last.medianWithheld ? (
                <span class="is-unknown" title="fewer than 3 addresses">
                  withheld
                </span>
              ) : (
                formatShare(last.medianDropPct)
              ),
              "median-cut",
            ],
            ["advertised homes", formatCount(last.activeAddresses)],
            !isSuburb && ["suburbs included", formatCount(last.panelSuburbs)],
          ]}
        />
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
        {gaps.length > 0 && last !== undefined && "Shaded days have too little data. "}
        {last?.medianWithheld && "Withheld: fewer than 3 addresses had a cut. "}
      </p>
      <IndexNote points={points} set={set} isSuburb={isSuburb} />
    </>
  );
}

/** One element for every day from first to last; null where nothing, or nothing fair, was measured. */
function seriesOf(points: readonly Point[]) {
  const byDay = new Map(points.map((point) => [secondsOf(point.snapshotDate), point]));
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
      { label: "minimum for a reliable figure", values: days.map(() => 0.6) },
    ],
    gaps: spans(days.filter((_, i) => rates[i] === null)),
  };
}

/** Merges neighbouring days into spans, which extend half a day beyond each end. */
function spans(days: readonly number[]): [number, number][] {
  const found: [number, number][] = [];
  for (const day of days) {
    const last = found.at(-1);
    if (last !== undefined && day - last[1] <= DAY / 2) last[1] = day + DAY / 2;
    else found.push([day - DAY / 2, day + DAY / 2]);
  }
  return found;
}

/** Explains the discounting index: method, unit, dates and sources. */
function IndexNote({ points, set: { asOf, sources }, isSuburb }: Omit<DropIndexProps, "label">) {
  const since = points[0]?.snapshotDate;
  return (
    <details class="chart-note index-note">
      <summary>About this chart, dates and sources</summary>
      <p>
        {isSuburb
          ? "For each date, the share of the suburb's advertised homes whose asking price was cut in the 30 days up to it. A home is advertised when its listing was seen in the 14 days up to the date. Days without advertised homes are left blank."
          : "For each date, the share of advertised homes whose asking price was cut in the 30 days up to it: the plain mean over the suburbs with at least 20 homes advertised in the 14 days up to the date. Days that include fewer than 60 % of the suburbs that ever had a listing are left blank."}
      </p>
      <Facts
        rows={[
          ["Unit", "percent of addresses"],
          ["Measured since", since !== undefined && formatDay(since)],
          ["Data of", formatDay(asOf)],
          ...sources.map((source): [string, ComponentChildren] => [
            "Source",
            <div key={source.id} data-source={source.id}>
              <SourceLine source={source} />
              {source.attribution && <p>{source.attribution}</p>}
            </div>,
          ]),
          ["Source", sources.length === 0 && "withheld by its licence"],
        ]}
      />
    </details>
  );
}
