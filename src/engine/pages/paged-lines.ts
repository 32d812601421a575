/**
 * Pages of lines. A serving table that is read by key and grows with the dataset holds a fixed number of lines a row,
 * in the order of their keys, so that finding a key looks at few rows and reads one stretch of the file, however many
 * keys there are. A line is the key as 16 hexadecimal digits, a payload without line breaks, and a line break.
 */
export const PAGE_LINES = 32;

const KEY_DIGITS = 16;

/** The payloads of a key's lines, in page order; `pages` are consecutive. */
export function* payloadsOf(pages: readonly string[], key: bigint): Generator<string> {
  const start = key.toString(16).toUpperCase().padStart(KEY_DIGITS, "0");
  for (const page of pages) {
    // Payloads have no line breaks, so digits after one are a key.
    let at = page.startsWith(start) ? 0 : page.indexOf(`\n${start}`) + 1;
    for (; page.startsWith(start, at); at = page.indexOf("\n", at) + 1) {
      yield page.slice(at + KEY_DIGITS, page.indexOf("\n", at));
    }
  }
}
