import { Code, ConnectError } from "@connectrpc/connect";
import { canceled } from "../runtime/abort.ts";
import { type ErrorCode, isTerraceError } from "../runtime/errors.ts";

/** Wire code of each error whose message is meant for the caller; the others are `internal` without detail. */
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

/** The error as the caller may see it. What went wrong inside stays in `cause`, for the log. */
export function toConnectError(error: unknown): ConnectError {
  if (error instanceof ConnectError) return error;
  if (isTerraceError(error)) {
    const code = CODES[error.code];
    if (code !== undefined) {
      // A caller that is asked to come back reads when.
      const metadata =
        code === Code.Unavailable ? { "retry-after": String(error.retryAfterSeconds ?? 1) } : undefined;
      return new ConnectError(error.message, code, metadata, undefined, error);
    }
  }
  if (error instanceof Error && error.name === "AbortError") return toConnectError(canceled(error));
  return new ConnectError("internal error", Code.Internal, undefined, undefined, error);
}
