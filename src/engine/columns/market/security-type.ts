export type SecurityType = "ordinary" | "etf" | "debt" | "other";

/** Fewer shares on issue than this are not an ordinary line. */
const LEAST_ISSUE = 5_000_000;

/** What a product's name alone says of its kind. */
export type NameKind = "etf" | "debt" | "deferred" | "plain";

export function nameKind(productName: string): NameKind {
  if (/ETF\b/i.test(productName)) return "etf";
  if (/\d+(\.\d+)?\s*%/.test(productName)) return "debt";
  return /DEFERRED/i.test(productName) ? "deferred" : "plain";
}

/** The kind of a security on a day; `issued` is NaN when it is unknown. */
export function securityType(kind: NameKind, code: string, issued: number): SecurityType {
  if (kind === "etf" || kind === "debt") return kind;
  if (code.length > 4 || kind === "deferred") return "other";
  return issued > 0 && issued < LEAST_ISSUE ? "other" : "ordinary";
}
