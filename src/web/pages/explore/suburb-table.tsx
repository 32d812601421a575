import { computed, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { LocalFrame } from "terrace/client";
import { cachedBy, columnsVersion, country, sourcesOfMetrics } from "../../data/country.ts";
import type { EmbedPart } from "../../keep/embed-body.tsx";
import { Cite } from "../../parts/cite.tsx";
import { Press, Remove } from "../../parts/controls.tsx";
import { formatCount, unitNote } from "../../parts/format.ts";
import { MetricPicker } from "../../parts/metric-picker.tsx";
import { isUnknown, valueText } from "../../parts/suburb-figures.ts";
import { rankingPath } from "../../rendered/rankings/ranking-address.ts";
import { changeView, setMarks } from "../../view/navigate.ts";
import { isWhole, selection } from "../../view/selection.ts";
import { bareKey, shownColumns, TEXT_COLUMNS, view } from "../../view/view-state.ts";

const ROW_HEIGHT = 32;
const OVERSCAN = 8;

/** Positions of the matching suburbs in the view's order. */
export const rowsShown = computed(() => {
  const picked = selection.value;
  columnsVersion.value;
  return picked === undefined ? undefined : sortedRows(picked.frame, picked.words, view.value.sort);
});

/** The ranking page with the same rows and order, if the suburbs are not filtered. */
function rankingShown(): EmbedPart | undefined {
  const { sort, scope: stateCode } = view.value;
  const [metric, ...others] = sort;
  if (!isWhole.value || others.length > 0 || country.value?.metrics.has(bareKey(metric)) !== true)
    return undefined;
  const isLowestFirst = !metric.startsWith("-");
  return {
    kind: "ranking",
    path: rankingPath({ metric: bareKey(metric), stateCode, isLowestFirst }),
  };
}

/** Virtualised table of the matching suburbs: only the visible rows are in the document. */
export function SuburbTable() {
  const top = useSignal(0);
  const height = useSignal(400);
  const box = useRef<HTMLDivElement>(null);
  const now = country.value;
  const rows = rowsShown.value;
  const lastMark = useRef(-1);
  const { columns, selected, marked } = view.value;
  const shown = shownColumns(view.value);
  if (now === undefined || rows === undefined) return <p class="muted">Loading…</p>;
  const { salNames, stateCodes, postcodes, salCodes } = now.frame.index;
  const metrics = shown.flatMap((key) => now.metrics.get(key) ?? []);
  const first = Math.max(0, Math.floor(top.value / ROW_HEIGHT) - OVERSCAN);
  const last = Math.min(rows.length, Math.ceil((top.value + height.value) / ROW_HEIGHT) + OVERSCAN);
  /** With Shift, marks all rows since the one marked before. */
  const mark = (row: number, event: MouseEvent) => {
    const from = event.shiftKey && lastMark.current >= 0 ? lastMark.current : row;
    const range = rows.slice(Math.min(from, row), Math.max(from, row) + 1);
    lastMark.current = row;
    setMarks(
      Array.from(range, (position) => salCodes[position]),
      (event.currentTarget as HTMLInputElement).checked,
    );
  };
  return (
    <div class="table-panel">
      <div class="table-tools">
        <span class="muted small">
          {formatCount(rows.length)} suburbs. Click a heading to sort
          <span class="not-phone">, Shift-click to sort by several</span>.
        </span>
        <MetricPicker
          label="+ add a column"
          but={shown}
          onPick={(key) => changeView({ columns: [...columns, key] })}
        />
        <Cite what="Matching suburbs" sources={sourcesOfMetrics(shown)} embed={rankingShown()} />
      </div>
      <div
        class="table-scroll"
        ref={box}
        tabIndex={0}
        role="region"
        aria-label="Table of matching suburbs"
        onScroll={(event) => {
          top.value = event.currentTarget.scrollTop;
          height.value = event.currentTarget.clientHeight;
        }}
      >
        <table aria-rowcount={rows.length + 1}>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">
                <span class="visually-hidden">Marked</span>
              </th>
              <Heading sortKey="name" title="Suburb" />
              <Heading sortKey="state" title="State" />
              <Heading sortKey="postcode" title="Postcode" />
              {metrics.map((metric) => (
                <Heading
                  key={metric.key}
                  sortKey={metric.key}
                  title={metric.label}
                  note={unitNote(metric.unit)}
                  isNumber
                  {...(columns.includes(metric.key) && {
                    onRemove: () => changeView({ columns: columns.filter((key) => key !== metric.key) }),
                  })}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {first > 0 && <tr style={{ height: `${first * ROW_HEIGHT}px` }} aria-hidden="true" />}
            {Array.from(rows.subarray(first, last), (position, i) => (
              <tr
                key={position}
                aria-rowindex={first + i + 2}
                class={salCodes[position] === selected ? "is-selected" : ""}
                onClick={(event) => {
                  if ((event.target as Element).closest("a, label") === null)
                    changeView({ selected: salCodes[position] });
                }}
              >
                <td>
                  <label class="mark">
                    <input
                      type="checkbox"
                      aria-label={`Mark ${salNames[position]}`}
                      checked={marked.includes(salCodes[position])}
                      onClick={(event) => mark(first + i, event)}
                    />
                  </label>
                </td>
                <th scope="row">
                  <a href={`/suburb/${salCodes[position]}`}>{salNames[position]}</a>
                </th>
                <td>{stateCodes[position]}</td>
                <td>{postcodes[position]}</td>
                {metrics.map(({ key }) => (
                  <td key={key} class={`number ${isUnknown(key, position) ? "is-unknown" : ""}`}>
                    {valueText(key, position)}
                  </td>
                ))}
              </tr>
            ))}
            {last < rows.length && (
              <tr style={{ height: `${(rows.length - last) * ROW_HEIGHT}px` }} aria-hidden="true" />
            )}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** Keys that a first press sorts ascending: names, and figures of which people prefer less. */
const MIN_FIRST =
  /^(name$|state$|postcode$|price(_units|_to_income)?$|rent_to_income|median_weekly_rent|median_monthly_mortgage|days_on|months_of|volatility|nearest_|distance_|crime_|recorded_|flood|bushfire|unemployment)/;

interface HeadingProps {
  readonly sortKey: string;
  readonly title: string;
  readonly note?: string;
  readonly isNumber?: boolean;
  readonly onRemove?: () => void;
}

function Heading({ sortKey, title, note, isNumber = false, onRemove }: HeadingProps) {
  const { sort } = view.value;
  const place = sort.findIndex((key) => bareKey(key) === sortKey);
  const isDown = place >= 0 && sort[place].startsWith("-");
  const press = (event: MouseEvent) => {
    const isUp = place < 0 ? MIN_FIRST.test(sortKey) : isDown;
    const next = isUp ? sortKey : `-${sortKey}`;
    const rest = sort.filter((key) => bareKey(key) !== sortKey);
    changeView({ sort: event.shiftKey ? [...rest, next] : [next] });
  };
  return (
    <th
      scope="col"
      class={isNumber ? "number" : ""}
      aria-sort={place < 0 ? "none" : isDown ? "descending" : "ascending"}
    >
      <Press class="heading" onClick={press}>
        {title}
        {place >= 0 && (
          <span aria-hidden="true">
            {" "}
            {isDown ? "↓" : "↑"}
            {sort.length > 1 ? place + 1 : ""}
          </span>
        )}
        {note && <span class="muted small"> {note}</span>}
      </Press>
      {onRemove && <Remove class="quiet" aria-label={`Remove the column ${title}`} onClick={onRemove} />}
    </th>
  );
}

/** Place of every suburb by a column, equal values sharing one; -1 without data. */
function placesBy(frame: LocalFrame, key: string): Int32Array {
  const places = new Int32Array(frame.size).fill(-1);
  const { salNames: name, stateCodes: state, postcodes: postcode } = frame.index;
  const texts = { name, state, postcode }[key];
  const values = texts ?? frame.column(key).values;
  const { rows, count } = texts === undefined ? frame.order(key) : orderOf(texts);
  for (let i = 0; i < count; i++)
    places[rows[i]] = i > 0 && values[rows[i - 1]] === values[rows[i]] ? places[rows[i - 1]] : i;
  return places;
}

/** Positions of non-empty strings in alphabetical order. */
function orderOf(texts: readonly string[]) {
  const rows = [...texts.keys()]
    .filter((row) => texts[row] !== "")
    .sort((a, b) => (texts[a] < texts[b] ? -1 : texts[a] > texts[b] ? 1 : 0));
  return { rows, count: rows.length };
}

/** Positions sorted by several keys; `-` sorts descending. Suburbs without data come last either way. */
function sortedRows(frame: LocalFrame, words: Uint32Array, sort: readonly string[]): Uint32Array {
  const orders = sort
    .map((key) => ({ key: bareKey(key), sign: key.startsWith("-") ? -1 : 1 }))
    .filter(({ key }) => Object.hasOwn(TEXT_COLUMNS, key) || frame.has(key))
    .map(({ key, sign }) => ({ places: cachedBy(frame, `places ${key}`, () => placesBy(frame, key)), sign }));
  return frame.positions(words).sort((a, b) => {
    for (const { places, sign } of orders) {
      const [left, right] = [places[a], places[b]];
      if (left === right) continue;
      if (left < 0) return 1;
      if (right < 0) return -1;
      return (left - right) * sign;
    }
    return a - b;
  });
}
