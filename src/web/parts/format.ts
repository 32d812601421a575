const whole = new Intl.NumberFormat("en-AU", { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat("en-AU", { maximumFractionDigits: 1 });
const hundredths = new Intl.NumberFormat("en-AU", { maximumFractionDigits: 2 });
export const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** 12,345 */
export function formatCount(value: number): string {
  return whole.format(value);
}

/** A point in time in any form that answers have; YYYY-MM-DD is midnight UTC. */
export type Instant = Date | { readonly seconds: bigint } | string | undefined;

function dateOf(instant: Instant): Date | undefined {
  if (typeof instant === "string") return new Date(instant.includes("T") ? instant : `${instant}T00:00:00Z`);
  return instant && "seconds" in instant ? new Date(Number(instant.seconds) * 1000) : instant;
}

/** Unix seconds; NaN for undefined. */
export function secondsOf(instant: Instant): number {
  return (dateOf(instant)?.getTime() ?? Number.NaN) / 1000;
}

/** 13 Nov 2026; strings that are not dates are returned unchanged. */
export function formatDay(instant: Instant): string {
  const date = dateOf(instant);
  if (typeof instant === "string" && Number.isNaN(date?.getTime())) return instant;
  return date === undefined ? "no date" : `${formatDayOfYear(date)} ${date.getUTCFullYear()}`;
}

/** 13 Nov. Browsers and Node abbreviate the months of en-AU differently: here all have three letters. */
export function formatDayOfYear(date: Date): string {
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
}

/** 13 Nov 2026, 23:10 UTC */
export function formatMinute(instant: Instant): string {
  const date = dateOf(instant);
  return date === undefined ? "no date" : `${formatDay(date)}, ${date.toISOString().slice(11, 16)} UTC`;
}

/** Nov 2026 */
export function formatMonth(instant: Instant): string {
  const date = dateOf(instant);
  return date === undefined ? "no date" : `${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** $679,500; short: $1.25m. */
export function formatMoney(value: number, isShort = false): string {
  if (!isShort) return `$${whole.format(value)}`;
  const size = Math.abs(value);
  if (size >= 1e9) return `$${hundredths.format(value / 1e9)}b`;
  if (size >= 1e6) return `$${hundredths.format(value / 1e6)}m`;
  return size >= 1e4 ? `$${whole.format(value / 1e3)}k` : `$${whole.format(value)}`;
}

/** 12.3 %, from a fraction. */
export function formatShare(fraction: number): string {
  return `${tenths.format(fraction * 100)} %`;
}

/** +12.3 %, −4 % */
export function formatChange(fraction: number): string {
  return `${fraction >= 0 ? "+" : "−"}${formatShare(Math.abs(fraction))}`;
}

/** 18.31 %: always two decimals, for columns of published percentages. */
export function formatPercent(value: number): string {
  return `${value.toFixed(2)} %`;
}

/** +0.34, −0.02, 0.00 */
export function formatPoints(value: number): string {
  const text = Math.abs(value).toFixed(2);
  return Number(text) === 0 ? text : `${value > 0 ? "+" : "−"}${text}`;
}

export function formatNumber(value: number): string {
  const size = Math.abs(value);
  if (Number.isInteger(value) || size >= 1000) return whole.format(value);
  return size >= 10 ? tenths.format(value) : hundredths.format(value);
}

/** Formats a metric's value with its unit; `isShort` for axes and legends. */
export function formatValue(value: number, unit: string, isShort = false): string {
  if (unit.startsWith("AUD")) {
    const per = isShort ? "" : unit.slice(3).replace("/", " a ");
    return `${formatMoney(value, isShort)}${per}`;
  }
  if (unit.startsWith("%")) return `${tenths.format(value)} %`;
  if (unit === "code") return String(value);
  if (unit === "km" || unit === "m" || unit === "m²")
    return `${formatNumber(Math.abs(value) >= 100 ? Math.round(value) : value)} ${unit}`;
  if (unit === "years") return isShort ? formatNumber(value) : `${formatNumber(value)} years`;
  return formatNumber(value);
}

/** Units that read badly next to a figure, in words. */
const UNIT_WORDS: Readonly<Record<string, string>> = {
  "% area": "of the area",
  "score 0..100": "of 100",
  "decile 1..10": "of 10",
  "index score": "",
  count: "",
};

/** Note next to a formatted value, if its unit says more than the value does; otherwise "". */
export function unitNote(unit: string): string {
  if (unit.startsWith("AUD") || ["%", "code", "", "km", "m", "m²", "years"].includes(unit)) return "";
  return UNIT_WORDS[unit] ?? (unit.startsWith("% ") ? unit.slice(2) : unit);
}

/** Parses a number that a reader typed: 900k, $1.2m, 12 %, 1,500. */
export function readNumber(text: string): number | undefined {
  const match = /^\$?\s*(-?[\d,]*\.?\d+)\s*([km%]|km|years)?$/i.exec(text.trim());
  if (match === null) return undefined;
  const value = Number(match[1].replaceAll(",", ""));
  const factor = { k: 1e3, m: 1e6 }[(match[2] ?? "").toLowerCase()] ?? 1;
  return Number.isFinite(value) ? value * factor : undefined;
}

export function valueText(value: number, unit: string): string {
  return joined([formatValue(value, unit), unitNote(unit)], " ");
}

/** Breaks a text between words into lines that fit. */
export function linesOf(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Joins the non-empty strings. */
export function joined(texts: readonly (string | undefined | false)[], sign = " · "): string {
  return texts.filter(Boolean).join(sign);
}
