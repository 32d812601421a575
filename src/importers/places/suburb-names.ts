import type { StateCode } from "../../dataset/states.ts";
import type { RejectTally } from "../run/reject-tally.ts";

/** Said of files whose suburbs are found by name, where there is no list of suburbs to find them in. */
export const NO_SUBURBS = "no suburbs are known: import the suburb list (ASGS SAL)";

/** A suburb that names are matched against. */
export interface NamedSuburb {
  readonly salCode: string;
  /** As published, qualifier in brackets included: `Abbotsford (Vic.)`. */
  readonly name: string;
  readonly stateCode: StateCode;
}

/**
 * Finds suburbs by state and name: the published name first, then the name without its bracketed qualifier. Codes of
 * another edition look alike and mean other places, so nothing is ever matched by code.
 */
export class SuburbNames {
  readonly suburbs: readonly NamedSuburb[];
  readonly #exact: ReadonlyMap<string, readonly NamedSuburb[]>;
  readonly #bare: ReadonlyMap<string, readonly NamedSuburb[]>;

  constructor(suburbs: readonly NamedSuburb[]) {
    this.suburbs = suburbs;
    this.#exact = Map.groupBy(suburbs, ({ stateCode, name }) => keyOf(stateCode, name));
    this.#bare = Map.groupBy(suburbs, ({ stateCode, name }) => keyOf(stateCode, withoutQualifier(name)));
  }

  /** None, one, or several suburbs of the state that carry the name once the bracketed qualifier is removed. */
  match(stateCode: StateCode, name: string): readonly NamedSuburb[] {
    const exact = this.#exact.get(keyOf(stateCode, name));
    return exact ?? this.#bare.get(keyOf(stateCode, withoutQualifier(name))) ?? [];
  }
}

const keyOf = (stateCode: StateCode, name: string) => `${stateCode} ${normalisedName(name)}`;

/** The code of the one suburb of a name in its state; rejected where there is none, or several. */
export function suburbNamed(
  suburbs: SuburbNames,
  { row, state, name }: { readonly row: number; readonly state: StateCode; readonly name: string },
  tally: RejectTally,
): string | undefined {
  const codes = suburbs.match(state, name).map(({ salCode }) => salCode);
  if (codes.length === 1) return codes[0];
  return codes.length === 0
    ? tally.reject("unknown name", row, `no suburb "${name}" in ${state}`)
    : tally.reject("ambiguous name", row, `"${name}" in ${state} is ${codes.join(", ")}`);
}

/** The name without the qualifier at its end, one space between words: `Abbotsford (Vic.)` is `Abbotsford`. */
export function withoutQualifier(name: string): string {
  // Spaces are joined first: looking for the bracket from every space of a long run takes too long.
  return name
    .trim()
    .replace(/\s+/g, " ")
    .replace(/ ?\([^()]*\)$/, "");
}

/** Lower case, one space between words, without apostrophes, dots and accents; hyphens are spaces, `St` stays `St`. */
export function normalisedName(name: string): string {
  return name
    .normalize("NFD")
    .replace(/[\u0300-\u036f'’‘.]/g, "")
    .replace(/[-–_\s]+/g, " ")
    .trim()
    .toLowerCase();
}
