import type { StateCode } from "../../dataset/states.ts";
import {
  type NamedSuburb,
  normalisedName,
  type SuburbNames,
  withoutQualifier,
} from "../places/suburb-names.ts";

/** The price region of a suburb. */
export interface SuburbRegion extends NamedSuburb {
  readonly code: string;
}

/**
 * Finds the price region of a suburb named by a publisher. Where several suburbs of a state share the name, the
 * publisher's own qualifier decides (`BELLFIELD (BANYULE)`, also when it is cut: `NEWTOWN (GREATER`), then hints such
 * as the council, the first that fits one suburb; else the name stays ambiguous. Nothing is matched by code.
 */
export class SuburbRegions {
  readonly #suburbs: SuburbNames;
  readonly #found = new Map<string, readonly SuburbRegion[]>();

  constructor(suburbs: SuburbNames) {
    this.#suburbs = suburbs;
  }

  /** None, one, or several regions that nothing tells apart. */
  match(stateCode: StateCode, name: string, hints: readonly string[] = []): readonly SuburbRegion[] {
    const id = `${stateCode} ${name} ${hints.join()}`;
    const found = this.#found.get(id) ?? this.#find(stateCode, name, hints).map((one) => this.#region(one));
    this.#found.set(id, found);
    return found;
  }

  #find(stateCode: StateCode, name: string, hints: readonly string[]): readonly NamedSuburb[] {
    const closed = name.lastIndexOf("(") > name.lastIndexOf(")") ? `${name})` : name;
    const matches = spellings(closed).map((spelling) => this.#suburbs.match(stateCode, spelling));
    const found = matches.find(({ length }) => length > 0) ?? [];
    if (found.length < 2) return found;
    for (const hint of [qualifierOf(closed), ...hints.map(normalisedName)].filter((text) => text !== "")) {
      const fitting = found.filter((suburb) => isAbout(qualifierOf(suburb.name), hint));
      if (fitting.length === 1) return fitting;
    }
    return found;
  }

  /** The code is made of the plain name, with the qualifier only where the state has the name twice. */
  #region({ salCode, name, stateCode }: NamedSuburb): SuburbRegion {
    const plain = withoutQualifier(name);
    const isShared = this.#suburbs.match(stateCode, plain).length > 1;
    return { code: suburbRegionCode(stateCode, isShared ? name : plain), name, stateCode, salCode };
  }
}

/** Region code of a suburb: `SUBURB:VIC-RICHMOND`. */
export function suburbRegionCode(stateCode: string, name: string): string {
  const slug = normalisedName(name)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return `SUBURB:${stateCode}-${slug.toUpperCase()}`;
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
