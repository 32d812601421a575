import { address } from "../../view/view-state.ts";

const STORE = "compared";
export const MOST_COMPARED = 4;

/** Codes of the suburbs compared last, in this tab. */
export function comparedCodes(): string[] {
  const inPath = /^\/compare\/([\d+]+)$/.exec(address.value.path)?.[1];
  const text = inPath ?? readStore();
  return text
    .split("+")
    .filter((code) => /^\d{5}$/.test(code))
    .slice(0, MOST_COMPARED);
}

/** The address that compares a further suburb with those compared before; the oldest gives way. */
export function compareUrl(code: string): string {
  const codes = [...comparedCodes().filter((one) => one !== code), code].slice(-MOST_COMPARED);
  return `/compare/${codes.join("+")}`;
}

export function rememberCompared(codes: readonly string[]): void {
  try {
    sessionStorage.setItem(STORE, codes.join("+"));
  } catch {
    // Without a store, the address alone remembers.
  }
}

function readStore(): string {
  try {
    return sessionStorage.getItem(STORE) ?? "";
  } catch {
    return "";
  }
}
