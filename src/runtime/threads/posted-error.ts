import { type ErrorCode, isTerraceError, TerraceError } from "../errors.ts";

/** A serialized error for another thread, which restores its class. */
export interface PostedError {
  readonly code: ErrorCode | undefined;
  readonly message: string;
  readonly retryAfterSeconds: number | undefined;
  readonly cause: string | undefined;
}

/** Serializes an error: structured clone would drop its class. */
export function postedError(error: unknown): PostedError {
  const message = error instanceof Error ? error.message : String(error);
  if (!isTerraceError(error)) {
    return { code: undefined, message, retryAfterSeconds: undefined, cause: stackOf(error) };
  }
  const { code, retryAfterSeconds, cause } = error;
  return { code, message, retryAfterSeconds, cause: cause === undefined ? undefined : stackOf(cause) };
}

export function errorFromPosted({ code, message, retryAfterSeconds, cause }: PostedError): Error {
  if (code === undefined) return new Error(message, { cause });
  return new TerraceError(code, message, {
    ...(cause === undefined ? {} : { cause: new Error(cause) }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
