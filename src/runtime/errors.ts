/** All error codes of Terrace; each maps to one wire code and one exit code. */
export type ErrorCode =
  | "invalid_argument"
  | "not_found"
  | "unavailable"
  | "deadline_exceeded"
  | "canceled"
  | "internal"
  | "resource_exhausted"
  | "permission_denied"
  | "unauthenticated"
  | "failed_precondition"
  // Data and operation failures: these names never appear on the wire.
  | "bad_dataset"
  | "bad_snapshot"
  | "bad_config"
  | "io_failure";

/** An error whose message is written for the person who caused it; `cause` is for the log only. */
export class TerraceError extends Error {
  readonly code: ErrorCode;
  /** When to retry, for `unavailable`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "TerraceError";
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

const errorOf =
  (code: ErrorCode) =>
  (message: string, cause?: unknown): TerraceError =>
    new TerraceError(code, message, { cause });

export const invalidArgument = errorOf("invalid_argument");
export const notFound = errorOf("not_found");
export const failedPrecondition = errorOf("failed_precondition");
/** For a publisher's file, a dataset or a row in it. */
export const badDataset = errorOf("bad_dataset");
/** For a setting or the thing that it names. */
export const badConfig = errorOf("bad_config");
export const badSnapshot = errorOf("bad_snapshot");

export function isTerraceError(error: unknown, code?: ErrorCode): error is TerraceError {
  return error instanceof TerraceError && (code === undefined || error.code === code);
}
