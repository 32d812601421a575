import { remembered } from "../runtime/lazy.ts";
import type { TextBytes } from "./export.ts";

/** Encoded string lists. The lists live as long as their snapshot; each is encoded once. */
const encodedLists = new WeakMap<readonly string[], TextBytes>();

/** Elements `from` (inclusive) to `to` (exclusive) of a list as UTF-8, from the cached encoding. */
export function cachedTextBytes(list: readonly string[], from: number, to: number): TextBytes {
  const all = remembered(encodedLists, list, () => {
    const { offsets, bytes } = textsAsBytes(list);
    // Copied to its exact size: the buffer of the encoding has room for three bytes a character.
    return { offsets, bytes: new Uint8Array(bytes) };
  });
  const [first, last] = [all.offsets[from], all.offsets[to]];
  const offsets = all.offsets.slice(from, to + 1);
  if (first > 0) for (let i = 0; i < offsets.length; i++) offsets[i] -= first;
  return { offsets, bytes: all.bytes.subarray(first, last) };
}

/** Concatenates strings as UTF-8; null has length 0. */
export function textsAsBytes(texts: readonly (string | null)[]): TextBytes {
  const offsets = new Int32Array(texts.length + 1);
  let most = 0;
  for (const text of texts) most += (text?.length ?? 0) * 3;
  const bytes = Buffer.allocUnsafe(most);
  let at = 0;
  for (let i = 0; i < texts.length; i++) {
    const text = texts[i];
    if (text !== null) at += bytes.write(text, at);
    offsets[i + 1] = at;
  }
  return { offsets, bytes: bytes.subarray(0, at) };
}
