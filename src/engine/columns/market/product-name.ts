/** Words from which on a product's name tells the class of its securities. */
const CLASS_WORDS = /[ ,](?:ORDINARY|ORD|FPO|CDI|UNITS?|STAPLED|NOTES?|[A-Z] CLASS)(?![A-Z])/i;
const TRAILING_PARENTHESIS = /\s*\([^()]*\)$/;
const TRAILING_SUFFIX =
  /(?:^|[\s,]+)(?:ORDINARY|ORD|CDI 1:1|CDI|LIMITED|LTD|CORPORATION|CORP|INCORPORATED|INC|PLC|NL)$/i;
const LITTLE_WORDS = new Set(["of", "and", "the", "for", "in", "on", "de"]);
/** Words this short stay as they are in a name that is all capitals. */
const ACRONYM_LETTERS = 3;

/** The name of a company as a reader knows it, from the regulator's product name. Never empty unless the name is. */
export function displayName(product: string, code: string): string {
  const text = product.trim();
  const cut = text.search(CLASS_WORDS);
  const bare = withoutSuffixes(cut > 0 ? text.slice(0, cut) : text) || text;
  return recased(bare, code);
}

function withoutSuffixes(text: string): string {
  for (let rest = text; ; ) {
    const shorter = [/[.\s]+$/, TRAILING_PARENTHESIS, TRAILING_SUFFIX].reduce((left, pattern) => {
      const stripped = left.replace(pattern, "");
      return stripped === "" ? left : stripped;
    }, rest);
    if (shorter === rest) return rest.replace(/,$/, "");
    rest = shorter;
  }
}

/** A name in one case only gets capitals where a reader expects them; a mixed one stays as it is. */
function recased(text: string, code: string): string {
  const isUpper = text === text.toUpperCase();
  if (!isUpper && text !== text.toLowerCase()) return text;
  return text
    .split(/(\s+)/)
    .map((word, i) => {
      const lower = word.toLowerCase();
      if (word.toUpperCase() === code) return code;
      if (LITTLE_WORDS.has(lower) && i > 0) return lower;
      if (isUpper && word.replaceAll(/[^A-Z]/g, "").length <= ACRONYM_LETTERS) return word;
      return capitalised(lower);
    })
    .join("");
}

/** A capital on the first letter, wherever it is; a lone letter after an apostrophe stays small. */
function capitalised(word: string): string {
  return word.replace(/[a-z]/, (letter) => letter.toUpperCase());
}
