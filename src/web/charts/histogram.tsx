import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { columnsVersion, country, type Metric, sourcesOfMetrics } from "../data/country.ts";
import { hasFigures } from "../data/metric-groups.ts";
import { SavePicture, seenDrawing } from "../keep/picture.tsx";
import { Press, Remove, set, Tick } from "../parts/controls.tsx";
import { formatCount, formatValue, readNumber } from "../parts/format.ts";
import { announce } from "../parts/live-region.tsx";
import { SourceNote } from "../parts/source-note.tsx";
import { listenTo } from "../view/browser.ts";
import { type Brush, brushOf, OPEN, placeOfBrush, withBrush } from "../view/conditions.ts";
import { adjustView, changeView, settleView } from "../view/navigate.ts";
import { inFrame, usePainting } from "../view/painting.ts";
import { selection } from "../view/selection.ts";
import { view } from "../view/view-state.ts";
import { type Bins, binsOf, countBins, keptBinCounts, placeOfValue, valueAtPlace } from "./bins.ts";
import { CategoryBars } from "./category-bars.tsx";

/** Returns the metric's brush from the view, or an open one that keeps suburbs without data. */
function brushFor(key: string): Brush {
  const { where } = view.value;
  const place = placeOfBrush(where, key);
  return (place < 0 ? undefined : brushOf(where[place])) ?? { ...OPEN, key, keepsUnknown: true };
}

export function Histogram({ metric }: { metric: Metric }) {
  columnsVersion.value;
  const frame = country.value?.frame;
  const isThere = frame?.has(metric.key) === true;
  const brush = brushFor(metric.key);
  const isActive = placeOfBrush(view.value.where, metric.key) >= 0;
  const box = useRef<HTMLDivElement>(null);
  const drawing = () => {
    const seen = box.current?.querySelector(".category-bars") ?? box.current;
    const { count = 0, scopeCount = 0 } = selection.peek() ?? {};
    const note = `${formatCount(count)} of ${formatCount(scopeCount)} suburbs match`;
    return seen ? { ...seenDrawing(seen, metric.label, sourcesOfMetrics([metric.key])), note } : undefined;
  };
  const nulls = isThere ? (selection.value?.unknown(metric.key) ?? 0) : 0;
  return (
    <section class={`histogram ${isActive ? "is-active" : ""}`} aria-label={metric.label}>
      <header>
        <h3>{metric.label}</h3>
        <SourceNote metric={metric}>
          {isThere && (
            <p>
              Picture: <SavePicture what={`the figures of ${metric.label}`} draw={drawing} />
            </p>
          )}
        </SourceNote>
        {isActive && (
          <Press
            class="quiet"
            aria-label={`Clear the filter on ${metric.label}`}
            onClick={() => clear(metric.key)}
          >
            Clear
          </Press>
        )}
        <Remove
          class="quiet"
          aria-label={`Remove the histogram of ${metric.label}`}
          onClick={() =>
            changeView({ histograms: view.peek().histograms.filter((key) => key !== metric.key) })
          }
        />
      </header>
      <div ref={box}>
        {!isThere ? (
          <div class="histogram-wait muted small">Loading…</div>
        ) : metric.categoryLabels.length > 0 ? (
          <CategoryBars metric={metric} brush={brush} />
        ) : metric.dataCount === 0 ? (
          <div class="histogram-wait muted small">
            This data has no figures for it. <a href="/coverage">See coverage</a>
          </div>
        ) : (
          <NumericBrush metric={metric} bins={binsOf(frame!, metric)} brush={brush} />
        )}
      </div>
      {nulls > 0 && isThere && hasFigures(metric) && (
        <Tick
          kind="unknown-switch small"
          isOn={brush.keepsUnknown}
          onTick={(keepsUnknown) => setBrush({ ...brush, keepsUnknown })}
        >
          <span class="swatch swatch-unknown" /> keep {formatCount(nulls)} without data
        </Tick>
      )}
    </section>
  );
}

function setBrush(brush: Brush): void {
  changeView({ where: withBrush(view.peek().where, brush) });
}

function clear(key: string): void {
  const place = placeOfBrush(view.peek().where, key);
  if (place >= 0) changeView({ where: view.peek().where.toSpliced(place, 1) });
}

