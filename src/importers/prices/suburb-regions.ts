import type { StateCode } from "../../dataset/states.ts";
import { normalisedName, type SuburbNames, withoutQualifier } from "../places/suburb-names.ts";

/** The price region of a suburb. */
export interface SuburbRegion {
  readonly code: string;
  readonly name: string;
  readonly stateCode: StateCode;
  readonly salCode: string;
}

export type RegionMatch =
  | { readonly kind: "one"; readonly region: SuburbRegion }
  | { readonly kind: "none" }
  | { readonly kind: "several"; readonly names: readonly string[] };

/**
 * Finds the price region of a suburb named by a publisher. Where several suburbs of a state share the name, the
 * publisher's own qualifier decides (`BELLFIELD (BANYULE)`, also when it is cut: `NEWTOWN (GREATER`), then hints such
 * as the council, the first that fits one suburb; else the name stays ambiguous. Nothing is matched by code.
 */
export class SuburbRegions {
  readonly #suburbs: SuburbNames;
  readonly #found = new Map<string, RegionMatch>();

  constructor(suburbs: SuburbNames) {
    this.#suburbs = suburbs;
  }

  match(stateCode: StateCode, name: string, hints: readonly string[] = []): RegionMatch {
    const id = `${stateCode} ${name} ${hints.join()}`;
    const known = this.#found.get(id);
    if (known !== undefined) return known;
    const match = this.#find(stateCode, name, hints);
    this.#found.set(id, match);
    return match;
  }

  #find(stateCode: StateCode, name: string, hints: readonly string[]): RegionMatch {
    const closed = name.lastIndexOf("(") > name.lastIndexOf(")") ? `${name})` : name;
    const match = spellings(closed)
      .map((spelling) => this.#suburbs.match(stateCode, spelling))
      .find(({ kind }) => kind !== "none");
    if (match === undefined || match.kind === "none") return { kind: "none" };
    if (match.kind === "one") return { kind: "one", region: this.#region(match.salCode) };
    for (const hint of [qualifierOf(closed), ...hints.map(normalisedName)].filter((text) => text !== "")) {
      const fitting = match.salCodes.filter((code) =>
        isAbout(qualifierOf(this.#suburbs.byCode(code)!.name), hint),
      );
      if (fitting.length === 1) return { kind: "one", region: this.#region(fitting[0]) };
    }
    return { kind: "several", names: match.salCodes.map((code) => this.#suburbs.byCode(code)!.name) };
  }

  /** The code is made of the plain name, with the qualifier only where the state has the name twice. */
  #region(salCode: string): SuburbRegion {
    const { name, stateCode } = this.#suburbs.byCode(salCode)!;
    const plain = withoutQualifier(name);
    const isShared = this.#suburbs.match(stateCode, plain).kind === "several";
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
