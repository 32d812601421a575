/** Where the class of the security begins in a product's name. */
const CLASS_WORDS = /[ ,](?:ORDINARY|ORD|FPO|CDI|UNITS?|STAPLED|NOTES?|[A-Z] CLASS)(?![A-Z])/i;
const TRAILING_PARENTHESIS = /\s*\([^()]*\)$/;
const TRAILING_SUFFIX =
  /(?:^|[\s,]+)(?:ORDINARY|ORD|CDI 1:1|CDI|LIMITED|LTD|CORPORATION|CORP|INCORPORATED|INC|PLC|NL)$/i;
const LITTLE_WORDS = new Set(["of", "and", "the", "for", "in", "on", "de"]);
/** In an all-capitals name, words with at most this many letters stay capitals. */
const ACRONYM_LETTERS = 3;

/** Display name of a company, from the regulator's product name. Empty only if the product name is. */
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

/** Recases a name that is all upper or all lower case; leaves mixed case unchanged. */
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

/** Capitalises the first letter, wherever it is: a letter after an apostrophe stays lower case. */
function capitalised(word: string): string {
  return word.replace(/[a-z]/, (letter) => letter.toUpperCase());
}