function NumericBrush({ metric, bins, brush }: { metric: Metric; bins: Bins; brush: Brush }) {
  const drawing = useRef<SVGSVGElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const count = bins.edges.length - 1;
  usePainting(() => {
    const picked = selection.value;
    if (picked === undefined || drawing.current === null) return;
    const place = placeOfBrush(view.value.where, metric.key);
    const others = place < 0 ? picked.words : picked.without(place);
    const counted = countBins(bins, others);
    const matched = others === picked.words ? counted : countBins(bins, picked.words);
    drawBars(drawing.current, [keptBinCounts(bins, picked.scope), counted, matched], count);
  });

  const { min = bins.edges[0], max = bins.edges[count] } = brush;
  const [low, high] = bandNow(bins, metric.key);
  const brushed = (from: number, to: number): Brush => {
    const first = valueAtPlace(bins, from * count);
    const last = lowerValue(bins, to * count);
    const [a, b] = first <= last ? [first, last] : [last, first];
    const [least, most] = [a <= bins.edges[0], b >= topValue(bins)];
    return withBounds(metric.key, { min: least ? undefined : a, max: most ? undefined : b });
  };
  const drag = (from: number, to: number) =>
    inFrame(`brush ${metric.key}`, () =>
      adjustView({ where: withBrush(view.peek().where, brushed(from, to)) }),
    );

  useEffect(() => watchBrush(track.current!, () => bandNow(bins, metric.key), drag), [bins]);

  const onKey = (event: KeyboardEvent, end: "low" | "high") => {
    const sign = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (event.key === "Escape") clear(metric.key);
    if (sign === undefined) return;
    event.preventDefault();
    const step = (sign * (event.shiftKey ? 5 : 1)) / count;
    const [from, to] = bandNow(bins, metric.key);
    const move = (place: number) => Math.min(1, Math.max(0, place + step));
    if (event.altKey) drag(move(from), move(to));
    else drag(end === "low" ? move(from) : from, end === "high" ? move(to) : to);
    requestAnimationFrame(() => {
      settleView();
      const now = brushFor(metric.key);
      const value = (end === "low" ? now.min : now.max) ?? (end === "low" ? metric.min : metric.max) ?? 0;
      announce(`${formatValue(value, metric.unit)}; ${formatCount(selection.peek()?.count ?? 0)} match`);
    });
  };
  const handle = (end: "low" | "high", place: number, value: number) => (
    <div
      class={`handle handle-${end}`}
      style={{ left: `${place * 100}%` }}
      role="slider"
      tabIndex={0}
      aria-label={`${metric.label}, ${end === "low" ? "from" : "to"}`}
      aria-valuemin={metric.min ?? 0}
      aria-valuemax={metric.max ?? 0}
      aria-valuenow={value}
      aria-valuetext={formatValue(value, metric.unit)}
      onKeyDown={(event) => onKey(event, end)}
    />
  );
  return (
    <>
      <div class="brush" ref={track}>
        <svg ref={drawing} aria-hidden="true" preserveAspectRatio="none">
          {["all", "others", "matched"].map((layer) => (
            <path key={layer} class={`bars-${layer}`} />
          ))}
        </svg>
        <div class="brush-band" style={{ left: `${low * 100}%`, width: `${(high - low) * 100}%` }} />
        {handle("low", low, min)}
        {handle("high", high, max)}
      </div>
      <div class="bounds small">
        <Bound
          label={`${metric.label} from`}
          value={min}
          unit={metric.unit}
          isSet={brush.min !== undefined}
          onSet={(value) => setBound(metric.key, "min", value)}
        />
        <Bound
          label={`${metric.label} to`}
          value={Math.min(max, metric.max ?? max)}
          unit={metric.unit}
          isSet={brush.max !== undefined}
          onSet={(value) => setBound(metric.key, "max", value)}
        />
      </div>
    </>
  );
}

/** Draws layers of bars over one another. Heights follow the square root, so that small bins stay visible. */
function drawBars(svg: SVGSVGElement, layers: readonly Uint32Array[], bins: number): void {
  const [width, height] = [svg.clientWidth, svg.clientHeight];
  if (width === 0 || bins === 0) return;
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const most = layers[0].subarray(0, bins).reduce((a, b) => Math.max(a, b), 1);
  const gap = width / bins > 5 ? 1 : 0;
  layers.forEach((counts, layer) => {
    let d = "";
    for (let i = 0; i < bins; i++) {
      if (counts[i] === 0) continue;
      const [x, end] = [Math.round((i * width) / bins), Math.round(((i + 1) * width) / bins)];
      const tall = Math.max(1, Math.sqrt(counts[i] / most) * height).toFixed(1);
      d += `M${x} ${height}v-${tall}h${Math.max(1, end - x - gap)}v${tall}z`;
    }
    svg.children[layer].setAttribute("d", d);
  });
}

/** Whole values are inclusive at both ends: the band ends at the edge after the last one. */
const upperEdge = ({ isWhole, edges }: Bins, max: number) =>
  isWhole && max < edges[edges.length - 1] ? max + 1 : max;
