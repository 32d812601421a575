import { badDataset, type TerraceError } from "../../runtime/errors.ts";
import type { TableReport } from "./load-report.ts";
import type { Reject, Rejects } from "./rejects.ts";

export interface LoadOptions {
  /** Fails the load on any rejected row. */
  readonly strict?: boolean | undefined;
  /** Share of a table's rows that may be rejected before the load fails. */
  readonly maxRejectShare?: number | undefined;
  /** Path of the rejects file, also written if the load fails. */
  readonly rejectsPath: string;
  readonly signal?: AbortSignal | undefined;
}

/** One bad row in a hundred is a flaw of the publisher; more is a mistake in the file. */
const DEFAULT_MAX_REJECT_SHARE = 0.01;

const EXAMPLES_SHOWN = 3;
const VALUE_CHARACTERS_SHOWN = 60;

export async function checkRejects(
  report: TableReport,
  rejects: Rejects,
  options: LoadOptions,
): Promise<void> {
  if (!isOverThreshold(report, options)) return;
  throw tooManyRejects(report, await rejects.first(EXAMPLES_SHOWN), options);
}

export function isOverThreshold(report: TableReport, options: LoadOptions): boolean {
  const share = options.strict ? 0 : (options.maxRejectShare ?? DEFAULT_MAX_REJECT_SHARE);
  return report.rowsRejected > 0 && report.rowsRejected / report.rowsRead > share;
}

function tooManyRejects(report: TableReport, first: readonly Reject[], options: LoadOptions): TerraceError {
  const allowed = options.strict
    ? "none is allowed (strict)"
    : `at most ${Number(((options.maxRejectShare ?? DEFAULT_MAX_REJECT_SHARE) * 100).toPrecision(6))} % are allowed`;
  const examples = first.map(
    (reject) =>
      `row ${reject.row}: ${reject.column} is ${shownValue(reject.value)}, expected ${reject.expected}`,
  );
  return badDataset(
    `table ${report.table} (${report.file}): ${report.rowsRejected} of ${report.rowsRead} rows rejected, ${allowed}; ` +
      `${examples.join("; ")}; all rejects are in ${options.rejectsPath}`,
  );
}

function shownValue(value: string | null): string {
  if (value === null) return "missing";
  const cut = value.length > VALUE_CHARACTERS_SHOWN ? `${value.slice(0, VALUE_CHARACTERS_SHOWN)}…` : value;
  return JSON.stringify(cut);
}
