import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { DAY_MS } from "../../runtime/time/calendar-date.ts";

const SECONDS_A_DAY = 86_400;

/** Timestamp of midnight UTC of a day number (days since 1970-01-01). */
export function timestampOfDay(dayNumber: number): { seconds: bigint } {
  return { seconds: BigInt(dayNumber * SECONDS_A_DAY) };
}

export function dayOfTimestamp(timestamp: Timestamp): number {
  return Math.floor(Number(timestamp.seconds) / SECONDS_A_DAY);
}

/** Timestamp of epoch milliseconds, rounded to microseconds. */
export function timestampOfInstant(epochMs: number): { seconds: bigint; nanos: number } {
  const seconds = Math.floor(epochMs / 1000);
  return { seconds: BigInt(seconds), nanos: Math.round((epochMs - seconds * 1000) * 1000) * 1000 };
}

export function dayOfInstant(epochMs: number): number {
  return Math.floor(epochMs / DAY_MS);
}
