import type { StateCode } from "../../dataset/states.ts";
import { remembered } from "../../runtime/lazy.ts";
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
  readonly #found = new Map<string, readonly NamedSuburb[]>();

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

  /**
   * The same of a name as publishers write it, with short forms. Where several suburbs share it, the publisher's own
   * qualifier decides (`BELLFIELD (BANYULE)`, also when it is cut: `NEWTOWN (GREATER`), then the first of the hints, such
   * as the council, that fits one of them; else the name stays ambiguous.
   */
  find(stateCode: StateCode, name: string, hints: readonly string[] = []): readonly NamedSuburb[] {
    const id = `${stateCode} ${name} ${hints.join()}`;
    return remembered(this.#found, id, () => this.#search(stateCode, name, hints));
  }

  #search(stateCode: StateCode, name: string, hints: readonly string[]): readonly NamedSuburb[] {
    const closed = name.lastIndexOf("(") > name.lastIndexOf(")") ? `${name})` : name;
    const matches = spellings(closed).map((spelling) => this.match(stateCode, spelling));
    const found = matches.find(({ length }) => length > 0) ?? [];
    if (found.length < 2) return found;
    for (const hint of [qualifierOf(closed), ...hints.map(normalisedName)].filter((text) => text !== "")) {
      const fitting = found.filter((suburb) => isAbout(qualifierOf(suburb.name), hint));
      if (fitting.length === 1) return fitting;
    }
    return found;
  }

  /** The code of a suburb's price region: of its plain name, with the qualifier only where the state has the name twice. */
  regionCode({ name, stateCode }: NamedSuburb): string {
    const plain = withoutQualifier(name);
    return suburbRegionCode(stateCode, this.match(stateCode, plain).length > 1 ? name : plain);
  }
}

const keyOf = (stateCode: StateCode, name: string) => `${stateCode} ${normalisedName(name)}`;

/** The code of the suburb that a row is about; `reject` hears the rule where there is none, or several, of those known. */
export function suburbOfRow(
  suburbs: SuburbNames,
  {
    state,
    suburb,
    council,
  }: { readonly state: StateCode; readonly suburb: string; readonly council: string },
  reject: (rule: string) => void,
): string | undefined {
  const found = suburbs.find(state, suburb, [council]);
  if (found.length === 1) return found[0].salCode;
  if (suburbs.suburbs.length > 0) reject(found.length === 0 ? "unknown suburb" : "ambiguous suburb");
  return undefined;
}

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

/** Region code of a suburb: `SUBURB:VIC-RICHMOND`. */
export function suburbRegionCode(stateCode: string, name: string): string {
  return `SUBURB:${stateCode}-${nameSlug(name).toUpperCase()}`;
}

/** The normalised name with single hyphens for everything but letters and digits, none at the ends. */
export function nameSlug(name: string): string {
  return normalisedName(name)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** The name as written, then with the usual short forms written out: Mt, Pt, O Halloran. */
function spellings(name: string): string[] {
  const long = name
    .replace(/\bmt\.? /i, "Mount ")
    .replace(/\bpt\.? /i, "Point ")
    .replace(/\bo[ '’](?=[a-z]{3})/i, "O'");
  return long === name ? [name] : [name, long];
}

function qualifierOf(name: string): string {
  return normalisedName(/\(([^()]*)\)\s*$/.exec(name)?.[1] ?? "");
}

/** Whether a qualifier such as `greater geelong vic` begins like the hint, or the hint (`melton city council`) like it. */
function isAbout(qualifier: string, hint: string): boolean {
  const place = qualifier.replace(/\s(nsw|vic|qld|sa|wa|tas|nt|act)$/, "");
  return place !== "" && (`${place} `.startsWith(`${hint} `) || `${hint} `.startsWith(`${place} `));
}
