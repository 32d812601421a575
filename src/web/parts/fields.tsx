import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";

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

/** A box to tick, and its words. */
export function Tick({
  on,
  kind,
  children,
}: {
  on: Signal<boolean>;
  kind?: string;
  children: ComponentChildren;
}) {
  return (
    <label class={kind}>
      <input
        type="checkbox"
        checked={on.value}
        onChange={(event) => {
          on.value = event.currentTarget.checked;
        }}
      />{" "}
      {children}
    </label>
  );
}
