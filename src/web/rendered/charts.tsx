import type { ComponentChildren } from "preact";
import { alignLines } from "../charts/align-lines.ts";
import { DrawnLines } from "../charts/drawn-lines.tsx";
import { planLines } from "../charts/plan-lines.ts";
import { formatCount, type Instant, secondsOf } from "../parts/format.ts";
import { type Column, Table } from "../parts/section.tsx";

const [WIDTH, HEIGHT] = [640, 220];
const [BOTTOM, TOP] = [26, 8];

interface ChartProps {
  readonly title: string;
  /** Column heads and rows of the table behind the drawing. */
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly note?: ComponentChildren;
}

/** Drawing with its data as a collapsed table. */
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
        <Table
          label={title}
          rows={rows}
          columns={heads.map(
            (head, i): Column<readonly string[]> => [head, (row) => row[i], i > 0 ? "number" : ""],
          )}
        />
      </details>
    </figure>
  );
}

interface SpreadSvgProps {
  readonly title: string;
  /** One more than counts. */
  readonly edges: readonly number[];
  readonly counts: readonly number[];
  readonly value: number;
  readonly format: (value: number) => string;
  readonly note?: ComponentChildren;
}

/** Histogram of a range, with a mark at one value. */
export function SpreadSvg({ title, edges, counts, value, format, note }: SpreadSvgProps) {
  const most = counts.reduce((a, b) => Math.max(a, b), 1);
  const [first, end] = [edges[0], edges[edges.length - 1]];
  const x = (at: number) =>
    Math.round(12 + (WIDTH - 24) * Math.max(0, Math.min(1, (at - first) / (end - first))));
  const floor = HEIGHT - BOTTOM;
  return (
    <Chart
      title={title}
      note={note}
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

interface BarsProps {
  readonly title: string;
  readonly heads: readonly string[];
  /** Bars of each label, the first one highlighted; undefined values are not drawn. */
  readonly rows: readonly {
    readonly label: string;
    readonly bars: readonly { readonly value: number | undefined; readonly text: string }[];
  }[];
  /** Value of the longest bar; default: the largest first bar. */
  readonly most?: number;
  readonly note?: ComponentChildren;
}

/** Horizontal bars, one per label or two to compare. */
export function BarsSvg({ title, heads, rows, note, ...given }: BarsProps) {
  if (rows.length === 0) return null;
  const isPair = rows[0].bars.length > 1;
  const [bar, step, room] = isPair ? [14, 44, 70] : [16, 26, 110];
  const start = 250;
  const most = given.most ?? rows.reduce((a, { bars }) => Math.max(a, bars[0].value ?? 0), 1);
  return (
    <Chart
      title={title}
      heads={heads}
      note={note}
      height={rows.length * step + 4}
      rows={rows.map(({ label, bars }) => [label, ...bars.map(({ text }) => text)])}
    >
      {rows.map(({ label, bars }, i) => (
        <>
          <text x={start - 8} y={i * step + (isPair ? 22 : 16)} text-anchor="end">
            {label}
          </text>
          {bars.map(({ value, text }, place) => {
            if (value === undefined) return null;
            const y = i * step + 2 + 16 * place;
            const width = Math.max(1, Math.round(((WIDTH - start - room) * value) / most));
            return (
              <>
                <rect class={place === 0 ? "bar own" : "bar"} x={start} y={y} width={width} height={bar} />
                <text x={start + width + 6} y={y + bar - 2}>
                  {text}
                </text>
              </>
            );
          })}
        </>
      ))}
    </Chart>
  );
}

/** Maximum rows of a line's table. */
const MAX_ROWS = 40;

interface LineSvgProps<Point> {
  readonly title: string;
  readonly points: readonly Point[];
  readonly when: (point: Point) => string;
  /** Points farther apart are not joined. */
  readonly mostGapDays: number;
  readonly isUneven?: boolean;
  readonly format: (value: number) => string;
}

/** Line over time, broken where nothing was published. The table has the newest points. */
export function LineSvg<Point extends { readonly period?: Instant; readonly value: number }>({
  title,
  points,
  when,
  format,
  ...reach
}: LineSvgProps<Point>) {
  if (points.length < 2) return null;
  const own = new Map(points.map(({ period, value }) => [secondsOf(period), value]));
  const { times, values } = alignLines([{ points: own, ...reach }]);
  const lines = [{ label: title, values: values[0] }];
  // On a phone letters are 19 by about 11, and two points per three of its pixels show all that is visible.
  const room = { width: WIDTH, height: HEIGHT, letter: 11, column: 3 };
  return (
    <Chart
      title={title}
      heads={["Period", "Value"]}
      rows={points.slice(-MAX_ROWS).map((point) => [when(point), format(point.value)])}
    >
      <DrawnLines plan={planLines({ times, lines, format }, room)} />
    </Chart>
  );
}
