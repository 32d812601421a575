import { TerraceError } from "../../runtime/errors.ts";

/** What a caller hears when its time is over; the words are those of the Connect handlers. */
export function deadlineExceeded(): TerraceError {
  return new TerraceError("deadline_exceeded", "the operation timed out");
}

/** Why the work of a call stops whose caller has gone away. */
export function canceled(cause?: unknown): TerraceError {
  return new TerraceError("canceled", "the call was canceled", { cause });
}
