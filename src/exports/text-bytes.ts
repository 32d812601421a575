/** Texts one after the other as UTF-8, and where each begins and ends; a null takes no room. */
export function textsAsBytes(texts: readonly (string | null)[]): { offsets: Int32Array; bytes: Uint8Array } {
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
