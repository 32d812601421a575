import type { Signal } from "@preact/signals";
import type { ComponentChildren, ComponentProps } from "preact";

/** A button: nothing here is sent by a form. */
export function Press(props: ComponentProps<"button">) {
  return <button type="button" {...props} />;
}

/** The button that takes something away. */
export function Remove(props: ComponentProps<"button">) {
  return <Press {...props}>×</Press>;
}

/** Gives a signal another value. */
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

/** A box to tick, and its words. */
export function Tick({ isOn, onTick, kind, disabled, children }: TickProps) {
  return (
    <label class={kind}>
      <input
        {...{ type: "checkbox", checked: isOn, disabled }}
        onChange={(event) => onTick(event.currentTarget.checked)}
      />{" "}
      {children}
    </label>
  );
}
