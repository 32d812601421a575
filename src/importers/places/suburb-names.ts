import type { StateCode } from "../../dataset/states.ts";
import { remembered } from "../../runtime/lazy.ts";
import type { RejectTally } from "../run/reject-tally.ts";

/** Note for files matched by suburb name when no suburb list was imported. */
export const NO_SUBURBS = "no suburbs are known: import the suburb list (ASGS SAL)";

export interface NamedSuburb {
  readonly salCode: string;
  /** As published, with the qualifier in brackets: `Abbotsford (Vic.)`. */
  readonly name: string;
  readonly stateCode: StateCode;
}

/**
 * Finds suburbs by state and name: first the published name, then without the bracketed qualifier. Never
 * matches by code, because codes of other editions look alike but mean other places.
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

  /** All suburbs of the state with this name, ignoring the qualifier if there is no exact match. */
  match(stateCode: StateCode, name: string): readonly NamedSuburb[] {
    const exact = this.#exact.get(keyOf(stateCode, name));
    return exact ?? this.#bare.get(keyOf(stateCode, withoutQualifier(name))) ?? [];
  }

  /**
   * Like `match`, but understands short forms. Of several suburbs, the publisher's qualifier decides
   * (`BELLFIELD (BANYULE)`, even when truncated: `NEWTOWN (GREATER`), then the first hint, such as a council,
   * that fits exactly one; otherwise all are returned.
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

  /** Code of the suburb's price region, with the qualifier only if the state has the plain name twice. */
  regionCode({ name, stateCode }: NamedSuburb): string {
    const plain = withoutQualifier(name);
    return suburbRegionCode(stateCode, this.match(stateCode, plain).length > 1 ? name : plain);
  }
}

const keyOf = (stateCode: StateCode, name: string) => `${stateCode} ${normalisedName(name)}`;

/** Suburb code of a row. Calls `reject` unless exactly one suburb matches, if any suburbs are known. */
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

/** Code of the only suburb with this name in its state; rejected if there is none or several. */
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

/** Removes the qualifier and joins spaces: `Abbotsford (Vic.)` becomes `Abbotsford`. */
export function withoutQualifier(name: string): string {
  // Join spaces first: matching the bracket from each space of a long run would be quadratic.
  return name
    .trim()
    .replace(/\s+/g, " ")
    .replace(/ ?\([^()]*\)$/, "");
}

/** Lower case without apostrophes, dots and accents; hyphens become spaces. `St` is not expanded. */
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

/** Slug of the normalised name: letters and digits joined by single hyphens. */
export function nameSlug(name: string): string {
  return normalisedName(name)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** The name, and with the usual short forms expanded: Mt, Pt, O Halloran. */
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

/** True if a qualifier (`greater geelong vic`) starts with the hint or the hint (`yarra city`) with it. */
function isAbout(qualifier: string, hint: string): boolean {
  const place = qualifier.replace(/\s(nsw|vic|qld|sa|wa|tas|nt|act)$/, "");
  return place !== "" && (`${place} `.startsWith(`${hint} `) || `${hint} `.startsWith(`${place} `));
}