const lowerValue = (bins: Bins, place: number) => valueAtPlace(bins, place) - (bins.isWhole ? 1 : 0);
const topValue = ({ isWhole, edges }: Bins) => edges[edges.length - 1] - (isWhole ? 1 : 0);

function bandNow(bins: Bins, key: string): [from: number, to: number] {
  const count = bins.edges.length - 1;
  const { min = bins.edges[0], max = bins.edges[count] } = brushFor(key);
  return [placeOfValue(bins, min) / count, placeOfValue(bins, upperEdge(bins, max)) / count];
}

/** The first filter on a metric drops suburbs without data: the chip and the switch say so. */
function withBounds(key: string, bounds: Partial<Pick<Brush, "min" | "max">>): Brush {
  const next = { ...brushFor(key), ...bounds };
  const isNew = placeOfBrush(view.peek().where, key) < 0;
  return isNew ? { ...next, keepsUnknown: next.min === undefined && next.max === undefined } : next;
}

function setBound(key: string, end: "min" | "max", value: number | undefined): void {
  const next = withBounds(key, { [end]: value });
  if (next.min === undefined || next.max === undefined || next.min <= next.max) setBrush(next);
}

interface BoundProps {
  readonly label: string;
  readonly value: number;
  readonly unit: string;
  readonly isSet: boolean;
  readonly onSet: (value: number | undefined) => void;
}

/** Text field of a bound: accepts 900k, $1.2m, 12.5. */
function Bound({ label, value, unit, isSet, onSet }: BoundProps) {
  // Holds the typed text until it is committed: columns that arrive meanwhile re-render the histogram.
  const typed = useSignal<string | undefined>(undefined);
  return (
    <input
      type="text"
      inputMode="decimal"
      aria-label={label}
      class={isSet ? "is-set" : ""}
      value={typed.value ?? formatValue(value, unit)}
      onFocus={(event) => event.currentTarget.select()}
      onInput={(event) => set(typed, event.currentTarget.value)}
      onChange={(event) => {
        const text = event.currentTarget.value.trim();
        const number = readNumber(text.replace(/ a (week|month)$/, ""));
        typed.value = undefined;
        if (text === "") onSet(undefined);
        else if (number !== undefined) onSet(number);
      }}
      onBlur={() => set(typed, undefined)}
    />
  );
}

/** Handles drags: near an end they move it, inside the band the band, elsewhere they draw a new band. */
function watchBrush(
  track: HTMLElement,
  band: () => [from: number, to: number],
  drag: (from: number, to: number) => void,
): () => void {
  let gesture: { kind: "low" | "high" | "band" | "new"; start: number; from: number; to: number } | undefined;
  const placeOf = (event: PointerEvent) => {
    const { left, width } = track.getBoundingClientRect();
    return Math.min(1, Math.max(0, (event.clientX - left) / width));
  };
  const onDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const at = placeOf(event);
    const [from, to] = band();
    const near = (event.pointerType === "touch" ? 24 : 9) / track.clientWidth;
    const isWhole = from <= 0 && to >= 1;
    const [toLow, toHigh] = [Math.abs(at - from), Math.abs(at - to)];
    const kind =
      Math.min(toLow, toHigh) <= near
        ? toLow < toHigh || (toLow === toHigh && at < from)
          ? "low"
          : "high"
        : !isWhole && at > from && at < to
          ? "band"
          : "new";
    gesture = { kind, start: at, from, to };
    track.setPointerCapture(event.pointerId);
    track
      .querySelector<HTMLElement>(kind === "high" ? ".handle-high" : ".handle-low")
      ?.focus({ preventScroll: true });
    event.preventDefault();
  };
  const onMove = (event: PointerEvent) => {
    if (gesture === undefined) return;
    const at = placeOf(event);
    const { kind, start, from, to } = gesture;
    if (kind === "low") drag(Math.min(at, to), to);
    else if (kind === "high") drag(from, Math.max(at, from));
    else if (kind === "new") drag(Math.min(start, at), Math.max(start, at));
    else {
      const shift = Math.min(1 - to, Math.max(-from, at - start));
      drag(from + shift, to + shift);
    }
  };
  const onUp = () => {
    if (gesture === undefined) return;
    gesture = undefined;
    requestAnimationFrame(() => {
      settleView();
      announce(`${formatCount(selection.peek()?.count ?? 0)} suburbs match`);
    });
  };
  return listenTo(track, { pointerdown: onDown, pointermove: onMove, pointerup: onUp, pointercancel: onUp });
}
