import { useEffect, useId, useRef } from "preact/hooks";
import type uPlot from "uplot";
import type { EmbedPart } from "../keep/embed-body.tsx";
import { SavePicture } from "../keep/picture.tsx";
import { palette } from "../map/palettes.ts";
import { Cite, sourcesAround } from "../parts/cite.tsx";
import { formatDay, formatDayOfYear, formatMonth } from "../parts/format.ts";
import { type Column, Table } from "../parts/section.tsx";
import type { LineValues } from "./align-lines.ts";
import { chartSvg } from "./chart-svg.ts";

/** A line of a chart. */
export interface Line {
  readonly label: string;
  readonly values: LineValues;
  readonly kind?: "line" | "steps" | "area";
  /** Scale at the right; at the left unless given. */
  readonly isRight?: boolean;
  /** Drawn thin behind the others, without legend or numbers: what the chart's caller explains itself. */
  readonly isFaint?: boolean;
}

interface ChartProps {
  readonly label: string;
  /** Unix seconds, ascending. */
  readonly times: readonly number[];
  readonly lines: readonly Line[];
  readonly format: (value: number) => string;
  readonly formatRight?: (value: number) => string;
  readonly formatTime?: (date: Date) => string;
  /** Spans without a fair reading, shaded. */
  readonly gaps?: readonly (readonly [from: number, to: number])[];
  readonly height?: number;
  /** What of it others can show on their pages. */
  readonly embed?: EmbedPart | undefined;
}

/** The newest so many are in the table. */
const MOST_NUMBERS = 60;

const loadPlot = async () => {
  const [{ default: Plot }] = await Promise.all([import("uplot"), import("uplot/dist/uPlot.min.css")]);
  return Plot;
};

/** Lines over time; gaps stay gaps. The same numbers are in a table for ears and for anyone who wants them exactly. */
export function LineChart(props: ChartProps) {
  const { label, times, format, formatRight = format, formatTime = formatDay, height = 260 } = props;
  const drawn = props.lines.toSorted((a, b) => Number(b.isFaint ?? false) - Number(a.isFaint ?? false));
  const lines = drawn.filter(({ isFaint }) => isFaint !== true);
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const id = useId();
  const draw = async (isCurrent: () => boolean) => {
    const Plot = await loadPlot();
    if (!isCurrent() || box.current === null) return;
    plot.current?.destroy();
    plot.current = new Plot(
      optionsFor({ ...props, lines: drawn }, box.current.clientWidth, height),
      [[...times], ...drawn.map((line) => [...line.values])] as uPlot.AlignedData,
      box.current,
    );
  };
  const theme = palette.value;
  useEffect(() => {
    let isCurrent = true;
    void draw(() => isCurrent);
    return () => {
      isCurrent = false;
    };
  }, [times, props.lines, theme]);
  useEffect(() => {
    const watcher = new ResizeObserver(() => {
      if (box.current !== null) plot.current?.setSize({ width: box.current.clientWidth, height });
    });
    watcher.observe(box.current!);
    return () => {
      watcher.disconnect();
      plot.current?.destroy();
    };
  }, []);
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined || plot.current === undefined) return;
    event.preventDefault();
    const now = plot.current.cursor.idx ?? (step > 0 ? -1 : times.length);
    const next = Math.min(times.length - 1, Math.max(0, now + step * (event.shiftKey ? 10 : 1)));
    plot.current.setCursor({ left: plot.current.valToPos(times[next], "x"), top: 40 });
  };
  const drawing = () =>
    plot.current && {
      title: label,
      ...chartSvg(plot.current, drawn, props.gaps ?? []),
      sources: sourcesAround(box.current!),
    };
  const last = lines.map(({ values }) => values.findLastIndex((value) => typeof value === "number"));
  return (
    <figure class="chart-figure">
      <div
        class="chart"
        ref={box}
        style={{ minHeight: `${height}px` }}
        tabIndex={0}
        role="img"
        aria-label={`${label}. Arrow keys move the cursor; the numbers follow in a table.`}
        aria-describedby={id}
        onKeyDown={onKey}
      />
      <details class="small muted" id={id}>
        <summary>Numbers ({times.length})</summary>
        <Table
          rows={[...times.keys()].slice(-MOST_NUMBERS)}
          columns={[
            ["Date", (row) => formatTime(new Date(times[row] * 1000))],
            ...lines.map(
              ({ label: own, values, isRight }): Column<number> => [
                own,
                (row) => {
                  const value = values[row];
                  if (typeof value === "number") return (isRight ? formatRight : format)(value);
                  return <span class="is-unknown">{value === null ? "not measured" : "no point"}</span>;
                },
                "number",
              ],
            ),
          ]}
        />
      </details>
      <div class="cite-line">
        <SavePicture what={label} draw={drawing} />
        <Cite what={label} embed={props.embed} />
      </div>
      <figcaption class="visually-hidden">
        {lines.map(
          (line, i) =>
            last[i] >= 0 &&
            `${line.label}: ${(line.isRight ? formatRight : format)(line.values[last[i]]!)} on ${formatTime(new Date(times[last[i]] * 1000))}. `,
        )}
      </figcaption>
    </figure>
  );
}

