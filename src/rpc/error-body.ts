import type { ErrorCode } from "../runtime/errors.ts";

/** An error as every endpoint has it. */
export interface ErrorBody {
  readonly code: ErrorCode | "unimplemented";
  readonly message: string;
  /** What endpoints that are not RPC had before they had the other two; kept for their callers. */
  readonly error: string;
}

export function errorBody(code: ErrorBody["code"], message: string, error = message): ErrorBody {
  return { code, message, error };
}

/** What a caller learns of a failure that is not its own. */
export const UNREADABLE = errorBody("unavailable", "the data cannot be read at the moment");
