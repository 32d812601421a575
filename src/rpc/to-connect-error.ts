import { Code, ConnectError } from "@connectrpc/connect";
import { canceled } from "../runtime/abort.ts";
import { type ErrorCode, isTerraceError } from "../runtime/errors.ts";

/** Codes of errors whose message is for the caller; all others become `internal` without detail. */
const CODES: Partial<Record<ErrorCode, Code>> = {
  invalid_argument: Code.InvalidArgument,
  not_found: Code.NotFound,
  unavailable: Code.Unavailable,
  deadline_exceeded: Code.DeadlineExceeded,
  canceled: Code.Canceled,
  resource_exhausted: Code.ResourceExhausted,
  permission_denied: Code.PermissionDenied,
  unauthenticated: Code.Unauthenticated,
  failed_precondition: Code.FailedPrecondition,
};

/** The error for the caller. Internal detail stays in `cause`, for the log. */
export function toConnectError(error: unknown): ConnectError {
  if (error instanceof ConnectError) return error;
  if (isTerraceError(error)) {
    const code = CODES[error.code];
    if (code !== undefined) {
      // Unavailable means retry, so state when.
      const metadata =
        code === Code.Unavailable ? { "retry-after": String(error.retryAfterSeconds ?? 1) } : undefined;
      return new ConnectError(error.message, code, metadata, undefined, error);
    }
  }
  if (error instanceof Error && error.name === "AbortError") return toConnectError(canceled(error));
  return new ConnectError("internal error", Code.Internal, undefined, undefined, error);
}