function optionsFor(
  { times, lines, format, formatRight = format, formatTime = formatDay, gaps = [] }: ChartProps,
  width: number,
  height: number,
): uPlot.Options {
  const { accent, categories, muted, text } = palette.peek();
  const axis = {
    stroke: muted,
    grid: { stroke: `${muted}33`, width: 1 },
    ticks: { stroke: `${muted}33`, width: 1 },
    font: "12px system-ui",
  };
  const colours = [
    accent,
    categories[0],
    categories[4],
    categories[1],
    categories[6],
    categories[2],
    categories[5],
  ];
  const faintCount = lines.filter(({ isFaint }) => isFaint).length;
  const hasRight = lines.some(({ isRight }) => isRight);
  return {
    width,
    height,
    // Days are days of the calendar, wherever the reader is.
    tzDate: (stamp) => new Date(stamp * 1000 + new Date(stamp * 1000).getTimezoneOffset() * 60_000),
    scales: {
      x: { time: true },
      // What is filled is read by its height: it begins at zero.
      ...(lines.some(({ kind, isRight }) => kind === "area" && !isRight) ? { y: { range: fromZero } } : {}),
    },
    legend: { show: true },
    series: [
      {
        value: (_: uPlot, stamp: number | null) =>
          formatTime(new Date((stamp ?? times[times.length - 1]) * 1000)),
      },
      ...lines.map(
        (line, i): uPlot.Series => ({
          label: line.label,
          scale: line.isRight ? "right" : "y",
          stroke: line.isFaint ? `${muted}99` : colours[(i - faintCount) % colours.length],
          width: line.isFaint ? 1 : 2,
          ...(line.isFaint ? { class: "is-faint" } : {}),
          points: { show: line.kind === "steps" },
          ...(line.kind === "area" ? { fill: `${colours[(i - faintCount) % colours.length]}22` } : {}),
          ...(line.kind === "steps" ? { paths: steppedPaths } : {}),
          spanGaps: false,
          value: (_, value, _series, place: number | null | undefined) => {
            const write = line.isRight ? formatRight : format;
            // No cursor: the newest of each line.
            if (place === null || place === undefined)
              return newestText(times, line.values, write, formatTime);
            if (value === undefined) return "no point";
            return value === null ? "not measured" : write(value);
          },
        }),
      ),
    ],
    axes: [
      // Room for "Nov 2026".
      { ...axis, space: 72, values: (_, splits) => timeTexts(splits) },
      { ...axis, size: 64, values: (_, splits) => splits.map((value) => format(value)) },
      ...(hasRight
        ? [
            {
              ...axis,
              scale: "right",
              side: 1 as const,
              size: 64,
              grid: { show: false },
              values: (_: uPlot, splits: number[]) => splits.map((value) => formatRight(value)),
            },
          ]
        : []),
    ],
    hooks: {
      drawClear: [
        (plot) => {
          plot.ctx.fillStyle = `${text}14`;
          for (const [from, to] of gaps) {
            const [left, right] = [plot.valToPos(from, "x", true), plot.valToPos(to, "x", true)];
            plot.ctx.fillRect(left, plot.bbox.top, Math.max(2, right - left), plot.bbox.height);
          }
        },
      ],
    },
  };
}

function fromZero(_: uPlot, min: number | null, max: number | null): [number, number] {
  const [low, high] = [Math.min(0, min ?? 0), Math.max(0, max ?? 0)];
  return [low, high === low ? low + 1 : high + (high - low) * 0.05];
}

/** The newest value of a line, with its date where that is not the chart's last. */
function newestText(
  times: readonly number[],
  values: LineValues,
  format: (value: number) => string,
  formatTime: (date: Date) => string,
): string {
  const last = values.findLastIndex((value) => typeof value === "number");
  if (last < 0) return "no point";
  const text = format(values[last]!);
  return last === times.length - 1 ? text : `${text} (${formatTime(new Date(times[last] * 1000))})`;
}

/** Years, months or days, as the distance between the marks asks for. */
function timeTexts(splits: readonly number[]): string[] {
  const gap = splits.length > 1 ? splits[1] - splits[0] : 0;
  return splits.map((stamp) => {
    const date = new Date(stamp * 1000);
    if (gap > 300 * 86_400) return String(date.getUTCFullYear());
    return gap > 25 * 86_400 ? formatMonth(date) : formatDayOfYear(date);
  });
}

const steppedPaths: uPlot.Series.PathBuilder = (plot, seriesIdx, first, last) => {
  const stroke = new Path2D();
  const [times, values] = [plot.data[0], plot.data[seriesIdx]];
  const scale = plot.series[seriesIdx].scale!;
  let isOpen = false;
  for (let i = first; i <= last; i++) {
    const value = values[i];
    if (value === null || value === undefined) continue;
    const [x, y] = [plot.valToPos(times[i], "x", true), plot.valToPos(value, scale, true)];
    if (isOpen) stroke.lineTo(x, plot.valToPos(values[i - 1] ?? value, scale, true));
    stroke[isOpen ? "lineTo" : "moveTo"](x, y);
    isOpen = true;
  }
  return {
    stroke,
    fill: null,
    clip: null,
    band: null,
    gaps: null,
    flags: 1,
  } as unknown as uPlot.Series.Paths;
};
