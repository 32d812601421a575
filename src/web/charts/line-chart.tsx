import { type Signal, useSignal } from "@preact/signals";
import { useId, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { EmbedPart } from "../keep/embed-body.tsx";
import { SavePicture, seenDrawing } from "../keep/picture.tsx";
import { palette } from "../map/palettes.ts";
import { Cite } from "../parts/cite.tsx";
import { Press, set } from "../parts/controls.tsx";
import { formatDay } from "../parts/format.ts";
import { type Column, Table } from "../parts/section.tsx";
import { DrawnLines } from "./drawn-lines.tsx";
import { type Line, type LinePlan, type LinesProps, planLines } from "./plan-lines.ts";

interface ChartProps extends LinesProps {
  readonly label: string;
  readonly formatTime?: (date: Date) => string;
  readonly height?: number;
  readonly embed?: EmbedPart | undefined;
}

/** The table shows this many of the newest rows. */
const MAX_NUMBERS = 60;
/** Pixels that the pointer must move before a drag picks a span. */
const MIN_DRAG = 8;

/**
 * Line chart over time; gaps stay gaps. The pointer and the arrow keys move a cursor, a drag zooms to a span,
 * a double click resets. A table has the same numbers, for screen readers and for exact reading.
 */
export function LineChart(props: ChartProps) {
  const { label, times, format, formatRight = format, formatTime = formatDay, height = 260 } = props;
  const named = useMemo(() => namedLines(props.lines), [props.lines, palette.value]);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const width = useSignal(640);
  const hidden = useSignal<readonly string[]>([]);
  const cursor = useSignal<number | undefined>(undefined);
  const band = useSignal<readonly [from: number, to: number] | undefined>(undefined);
  const ends = `${times[0]} ${times[times.length - 1]}`;
  const picked = useSignal<{ ends: string; rows: LinePlan["rows"] } | undefined>(undefined);
  const rows = picked.value?.ends === ends ? picked.value.rows : undefined;
  const plan = useMemo(() => {
    const seen = named.filter((line) => !hidden.value.includes(line.label));
    const lines = [...props.lines.filter(({ isFaint }) => isFaint), ...seen];
    return planLines({ ...props, lines }, { width: width.value, height, letter: 7, column: 1, rows });
  }, [times, named, hidden.value, width.value, rows?.join()]);
  const drawing = useMemo(() => <DrawnLines plan={plan} />, [plan]);
  useLayoutEffect(() => {
    const measure = () => set(width, box.current?.clientWidth || width.peek());
    const watcher = new ResizeObserver(measure);
    watcher.observe(box.current!);
    measure();
    return () => watcher.disconnect();
  }, []);
  const placeOf = (event: PointerEvent) =>
    event.clientX - (event.currentTarget as Element).getBoundingClientRect().left;
  const onDown = (event: PointerEvent) => {
    cursor.value = plan.rowAt(placeOf(event));
    if (event.pointerType === "touch" || event.button !== 0) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    band.value = [placeOf(event), placeOf(event)];
  };
  const onMove = (event: PointerEvent) => {
    cursor.value = plan.rowAt(placeOf(event));
    if (band.value) band.value = [band.value[0], placeOf(event)];
  };
  const onUp = () => {
    const [from, to] = (band.value ?? [0, 0]).toSorted((a, b) => a - b);
    const span = [plan.rowAt(from), plan.rowAt(to)] as const;
    if (to - from >= MIN_DRAG && span[0] < span[1]) picked.value = { ends, rows: span };
    band.value = undefined;
  };
  const onLeave = (event: PointerEvent) => {
    // On touch screens the cursor stays where the finger was.
    if (event.pointerType !== "touch") cursor.value = undefined;
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === "Escape") picked.value = undefined;
    if (step === undefined) return;
    event.preventDefault();
    const [first, last] = plan.rows;
    const now = cursor.value ?? (step > 0 ? first - 1 : last + 1);
    cursor.value = Math.min(last, Math.max(first, now + step * (event.shiftKey ? 10 : 1)));
  };
  const write = ({ isRight }: Line) => (isRight ? formatRight : format);
  const writeTime = (row: number) => formatTime(new Date(times[row] * 1000));
  return (
    <figure class="chart-figure">
      <div ref={box}>
        <div
          class="chart"
          tabIndex={0}
          role="img"
          aria-label={`${label}. Arrow keys move the cursor; the numbers follow in a table.`}
          aria-describedby={id}
          onKeyDown={onKey}
          onPointerDown={onDown}
          onPointerMove={onMove}
          onPointerUp={onUp}
          onPointerCancel={onUp}
          onPointerLeave={onLeave}
          onDblClick={() => set(picked, undefined)}
        >
          <svg viewBox={`0 0 ${width.value} ${height}`}>
            {drawing}
            <Cursor plan={plan} times={times} cursor={cursor} band={band} />
          </svg>
        </div>
        <Legend
          lines={named}
          last={times.length - 1}
          cursor={cursor}
          hidden={hidden}
          write={write}
          writeTime={writeTime}
        />
      </div>
      <details class="small muted" id={id}>
        <summary>Numbers ({times.length})</summary>
        <Table
          rows={[...times.keys()].slice(-MAX_NUMBERS)}
          columns={[
            ["Date", writeTime],
            ...named.map(
              (line): Column<number> => [
                line.label,
                (row) =>
                  typeof line.values[row] === "number" ? (
                    valueText(line, row, write)
                  ) : (
                    <span class="is-unknown">{valueText(line, row, write)}</span>
                  ),
                "number",
              ],
            ),
          ]}
        />
      </details>
      <div class="cite-line">
        <SavePicture what={label} draw={() => (box.current ? seenDrawing(box.current, label) : undefined)} />
        <Cite what={label} embed={props.embed} />
      </div>
      <figcaption class="visually-hidden">
        {named.map((line) => {
          const row = newestRow(line);
          return row >= 0 && `${line.label}: ${valueText(line, row, write)} on ${writeTime(row)}. `;
        })}
      </figcaption>
    </figure>
  );
}

