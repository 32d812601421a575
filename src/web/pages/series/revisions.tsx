import { alignLines, type LinePoints } from "../../charts/align-lines.ts";
import { LineChart } from "../../charts/line-chart.tsx";
import { Rows } from "../../parts/cite.tsx";
import { formatDay, formatMonth, formatNumber } from "../../parts/format.ts";
import { formatSeriesValue } from "../../parts/series-names.ts";
import { revisedPeriods, type SeriesVintages, type vintageLines } from "./vintages.ts";

const MAX_ROWS = 8;

interface Props {
  readonly title: string;
  readonly vintages: SeriesVintages;
  /** At least one. */
  readonly earlier: ReturnType<typeof vintageLines>;
  readonly newest: LinePoints;
}

/** Explains the faint lines, zooms in on them, and lists the newest revised figures. */
export function Revisions({ title, vintages, earlier, newest }: Props) {
  const unit = vintages.series?.unit ?? "";
  const [first, last] = [earlier[0], earlier.at(-1)!].map(({ publication }) => formatDay(publication));
  const start = Math.min(...earlier.flatMap(({ points }) => [...points.keys()]));
  const points = new Map([...newest.points].filter(([time]) => time >= start));
  const { times, values } = alignLines([
    { ...newest, points },
    ...earlier.map((one) => ({ ...newest, ...one })),
  ]);
  const published = ({ value, publication }: { value: number; publication: string }) => (
    <>
      {formatSeriesValue(value, unit)} <br />
      <span class="muted small">{formatDay(publication)}</span>
    </>
  );
  return (
    <section class="revisions">
      <h3>Revisions</h3>
      <p class="small muted">
        Faint lines show the series as published{" "}
        {earlier.length === 1 ? `on ${first}` : `on ${earlier.length} days from ${first} to ${last}`}, each
        from its first figure that was later revised.
      </p>
      <LineChart
        label={`${title}, revised figures`}
        times={times}
        lines={values.map((own, i) => ({ label: i === 0 ? "Newest" : "", isFaint: i > 0, values: own }))}
        format={(value) => formatSeriesValue(value, unit)}
        formatTime={formatMonth}
        height={200}
      />
      <Rows
        rows={revisedPeriods(vintages, MAX_ROWS)}
        what="Revisions"
        columns={[
          ["Period", ({ period }) => formatMonth(period)],
          ["First published", ({ first }) => published(first), "number"],
          ["Latest", ({ latest }) => published(latest), "number"],
          [
            "Revision",
            ({ revision, revisionPercent }) => (
              <>
                {revisionText(revision, unit)} <br />
                <span class="muted small">
                  {unit !== "percent" && revisionText(revisionPercent, "percent", " %")}
                </span>
              </>
            ),
            "number",
          ],
        ]}
      />
    </section>
  );
}

/** Signed change in its unit; a change of a percentage is in points, a relative change passes " %". */
function revisionText(change: number | undefined, unit: string, percent = " points"): string {
  if (change === undefined) return "";
  const sign = change > 0 ? "+" : change < 0 ? "\u2212" : "";
  const size = Math.abs(change);
  return `${sign}${unit === "percent" ? `${formatNumber(size)}${percent}` : formatSeriesValue(size, unit)}`;
}
