/** Damerau-Levenshtein distance: inserts, deletes, replacements and swaps of neighbours. */
export function editDistance(a: string, b: string): number {
  const rows: number[][] = Array.from({ length: a.length + 1 }, (_, i) => [i]);
  for (let j = 0; j <= b.length; j++) rows[0][j] = j;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      rows[i][j] = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
      }
    }
  }
  return rows[a.length][b.length];
}

/** Longer strings have no near name and would cost time. */
const MAX_COMPARED_LENGTH = 64;

/** The `count` names nearest to a string, nearest first; a name that contains it has distance 1. */
export function nearestNames(text: string, names: readonly string[], count: number): string[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "" || wanted.length > MAX_COMPARED_LENGTH) return [];
  return names
    .map((name) => ({
      name,
      distance: name.includes(wanted) ? 1 : editDistance(wanted, name.toLowerCase()),
    }))
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, count)
    .map(({ name }) => name);
}

/** The end of an error about an unknown name: the nearest names, or "" when there are none. */
export function didYouMean(
  text: string,
  names: readonly string[],
  count: number,
  quote = (name: string) => `"${name}"`,
): string {
  const near = nearestNames(text, names, count).map(quote);
  return near.length === 0 ? "" : `; did you mean ${near.join(", ")}?`;
}

/** didYouMean for codes of the same first letter only: a wrong code should not cost more than a right one. */
export function nearCodes(code: string, known: readonly string[]): string {
  const alike = known.filter((one) => one[0] === code[0]);
  return didYouMean(code, alike, 3, (one) => one);
}
