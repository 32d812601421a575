import type { Timestamp } from "@bufbuild/protobuf/wkt";

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
