import { TerraceError } from "../runtime/errors.ts";

/** Most bytes of an answer before compression: four times the largest that a request within its bounds can ask for. */
export const ANSWER_MAX_BYTES = 16 * 2 ** 20;

/** The same bytes; an answer over the budget is not sent. */
export function withinAnswerSize(bytes: Uint8Array): Uint8Array {
  if (bytes.byteLength <= ANSWER_MAX_BYTES) return bytes;
  throw new TerraceError(
    "resource_exhausted",
    `the answer has ${bytes.byteLength} bytes; at most ${ANSWER_MAX_BYTES} are sent: ask for less at a time`,
  );
}
