import { type Signal, useSignal } from "@preact/signals";
import { formatCount, formatDay } from "./format.ts";
import { Press, set } from "./press.tsx";

interface WordsProps {
  readonly label: string;
  readonly prompt?: string | undefined;
  readonly text: Signal<string>;
  readonly onType?: () => void;
  readonly onEnter?: () => void;
}

/** A field for words to find something by. */
export function WordsField({ label, prompt = label, text, onType, onEnter }: WordsProps) {
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={prompt}
      value={text.value}
      onInput={(event) => {
        text.value = event.currentTarget.value;
        onType?.();
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter") onEnter?.();
      }}
    />
  );
}

/** What can be chosen, each with its name. */
type Options<Value> = readonly (readonly [value: Value, name: string, ...more: unknown[]])[];

interface ChoiceProps<Value> {
  readonly label?: string;
  readonly value: string | number;
  readonly options: Options<Value>;
  /** Those that are shown and cannot be chosen. */
  readonly isOff?: (value: Value) => boolean;
  readonly disabled?: boolean;
  readonly onPick: (value: Value) => void;
}

/** A list that opens, to choose one of. */
export function Choice<Value extends string | number>(props: ChoiceProps<Value>) {
  const { label, value, options, isOff, disabled, onPick } = props;
  return (
    <select
      {...{ "aria-label": label, disabled, value }}
      onChange={({ currentTarget }) => onPick(options[currentTarget.selectedIndex][0])}
    >
      {options.map(([own, name]) => (
        <option key={own} value={own} disabled={isOff?.(own)}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Words that are their own names. */
export const named = <Value extends string>(values: readonly Value[]): Options<Value> =>
  values.map((value) => [value, value]);

interface SegmentsProps<Value extends string | boolean> {
  readonly label: string;
  readonly now: Signal<Value>;
  readonly options: Options<Value>;
}

/** Buttons in a row, one of which is pressed. */
export function Segments<Value extends string | boolean>({ label, now, options }: SegmentsProps<Value>) {
  return (
    <div class="segments" role="group" aria-label={label}>
      {options.map(([value, name]) => (
        <Press key={name} aria-pressed={now.value === value} onClick={() => set(now, value)}>
          {name}
        </Press>
      ))}
    </div>
  );
}

interface PagerProps {
  readonly offset: Signal<number>;
  /** Rows of a page. */
  readonly page: number;
  /** Rows on this page. */
  readonly shown: number;
  readonly total: number;
  readonly words: readonly [before: string, after: string];
}

/** Leafs through a list: which rows are shown of how many, and a button to each side. */
export function Pager({ offset, page, shown, total, words }: PagerProps) {
  const first = offset.value + 1;
  return (
    <div class="controls">
      <Press disabled={offset.value === 0} onClick={() => set(offset, Math.max(0, offset.value - page))}>
        ← {words[0]}
      </Press>
      <span class="muted small">
        {total === 0
          ? "none"
          : `${formatCount(first)} to ${formatCount(first + shown - 1)} of ${formatCount(total)}`}
      </span>
      <Press
        disabled={offset.value + shown >= total}
        onClick={() => {
          offset.value += page;
        }}
      >
        {words[1]} →
      </Press>
    </div>
  );
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** YYYY-MM-DD of what a reader typed: 6 Nov 2026, 6/11/2026 or 2026-11-06. */
function readDay(text: string): string | undefined {
  const [first, middle, last] = text
    .trim()
    .toLowerCase()
    .split(/[\s/.-]+/);
  if (last === undefined) return undefined;
  const isIso = /^\d{4}$/.test(first);
  const named = MONTHS.indexOf(middle.slice(0, 3)) + 1;
  const [year, month, day] = [isIso ? first : last, named || Number(middle), Number(isIso ? last : first)];
  const date = new Date(Date.UTC(Number(year), month - 1, day));
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && /^\d{4}$/.test(year);
  return isDay ? date.toISOString().slice(0, 10) : undefined;
}

interface DayFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onPick: (day: string) => void;
}

/** A day to type, written as everywhere else; the browser's own field writes it in the reader's locale. */
export function DayField({ label, value, onPick }: DayFieldProps) {
  const isBad = useSignal(false);
  return (
    <input
      type="text"
      class="day-field"
      aria-label={label}
      aria-invalid={isBad.value}
      title="A day such as 6 Nov 2026"
      value={formatDay(value)}
      onChange={(event) => {
        const day = readDay(event.currentTarget.value);
        isBad.value = day === undefined;
        if (day !== undefined) onPick(day);
      }}
    />
  );
}
