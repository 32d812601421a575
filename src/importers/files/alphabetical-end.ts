import type { RejectTally } from "../run/reject-tally.ts";

/** Minimum length of a published list; shorter ones may end anywhere. */
export const PUBLISHED_LENGTH = 100;

/** Reason why a list of names looks cut: sorted, except `mostOutOfOrder` names, but ending before X. */
export function cutList(names: readonly string[], mostOutOfOrder = 0): string | undefined {
  const last = names.at(-1);
  if (last === undefined || names.length < PUBLISHED_LENGTH || /^[x-z]/i.test(last)) return undefined;
  const outOfOrder = names.filter((name, i) => i > 0 && names[i - 1].toLowerCase() > name.toLowerCase());
  if (outOfOrder.length > mostOutOfOrder) return undefined;
  return `the last of ${names.length} names in alphabetical order is "${last}"; the published list runs to the end of the alphabet`;
}

export function reportCutList(names: readonly string[], row: number, tally: RejectTally): void {
  const reason = cutList(names);
  if (reason !== undefined) tally.reject("list may be cut", row, reason);
}
