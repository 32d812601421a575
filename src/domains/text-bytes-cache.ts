import { remembered } from "../runtime/lazy.ts";
import type { TextBytes } from "./export.ts";

/** Texts of lists that live as long as their snapshot, encoded once each. */
const held = new WeakMap<readonly string[], TextBytes>();

/** Some of the texts of a list as UTF-8, without encoding them again. */
export function cachedTextBytes(list: readonly string[], from: number, to: number): TextBytes {
  const all = remembered(held, list, () => {
    const { offsets, bytes } = textsAsBytes(list);
    // A copy of its own size: what was allocated for the encoding has room for three times as much.
    return { offsets, bytes: new Uint8Array(bytes) };
  });
  const [first, last] = [all.offsets[from], all.offsets[to]];
  const offsets = all.offsets.slice(from, to + 1);
  if (first > 0) for (let i = 0; i < offsets.length; i++) offsets[i] -= first;
  return { offsets, bytes: all.bytes.subarray(first, last) };
}

/** Texts one after the other as UTF-8, and where each begins and ends; a null takes no room. */
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
