/** Every way Terrace can fail, as a closed set; each code maps to one wire code and one exit code. */
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
  // Data and operation failures: these never reach the wire by name.
  | "bad_dataset"
  | "bad_snapshot"
  | "bad_config"
  | "io_failure";

/** An error whose message is written for the person who caused it; the cause is for the log only. */
export class TerraceError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "TerraceError";
    this.code = code;
  }
}

export function invalidArgument(message: string): TerraceError {
  return new TerraceError("invalid_argument", message);
}

export function isTerraceError(error: unknown, code?: ErrorCode): error is TerraceError {
  return error instanceof TerraceError && (code === undefined || error.code === code);
}
