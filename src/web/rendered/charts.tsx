import type { ComponentChildren } from "preact";
import { type LinePoint, roundMarks, thinned, yearMarks } from "../charts/line-points.ts";
import { formatCount } from "../parts/format.ts";

const [WIDTH, HEIGHT] = [640, 220];
const [BOTTOM, TOP] = [26, 8];

interface ChartProps {
  readonly title: string;
  /** Heads of the table behind the drawing, and its rows. */
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly note?: ComponentChildren;
}

/** A drawing with the table that it was made from behind it. */
function Chart({
  title,
  heads,
  rows,
  note,
  height = HEIGHT,
  children,
}: ChartProps & { readonly height?: number; readonly children: ComponentChildren }) {
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={`${title}; the table has the figures`}>
        {children}
      </svg>
      {note && <p class="chart-note">{note}</p>}
      <details>
        <summary>{`${title} as a table`}</summary>
        <Table heads={heads} rows={rows} />
      </details>
    </figure>
  );
}

/** A plain table: the first column names the row, the others are numbers unless their head is in `words`. */
export function Table({
  heads,
  rows,
  words = [],
  named = [],
  label = heads.join(", "),
}: {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly ComponentChildren[])[];
  readonly words?: readonly string[];
  /** Columns whose heads are next to the cells on a phone. */
  readonly named?: readonly string[];
  /** Tells several tables of a page apart that have the same heads. */
  readonly label?: string;
}) {
  const kind = (head: string, i: number) => (i === 0 || words.includes(head) ? undefined : "number");
  return (
    <div class="scrolls" tabIndex={0} role="region" aria-label={`Table: ${label}`}>
      <table>
        <thead>
          <tr>
            {heads.map((head, i) => (
              <th scope="col" class={kind(head, i)}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {row.map((cell, i) =>
                i === 0 ? (
                  <th scope="row">{cell}</th>
                ) : (
                  <td class={kind(heads[i], i)} data-head={named.includes(heads[i]) ? heads[i] : undefined}>
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** How many have a value in each part of a range, and where one value is. */
export function SpreadSvg({
  title,
  edges,
  counts,
  value,
  format,
  note,
}: {
  readonly title: string;
  /** One more than counts. */
  readonly edges: readonly number[];
  readonly counts: readonly number[];
  readonly value: number;
  readonly format: (value: number) => string;
  readonly note?: ComponentChildren;
}) {
  const most = counts.reduce((a, b) => Math.max(a, b), 1);
  const [first, end] = [edges[0], edges[edges.length - 1]];
  const x = (at: number) =>
    Math.round(12 + (WIDTH - 24) * Math.max(0, Math.min(1, (at - first) / (end - first))));
  const floor = HEIGHT - BOTTOM;
  return (
    <Chart
      {...{ title, note }}
      heads={["From", "To", "Suburbs"]}
      rows={counts.map((count, i) => [format(edges[i]), format(edges[i + 1]), formatCount(count)])}
    >
      {counts.map((count, i) => {
        const height = Math.round(((floor - TOP) * count) / most);
        return (
          <rect
            class={value >= edges[i] && value <= edges[i + 1] ? "bar own" : "bar"}
            x={x(edges[i])}
            y={floor - height}
            width={Math.max(1, x(edges[i + 1]) - x(edges[i]) - 1)}
            height={height}
          />
        );
      })}
      <line class="mark" x1={x(value)} x2={x(value)} y1={TOP} y2={floor} />
      <text x="12" y={HEIGHT - 6}>
        {format(first)}
      </text>
      <text x={WIDTH - 12} y={HEIGHT - 6} text-anchor="end">
        {format(end)}
      </text>
    </Chart>
  );
}

/** Shares of the thing next to those of what it is compared with. */
export function SharesSvg({
  title,
  names,
  rows,
  note,
}: {
  readonly title: string;
  readonly names: readonly [own: string, other: string];
  readonly rows: readonly {
    readonly label: string;
    readonly own: number;
    readonly other?: number | undefined;
  }[];
  readonly note?: ComponentChildren;
}) {
  if (rows.length === 0) return null;
  const [bar, step, start] = [14, 44, 250];
  const text = (share: number | undefined) => (share === undefined ? "not known" : `${share.toFixed(1)} %`);
  const width = (share: number) => Math.max(1, Math.round(((WIDTH - start - 70) * share) / 100));
  return (
    <Chart
      {...{ title, note }}
      height={rows.length * step + 4}
      heads={["Share", ...names]}
      rows={rows.map(({ label, own, other }) => [label, text(own), text(other)])}
    >
      {rows.map(({ label, own, other }, i) => (
        <>
          <text x={start - 8} y={i * step + 22} text-anchor="end">
            {label}
          </text>
          <rect class="bar own" x={start} y={i * step + 2} width={width(own)} height={bar} />
          <text x={start + width(own) + 6} y={i * step + 14}>
            {text(own)}
          </text>
          {other !== undefined && (
            <>
              <rect class="bar" x={start} y={i * step + 18} width={width(other)} height={bar} />
              <text x={start + width(other) + 6} y={i * step + 30}>
                {text(other)}
              </text>
            </>
          )}
        </>
      ))}
    </Chart>
  );
}

/** One bar a name. */
export function BarsSvg({
  title,
  heads,
  rows,
}: {
  readonly title: string;
  readonly heads: readonly [string, string];
  readonly rows: readonly { readonly label: string; readonly value: number; readonly text: string }[];
}) {
  const [bar, step, start] = [16, 26, 250];
  const most = rows.reduce((a, { value }) => Math.max(a, value), 1);
  return (
    <Chart
      {...{ title, heads }}
      height={rows.length * step + 4}
      rows={rows.map(({ label, text }) => [label, text])}
    >
      {rows.map(({ label, value, text }, i) => {
        const width = Math.max(1, Math.round(((WIDTH - start - 110) * value) / most));
        return (
          <>
            <text x={start - 8} y={i * step + 16} text-anchor="end">
              {label}
            </text>
            <rect class="bar own" x={start} y={i * step + 2} width={width} height={bar} />
            <text x={start + width + 6} y={i * step + 16}>
              {text}
            </text>
          </>
        );
      })}
    </Chart>
  );
}

const RIGHT = WIDTH - 12;
/** Half of the signs of a phone. */
const LINE_TOP = 14;

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
  const y = (value: number) =>
    Math.round(LINE_TOP + (HEIGHT - LINE_TOP - BOTTOM) * (1 - (value - low) / (high - low)));
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
