import { badDataset, TerraceError } from "../../runtime/errors.ts";
import { dayNumberOf } from "../../runtime/time/calendar-date.ts";
import type { FileReport } from "../importer.ts";
import { order } from "./merge.ts";
import type { KeptPart } from "./part-store.ts";

/** Begins the reason of a file whose reader failed over it in a way that nobody foresaw. */
export const UNFORESEEN = "could not be read, which is a fault of the program and worth a report:";

/** The reason of a refused file. One that no reader foresaw ends nothing but itself; what is not a file's fault goes on. */
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
  throw badDataset(`${path}: tells of "${vintage}", which is not a day of 1970 to 2199`);
}

/** Why the file is refused: it cannot tell of what comes later than today. */
export function futureOf(
  path: string,
  { notBefore, vintage }: FileReport,
  today: string | undefined,
): string | undefined {
  if (today === undefined || notBefore === undefined || notBefore <= today) return undefined;
  return `${path}: tells of ${vintage}, which cannot be out before ${notBefore}; today is ${today}`;
}

/** Publishers' lists lose a few entries from one edition to the next; one that lost more has lost its end. */
const LEAST_SHARE = 0.9;
/** A short list changes by more than that. */
const LEAST_ROWS = 30;

/**
 * Why the part is refused: it holds much less of a list than the edition before it, among the files of the import or in
 * the dataset as it was, and would replace the whole. An older edition may be smaller, unless the dataset that is
 * replaced had a newer one and the import has none: `before` are the parts of that dataset.
 */
export function partialOf(
  part: KeptPart,
  others: readonly KeptPart[],
  before: readonly KeptPart[],
): string | undefined {
  const { importerId, path, report } = part;
  if (report.list === undefined) return undefined;
  const isOther = (one: KeptPart) =>
    one.importerId === importerId && one.report.list === report.list && one.sha256 !== part.sha256;
  const largest = (a: KeptPart, b: KeptPart) => b.report.rowsUsed - a.report.rowsUsed;
  const editions = others.filter(isOther);
  const lost = before.filter(isOther);
  const [earlier] = [...editions, ...lost]
    .filter((one) => one.report.vintage <= report.vintage)
    .sort((a, b) => order(b.report.vintage, a.report.vintage) || largest(a, b));
  const isLargest = editions.every((one) => one.report.rowsUsed <= report.rowsUsed);
  const wholes = [earlier, isLargest ? lost.sort(largest)[0] : undefined];
  const whole = wholes.find(
    (one) =>
      one !== undefined &&
      one.report.rowsUsed >= LEAST_ROWS &&
      report.rowsUsed < (report.leastShare ?? LEAST_SHARE) * one.report.rowsUsed,
  );
  if (whole === undefined) return undefined;
  return (
    `${path}: ${report.rowsUsed} rows, where ${whole.path} has ${whole.report.rowsUsed} of the same list: it may be cut; ` +
    `--accept-shrink ${importerId} takes it`
  );
}
