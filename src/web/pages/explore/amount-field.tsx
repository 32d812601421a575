import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { readNumber } from "../../parts/format.ts";

interface AmountProps {
  readonly label: string;
  readonly hint: string;
  /** Undefined shows the placeholder. */
  readonly value: number | undefined;
  readonly format: (value: number) => string;
  readonly most: number;
  readonly placeholder?: string;
  /** Whether nothing typed means undefined; otherwise it is not a figure. */
  readonly canBeEmpty?: boolean;
  /** While it is typed. */
  readonly onType: (value: number | undefined) => void;
  readonly onDone: () => void;
}

/** A figure that counts while it is typed: 150k, $1.2m, 6.1. What is not a figure is said, and changes nothing. */
export function AmountField(props: AmountProps) {
  const { label, hint, value, format, most, placeholder, canBeEmpty = false, onType, onDone } = props;
  const typed = useSignal<string | undefined>(undefined);
  const id = useId();
  const isFigure = (number: number | undefined) => number !== undefined && number >= 0 && number <= most;
  const isEmpty = (text: string) => canBeEmpty && text.trim() === "";
  const isBad = typed.value !== undefined && !isEmpty(typed.value) && !isFigure(readNumber(typed.value));
  return (
    <label class="amount">
      <span>{label}</span>
      <input
        type="text"
        inputMode="decimal"
        autocomplete="off"
        aria-invalid={isBad}
        aria-describedby={id}
        placeholder={placeholder}
        value={typed.value ?? (value === undefined ? "" : format(value))}
        onFocus={(event) => event.currentTarget.select()}
        onInput={(event) => {
          const text = event.currentTarget.value;
          typed.value = text;
          const number = readNumber(text);
          if (isEmpty(text)) onType(undefined);
          else if (isFigure(number)) onType(number);
        }}
        onChange={onDone}
        onBlur={() => {
          typed.value = undefined;
        }}
      />
      <span id={id} class={`small ${isBad ? "error" : "muted"}`}>
        {isBad ? `A figure from 0 to ${format(most)}` : hint}
      </span>
    </label>
  );
}