/** Lines with a legend entry, in distinguishable colours. */
function namedLines(lines: readonly Line[]): Line[] {
  const { categories } = palette.peek();
  const colours = [undefined, ...[0, 4, 1, 6, 2, 5].map((i) => categories[i])];
  return lines
    .filter(({ isFaint }) => !isFaint)
    .map((line, i) => ({ ...line, colour: colours[i % colours.length] }));
}

const newestRow = ({ values }: Line) => values.findLastIndex((value) => typeof value === "number");

type Write = (line: Line) => (value: number) => string;

function valueText(line: Line, row: number, write: Write): string {
  const value = line.values[row];
  return typeof value === "number" ? write(line)(value) : value === null ? "not measured" : "no point";
}

interface CursorProps {
  readonly plan: LinePlan;
  readonly times: readonly number[];
  readonly cursor: Signal<number | undefined>;
  readonly band: Signal<readonly [from: number, to: number] | undefined>;
}

/** Cursor overlay: a component of its own, so that pointer moves do not re-render the lines. */
function Cursor({ plan: { left, right, top, bottom, x, rows, lines }, times, cursor, band }: CursorProps) {
  const row = cursor.value;
  const [from, to] = (band.value ?? []).toSorted((a, b) => a - b);
  const isSeen = row !== undefined && row >= rows[0] && row <= rows[1];
  const dots = lines.flatMap(({ line, y }) => {
    const value = isSeen && !line.isFaint ? line.values[row] : undefined;
    return typeof value === "number" ? [{ colour: line.colour, y: y(value) }] : [];
  });
  return (
    <g class="cursor">
      {from < to && <rect class="gap" x={from} y={top} width={to - from} height={bottom - top} />}
      {isSeen && <path d={`M${x(times[row])} ${top}V${bottom}`} />}
      {dots.length > 0 && <path d={`M${left} ${dots[0].y}H${right}`} />}
      {dots.map(({ colour, y }) => (
        <circle style={colour && { "--ink": colour }} r="4" cx={x(times[row!])} cy={y} />
      ))}
    </g>
  );
}

interface LegendProps {
  readonly lines: readonly Line[];
  readonly last: number;
  readonly cursor: Signal<number | undefined>;
  readonly hidden: Signal<readonly string[]>;
  readonly write: Write;
  readonly writeTime: (row: number) => string;
}

/** Values under the cursor; without one each line's newest value, dated if it is not the chart's last. */
function Legend({ lines, last, cursor, hidden, write, writeTime }: LegendProps) {
  const row = cursor.value;
  const textOf = (line: Line) => {
    const newest = newestRow(line);
    if (row !== undefined || newest < 0) return valueText(line, row ?? last, write);
    return valueText(line, newest, write) + (newest === last ? "" : ` (${writeTime(newest)})`);
  };
  const toggle = (label: string) =>
    set(
      hidden,
      hidden.value.includes(label) ? hidden.value.filter((one) => one !== label) : [...hidden.value, label],
    );
  return (
    <ul class="chart-legend small">
      <li>{writeTime(row ?? last)}</li>
      {lines.map((line) => (
        <li key={line.label}>
          <Press
            class="quiet"
            aria-pressed={!hidden.value.includes(line.label)}
            onClick={() => toggle(line.label)}
          >
            <span class="swatch" style={line.colour && { "--ink": line.colour }} /> {line.label}
          </Press>{" "}
          {textOf(line)}
        </li>
      ))}
    </ul>
  );
}
