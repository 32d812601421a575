import type { ComponentChildren } from "preact";
import { type LinePoint, roundMarks, thinned, yearMarks } from "../charts/line-points.ts";
import { BOTTOM, Chart, HEIGHT, WIDTH } from "./charts.tsx";

const RIGHT = WIDTH - 12;
/** Half of the signs of a phone. */
const TOP = 14;

/** A line over time, by date: what nobody published leaves its place. The table has the newest points. */
export function LineSvg({
  title,
  points,
  format,
  note,
  most = 40,
}: {
  readonly title: string;
  readonly points: readonly LinePoint[];
  readonly format: (value: number) => string;
  readonly note?: ComponentChildren;
  /** Rows of the table. */
  readonly most?: number;
}) {
  if (points.length < 2) return null;
  const values = points.map(({ value }) => value);
  const marks = roundMarks(
    values.reduce((a, b) => Math.min(a, b)),
    values.reduce((a, b) => Math.max(a, b)),
  );
  const [low, high] = [marks[0], marks[marks.length - 1]];
  // Signs of a phone are 19 high and some 11 wide.
  const left = marks.reduce((widest, mark) => Math.max(widest, format(mark).length * 11 + 10), 40);
  const [first, last] = [points[0], points[points.length - 1]];
  const x = (at: number) =>
    Math.round(left + ((RIGHT - left) * (at - first.at)) / Math.max(1, last.at - first.at));
  const y = (value: number) => Math.round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - (value - low) / (high - low)));
  const years = yearMarks(first.at, last.at);
  return (
    <Chart
      {...{ title, note }}
      heads={["Period", "Value"]}
      rows={points.slice(-most).map(({ label, value }) => [label, format(value)])}
    >
      {marks.map((value) => (
        <>
          <line class="grid" x1={left} x2={RIGHT} y1={y(value)} y2={y(value)} />
          <text x={left - 6} y={y(value) + 5} text-anchor="end">
            {format(value)}
          </text>
        </>
      ))}
      <polyline
        class="line"
        points={thinned(points)
          .map(({ at, value }) => `${x(at)},${y(value)}`)
          .join(" ")}
      />
      {years.length > 2 ? (
        years.map((year) => (
          <text x={x(Date.UTC(year))} y={HEIGHT - 4} text-anchor="middle">
            {year}
          </text>
        ))
      ) : (
        <>
          <text x={left} y={HEIGHT - 4}>
            {first.label}
          </text>
          <text x={RIGHT} y={HEIGHT - 4} text-anchor="end">
            {last.label}
          </text>
        </>
      )}
    </Chart>
  );
}
