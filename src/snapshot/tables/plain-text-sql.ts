/**
 * Invisible characters that change how text reads, or that XML cannot hold: controls, direction marks,
 * zero-width spaces, byte-order marks and non-characters. RE2 syntax.
 */
const UNSEEN =
  "\\x{200B}\\x{200E}\\x{200F}\\x{202A}-\\x{202E}\\x{2060}-\\x{2069}\\x{061C}\\x{FEFF}\\x{FFF9}-\\x{FFFB}\\x{FFFE}\\x{FFFF}";

/** SQL for a single line without invisible characters; NULL if nothing is left. */
export function plainLine(text: string): string {
  const seen = `regexp_replace(${text}, '[${UNSEEN}]', '', 'g')`;
  return `nullif(trim(regexp_replace(${seen}, '[\\p{Cc}\\p{Z}]+', ' ', 'g')), '')`;
}

/** SQL for text without invisible characters; keeps line ends and tabs. */
export function plainLines(text: string): string {
  const ends = `replace(replace(${text}, chr(13) || chr(10), chr(10)), chr(13), chr(10))`;
  return `regexp_replace(${ends}, '[${UNSEEN}\\x{00}-\\x{08}\\x{0B}\\x{0C}\\x{0E}-\\x{1F}\\x{7F}-\\x{9F}]', '', 'g')`;
}
