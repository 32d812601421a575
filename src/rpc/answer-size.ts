import { TerraceError } from "../runtime/errors.ts";

/** Most bytes of an answer before compression. */
export const ANSWER_MAX_BYTES = 16 * 2 ** 20;

/** The same bytes; an answer over the budget is not sent. */
export function withinAnswerSize(bytes: Uint8Array): Uint8Array {
  refuseBeyondAnswerSize(bytes.byteLength);
  return bytes;
}

/** Refuses an answer by its size, which may be known to be at least so much before it is written. */
export function refuseBeyondAnswerSize(byteLength: number, atLeast: "at least" | "" = ""): void {
  if (byteLength <= ANSWER_MAX_BYTES) return;
  const size = `${atLeast === "" ? "" : `${atLeast} `}${byteLength}`;
  throw new TerraceError(
    "resource_exhausted",
    `the answer has ${size} bytes; at most ${ANSWER_MAX_BYTES} are sent: ask for less at a time`,
  );
}
