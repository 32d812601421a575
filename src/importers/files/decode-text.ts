import { isUtf8 } from "node:buffer";

export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** Bytes sampled to detect UTF-16 without a byte-order mark. */
const SAMPLE_BYTES = 4096;

/** Detects the encoding: byte-order mark, else zeros in every other byte, else UTF-8 or Windows-1252. */
export function encodingOf(bytes: Uint8Array): TextEncoding {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  for (let i = 0; i < sample.length; i++) if (sample[i] === 0) zeros[i & 1]++;
  const half = sample.length / 2;
  if (zeros[1] > half * 0.7 && zeros[0] < half * 0.1) return "utf-16le";
  if (zeros[0] > half * 0.7 && zeros[1] < half * 0.1) return "utf-16be";
  return isUtf8(bytes) ? "utf-8" : "windows-1252";
}

/** Decodes without the byte-order mark. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}
