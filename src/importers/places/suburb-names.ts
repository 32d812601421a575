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

export type NameMatch =
  | { readonly kind: "one"; readonly salCode: string }
  /** Several suburbs of the state carry the name once the bracketed qualifier is removed. */
  | { readonly kind: "several"; readonly salCodes: readonly string[] }
  | { readonly kind: "none" };

const NONE: NameMatch = { kind: "none" };

/**
 * Finds suburbs by state and name: the published name first, then the name without its bracketed qualifier. Codes of
 * another edition look alike and mean other places, so nothing is ever matched by code.
 */
export class SuburbNames {
  readonly suburbs: readonly NamedSuburb[];
  readonly #byCode: ReadonlyMap<string, NamedSuburb>;
  readonly #exact = new Map<string, string[]>();
  readonly #bare = new Map<string, string[]>();

  constructor(suburbs: readonly NamedSuburb[]) {
    this.suburbs = suburbs;
    this.#byCode = new Map(suburbs.map((suburb) => [suburb.salCode, suburb]));
    for (const { salCode, name, stateCode } of suburbs) {
      add(this.#exact, `${stateCode} ${normalisedName(name)}`, salCode);
      add(this.#bare, `${stateCode} ${normalisedName(withoutQualifier(name))}`, salCode);
    }
  }

  byCode(salCode: string): NamedSuburb | undefined {
    return this.#byCode.get(salCode);
  }

  match(stateCode: StateCode, name: string): NameMatch {
    const exact = this.#exact.get(`${stateCode} ${normalisedName(name)}`);
    if (exact?.length === 1) return { kind: "one", salCode: exact[0] };
    const salCodes = exact ?? this.#bare.get(`${stateCode} ${normalisedName(withoutQualifier(name))}`);
    if (salCodes === undefined) return NONE;
    return salCodes.length === 1 ? { kind: "one", salCode: salCodes[0] } : { kind: "several", salCodes };
  }
}

/** The code of the one suburb of a name in its state; rejected where there is none, or several. */
export function suburbNamed(
  suburbs: SuburbNames,
  { row, state, name }: { readonly row: number; readonly state: StateCode; readonly name: string },
  tally: RejectTally,
): string | undefined {
  const match = suburbs.match(state, name);
  if (match.kind === "one") return match.salCode;
  return match.kind === "none"
    ? tally.reject("unknown name", row, `no suburb "${name}" in ${state}`)
    : tally.reject("ambiguous name", row, `"${name}" in ${state} is ${match.salCodes.join(", ")}`);
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

function add(map: Map<string, string[]>, key: string, salCode: string): void {
  const codes = map.get(key);
  if (codes === undefined) map.set(key, [salCode]);
  else codes.push(salCode);
}
