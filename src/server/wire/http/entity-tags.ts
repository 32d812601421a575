import { hash } from "node:crypto";

export function tagOf(text: string): string {
  return `"${hash("sha256", text).slice(0, 32)}"`;
}

/** One ETag of a list; commas are allowed inside quotes. */
const ENTITY_TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/** Whether `If-None-Match` matches: `*`, or a list with weak comparison (RFC 9110, 13.1.2). */
export function isTagMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (isAnyTag(header)) return true;
  const opaque = etag.replace(/^W\//, "");
  for (const [, tag] of header.matchAll(ENTITY_TAG)) if (tag === opaque) return true;
  return false;
}

/** True for `*`, which matches any answer. */
export function isAnyTag(header: string | null | undefined): boolean {
  return header?.trim() === "*";
}

/** The ETag of an encoded answer: strong ones include the encoding, weak ones stay the same. */
export function encodedTag(etag: string, encoding: string | null): string {
  return encoding === null || etag.startsWith("W/") ? etag : etag.replace(/"$/, `-${encoding}"`);
}
