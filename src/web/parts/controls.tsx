import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren, ComponentProps } from "preact";

/** Button that never submits a form. */
export function Press(props: ComponentProps<"button">) {
  return <button type="button" {...props} />;
}

export function Remove(props: ComponentProps<"button">) {
  return <Press {...props}>×</Press>;
}

/** Closed details; their content is made when they are opened, which may need the server. */
export function Unfolded({ title, children }: { title: string; children: () => ComponentChildren }) {
  const isOpen = useSignal(false);
  return (
    <details onToggle={(event) => set(isOpen, event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen.value && children()}
    </details>
  );
}

/** Sets a signal, as an expression for event handlers. */
export function set<Value>(signal: Signal<Value>, value: Value): void {
  signal.value = value;
}

interface TickProps {
  readonly isOn: boolean;
  readonly onTick: (isOn: boolean) => void;
  readonly kind?: string;
  readonly disabled?: boolean;
  readonly children: ComponentChildren;
}

/** Checkbox with its label. */
export function Tick({ isOn, onTick, kind, disabled, children }: TickProps) {
  return (
    <label class={kind}>
      <input
        type="checkbox"
        checked={isOn}
        disabled={disabled}
        onChange={(event) => onTick(event.currentTarget.checked)}
      />{" "}
      {children}
    </label>
  );
}

interface WordsProps {
  readonly label: string;
  readonly prompt?: string | undefined;
  readonly text: Signal<string>;
  readonly onType?: () => void;
  readonly onEnter?: () => void;
}

/** Search field. */
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

/** Values to choose from, with their names. */
type Options<Value> = readonly (readonly [value: Value, name: string, ...more: unknown[]])[];

interface ChoiceProps<Value> {
  readonly label?: string;
  readonly value: string | number;
  readonly options: Options<Value>;
  /** Whether an option is shown but disabled. */
  readonly isOff?: (value: Value) => boolean;
  readonly disabled?: boolean;
  readonly onPick: (value: Value) => void;
}

/** Drop-down list. */
export function Choice<Value extends string | number>(props: ChoiceProps<Value>) {
  const { label, value, options, isOff, disabled, onPick } = props;
  return (
    <select
      aria-label={label}
      disabled={disabled}
      value={value}
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

/** Options whose values are their names. */
export const named = <Value extends string>(values: readonly Value[]): Options<Value> =>
  values.map((value) => [value, value]);

interface SegmentsProps<Value extends string | boolean> {
  readonly label: string;
  readonly now: Signal<Value>;
  readonly options: Options<Value>;
}

/** Row of buttons, one of which is pressed. */
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
