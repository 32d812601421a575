import { TerraceError } from "../../runtime/errors.ts";

export { deadlineExceeded } from "../../runtime/errors.ts";

/** Why the work of a call stops whose caller has gone away. */
export function canceled(cause?: unknown): TerraceError {
  return new TerraceError("canceled", "the call was canceled", { cause });
}
