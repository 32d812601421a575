import { TerraceError } from "../runtime/errors.ts";

/** Most bytes of an answer, uncompressed. */
export const ANSWER_MAX_BYTES = 16 * 2 ** 20;

/** Returns the bytes; throws `resource_exhausted` if there are too many. */
export function withinAnswerSize(bytes: Uint8Array): Uint8Array {
  refuseBeyondAnswerSize(bytes.byteLength);
  return bytes;
}

/** Throws if an answer is too large. With "at least", `byteLength` is a lower bound known before encoding. */
export function refuseBeyondAnswerSize(byteLength: number, atLeast: "at least" | "" = ""): void {
  if (byteLength <= ANSWER_MAX_BYTES) return;
  const size = `${atLeast === "" ? "" : `${atLeast} `}${byteLength}`;
  throw new TerraceError(
    "resource_exhausted",
    `the answer has ${size} bytes; at most ${ANSWER_MAX_BYTES} are sent: ask for less at a time`,
  );
}
