import { type ErrorCode, TerraceError } from "../runtime/errors.ts";

/** The exit codes of the command line; `--help` prints this table. */
export const EXIT_CODES = {
  ok: { code: 0, doc: "done" },
  failure: { code: 1, doc: "an unexpected failure, or a disk error" },
  usage: { code: 2, doc: "an invalid option, argument or setting" },
  dataset: { code: 3, doc: "the dataset was rejected" },
  snapshot: { code: 4, doc: "a snapshot is missing, damaged or of an incompatible version" },
  refusedToken: { code: 5, doc: "the inspected token is invalid" },
  interrupted: { code: 130, doc: "interrupted by ctrl-C; nothing is half published" },
} as const;

const BY_ERROR: Partial<Record<ErrorCode, keyof typeof EXIT_CODES>> = {
  bad_config: "usage",
  invalid_argument: "usage",
  bad_dataset: "dataset",
  bad_snapshot: "snapshot",
  failed_precondition: "snapshot",
  not_found: "snapshot",
  canceled: "interrupted",
};

/** A negative answer that is printed already: only the exit code is left to set. */
export class NegativeResult extends Error {
  readonly exitCode: number;

  constructor(exitCode: number) {
    super("a negative result");
    this.exitCode = exitCode;
  }
}

export function exitCodeOf(error: unknown): number {
  const name = error instanceof TerraceError ? BY_ERROR[error.code] : undefined;
  return EXIT_CODES[name ?? "failure"].code;
}
