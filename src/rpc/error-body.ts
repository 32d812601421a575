import type { ErrorCode } from "../runtime/errors.ts";

/** The JSON body of errors of all HTTP endpoints. */
export interface ErrorBody {
  readonly code: ErrorCode | "unimplemented";
  readonly message: string;
  /** Legacy field of the non-RPC endpoints, from before they had `code` and `message`. */
  readonly error: string;
}

export function errorBody(code: ErrorBody["code"], message: string, error = message): ErrorBody {
  return { code, message, error };
}

/** The body for a failure that is not the caller's fault. */
export const UNREADABLE = errorBody("unavailable", "the data cannot be read at the moment");
