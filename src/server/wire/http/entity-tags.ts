import { hash } from "node:crypto";

/** The strong tag of what a text says. */
export function tagOf(text: string): string {
  return `"${hash("sha256", text).slice(0, 32)}"`;
}

/** One entity tag of a list; commas may be between its quotes. */
const ENTITY_TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/** Whether an `If-None-Match` names the tag: `*`, or a list in which weak tags count as strong ones (RFC 9110, 13.1.2). */
export function isTagMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (isAnyTag(header)) return true;
  const opaque = etag.replace(/^W\//, "");
  for (const [, tag] of header.matchAll(ENTITY_TAG)) if (tag === opaque) return true;
  return false;
}

/** True for `*`, which any answer at all fulfils. */
export function isAnyTag(header: string | null | undefined): boolean {
  return header?.trim() === "*";
}

/** The tag of an answer in an encoding: a strong one names it, a weak one holds for all of them. */
export function encodedTag(etag: string, encoding: string | null): string {
  return encoding === null || etag.startsWith("W/") ? etag : etag.replace(/"$/, `-${encoding}"`);
}
