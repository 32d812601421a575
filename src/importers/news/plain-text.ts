import { lookupOf } from "../lookup.ts";

/** Invisible characters that confuse programs: controls, bidi marks, zero-width spaces. */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to take out
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffe\uffff]/g;

const NAMED = lookupOf<string>({
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  hellip: "…",
});

/** Converts markup to one line of plain text: strips tags and scripts, decodes entities once. */
export function textOfMarkup(markup: string): string {
  const bare = markup
    .replace(/<(script|style)\b[^<>]*>[\s\S]*?(<\/\1\s*>|$)/gi, " ")
    .replace(/<!--[\s\S]*?(-->|$)/g, " ")
    .replace(/<\/?[a-z!][^>]*(>|$)/gi, " ");
  return textOfLine(bare.replace(/&(#x[0-9a-f]{1,6}|#[0-9]{1,7}|[a-z]{2,8});/gi, readEntity));
}

/** Removes invisible characters and collapses white space. */
export function textOfLine(text: string): string {
  return text.toWellFormed().replace(UNSEEN, "").replace(/\s+/g, " ").trim();
}

/** Decodes an entity; "" for an invalid code point, unchanged for an unknown name. */
export function readEntity(whole: string, name: string): string {
  if (!name.startsWith("#")) return NAMED[name.toLowerCase()] ?? whole;
  const point = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point).toWellFormed() : "";
}

/** A safe http or https link without spaces, quotes or markup; else undefined. */
export function plainLink(text: string): string | undefined {
  const link = text.trim();
  if (!/^https?:\/\/[^\s<>"'`\\]+$/i.test(link) || link.length > 2_000 || !URL.canParse(link))
    return undefined;
  return link.replace(/^https?/i, (scheme) => scheme.toLowerCase());
}
