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

export function invalidArgument(message: string): TerraceError {
  return new TerraceError("invalid_argument", message);
}

export function notFound(message: string): TerraceError {
  return new TerraceError("not_found", message);
}

export function failedPrecondition(message: string): TerraceError {
  return new TerraceError("failed_precondition", message);
}

/** For a publisher's file, a dataset or a row in it. */
export function badDataset(message: string, cause?: unknown): TerraceError {
  return new TerraceError("bad_dataset", message, { cause });
}

/** For a setting or the thing that it names. */
export function badConfig(message: string, cause?: unknown): TerraceError {
  return new TerraceError("bad_config", message, { cause });
}

export function badSnapshot(message: string, cause?: unknown): TerraceError {
  return new TerraceError("bad_snapshot", message, { cause });
}

export function isTerraceError(error: unknown, code?: ErrorCode): error is TerraceError {
  return error instanceof TerraceError && (code === undefined || error.code === code);
}
