import type { RejectTally } from "../run/reject-tally.ts";

/** Shorter lists are no publisher's: anything can be their end. */
const PUBLISHED_LENGTH = 100;

/** Reports a published list of names in alphabetical order that does not run to the end of the alphabet. */
export function tellCutList(names: readonly string[], row: number, tally: RejectTally): void {
  const last = names.at(-1);
  if (last === undefined || names.length < PUBLISHED_LENGTH || /^[x-z]/i.test(last)) return;
  const isSorted = names.every((name, i) => i === 0 || names[i - 1].toLowerCase() <= name.toLowerCase());
  if (!isSorted) return;
  tally.reject(
    "list may be cut",
    row,
    `the last of ${names.length} names in alphabetical order is "${last}"; the published list runs to the end of the alphabet`,
  );
}
