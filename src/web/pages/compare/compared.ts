import { lastShown } from "../../view/navigate.ts";
import { address, readCode } from "../../view/view-state.ts";

export const MAX_COMPARED = 4;

/** Codes of the suburbs compared last in this tab. */
export function comparedCodes(): string[] {
  const { path } = address.value;
  const shown = path.startsWith("/compare") ? path : (lastShown.value["/compare"] ?? "");
  return (/^\/compare\/([\d+]+)/.exec(shown)?.[1] ?? "")
    .split("+")
    .filter((code) => readCode(code) !== "")
    .slice(0, MAX_COMPARED);
}

/** URL that adds suburbs to those compared before; the oldest are dropped. */
export function compareUrl(...codes: readonly string[]): string {
  const before = comparedCodes().filter((one) => !codes.includes(one));
  return urlOf([...before, ...codes].slice(-MAX_COMPARED));
}

export function urlOf(codes: readonly string[]): string {
  return codes.length === 0 ? "/compare" : `/compare/${codes.join("+")}`;
}
