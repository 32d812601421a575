import { useSignal } from "@preact/signals";
import { formatIsoDay } from "./format.ts";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** YYYY-MM-DD of what a reader typed: 6 Nov 2026, 6/11/2026 or 2026-11-06. */
export function readDay(text: string): string | undefined {
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

/** A day to type, written as everywhere else; the browser's own field writes it in the reader's locale. */
export function DayField({
  label,
  value,
  onPick,
}: {
  label: string;
  value: string;
  onPick: (day: string) => void;
}) {
  const isBad = useSignal(false);
  return (
    <input
      type="text"
      class="day-field"
      aria-label={label}
      aria-invalid={isBad.value}
      title="A day such as 6 Nov 2026"
      value={formatIsoDay(value)}
      onChange={(event) => {
        const day = readDay(event.currentTarget.value);
        isBad.value = day === undefined;
        if (day !== undefined) onPick(day);
      }}
    />
  );
}
