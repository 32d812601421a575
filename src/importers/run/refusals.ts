import { TerraceError } from "../../runtime/errors.ts";
import { dayNumberOf } from "../../runtime/time/calendar-date.ts";
import type { FileReport } from "../importer.ts";

/** Begins the reason of a file whose reader failed over it in a way that nobody foresaw. */
export const UNFORESEEN = "could not be read, which is a fault of the program and worth a report:";

/** The reason of a refused file. One that no reader foresaw ends nothing but itself; what is no file's fault goes on. */
export function refusalOf(path: string, error: unknown): string {
  if (error instanceof TerraceError && error.code === "bad_dataset") return error.message;
  // No reader goes deeper than a file does.
  if (error instanceof RangeError && error.message.includes("call stack")) {
    return `${path}: lists or objects within each other, too many to be read`;
  }
  if (error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError) {
    return `${path}: ${UNFORESEEN} ${error.stack?.split("\n").slice(0, 2).join("") ?? error.message}`;
  }
  throw error;
}

/** A dataset is of its newest file's day, which must be one. */
export function refuseNoDay(path: string, { vintage }: FileReport): void {
  if (dayNumberOf(vintage) !== undefined && vintage >= "1970" && vintage < "2200") return;
  throw new TerraceError("bad_dataset", `${path}: tells of "${vintage}", which is no day of 1970 to 2199`);
}

/** A file cannot tell of what comes later than today. */
export function refuseFuture(
  path: string,
  { notBefore, vintage }: FileReport,
  today: string | undefined,
): void {
  if (today === undefined || notBefore === undefined || notBefore <= today) return;
  throw new TerraceError(
    "bad_dataset",
    `${path}: tells of ${vintage}, which cannot be out before ${notBefore}; today is ${today}`,
  );
}
