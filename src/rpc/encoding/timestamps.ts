import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { DAY_MS } from "../../runtime/time/calendar-date.ts";

const SECONDS_A_DAY = 86_400;

/** A message initialiser of midnight UTC of a day number (days since 1970-01-01). */
export function timestampOfDay(dayNumber: number): { seconds: bigint } {
  return { seconds: BigInt(dayNumber * SECONDS_A_DAY) };
}

/** The date of a day number, `YYYY-MM-DD`; "" for none. */
export function dateOfDay(dayNumber: number | null): string {
  return dayNumber === null ? "" : new Date(dayNumber * SECONDS_A_DAY * 1000).toISOString().slice(0, 10);
}

/** The day number of the UTC calendar date an instant falls on. */
export function dayOfTimestamp(timestamp: Timestamp): number {
  return Math.floor(Number(timestamp.seconds) / SECONDS_A_DAY);
}

/** Whole seconds and the microseconds after them of an instant in epoch milliseconds. */
function splitInstant(epochMs: number): { seconds: number; micros: number } {
  const seconds = Math.floor(epochMs / 1000);
  return { seconds, micros: Math.round((epochMs - seconds * 1000) * 1000) };
}

/** A message initialiser of an instant in epoch milliseconds. */
export function timestampOfInstant(epochMs: number): { seconds: bigint; nanos: number } {
  const { seconds, micros } = splitInstant(epochMs);
  return { seconds: BigInt(seconds), nanos: micros * 1000 };
}

/** RFC 3339 text in UTC; a fraction of a second is written only when there is one. */
export function rfc3339(epochMs: number): string {
  const { seconds, micros } = splitInstant(epochMs);
  const whole = new Date(seconds * 1000).toISOString().slice(0, 19);
  return micros === 0 ? `${whole}Z` : `${whole}.${String(micros).padStart(6, "0").replace(/0+$/, "")}Z`;
}

/** The day number of the UTC date an instant falls on. */
export function dayOfInstant(epochMs: number): number {
  return Math.floor(epochMs / DAY_MS);
}
