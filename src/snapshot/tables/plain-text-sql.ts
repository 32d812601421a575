/**
 * Characters that a reader cannot see and that change what is read, or that XML cannot hold: controls, marks that turn
 * the direction of text, zero-width spaces, byte-order marks and non-characters. RE2 syntax.
 */
const UNSEEN =
  "\\x{200B}\\x{200E}\\x{200F}\\x{202A}-\\x{202E}\\x{2060}-\\x{2069}\\x{061C}\\x{FEFF}\\x{FFF9}-\\x{FFFB}\\x{FFFE}\\x{FFFF}";

/** SQL for a text of one line without unseen characters; NULL when nothing is left. */
export function plainLine(text: string): string {
  const seen = `regexp_replace(${text}, '[${UNSEEN}]', '', 'g')`;
  return `nullif(trim(regexp_replace(${seen}, '[\\p{Cc}\\p{Z}]+', ' ', 'g')), '')`;
}

/** SQL for a text of many lines: line ends and tabs stay. */
export function plainLines(text: string): string {
  const ends = `replace(replace(${text}, chr(13) || chr(10), chr(10)), chr(13), chr(10))`;
  return `regexp_replace(${ends}, '[${UNSEEN}\\x{00}-\\x{08}\\x{0B}\\x{0C}\\x{0E}-\\x{1F}\\x{7F}-\\x{9F}]', '', 'g')`;
}
