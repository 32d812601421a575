import { isStateCode } from "../../dataset/states.ts";
import type { Fragment, ImportRow } from "../importer.ts";
import { mergeFragments } from "../run/merge.ts";
import type { SourceFacts } from "../source-licence.ts";
import { type NamedSuburb, normalisedName, SuburbNames, withoutQualifier } from "./suburb-names.ts";

/** The suburbs of fragments that become more: merged when they are asked for, and again only when more are there. */
export class MergedSuburbs {
  readonly #fragments: readonly Fragment[];
  readonly #facts: ReadonlyMap<string, SourceFacts>;
  #count = 0;
  #rows: ReadonlyMap<string, ImportRow> = new Map();

  constructor(fragments: readonly Fragment[], facts: ReadonlyMap<string, SourceFacts>) {
    this.#fragments = fragments;
    this.#facts = facts;
  }

  /** By suburb code. */
  rows(): ReadonlyMap<string, ImportRow> {
    const own = this.#fragments.filter(({ table }) => table === "suburb_demographics");
    if (own.length === this.#count) return this.#rows;
    this.#count = own.length;
    const { rows } = mergeFragments(own, this.#facts).tables[0];
    this.#rows = new Map(rows.map((row) => [String(row.sal_code), row]));
    return this.#rows;
  }

  names(): SuburbNames {
    const suburbs: NamedSuburb[] = [];
    for (const { sal_code: salCode, sal_name: name, state_code: stateCode } of this.rows().values()) {
      if (typeof salCode !== "string" || typeof name !== "string" || typeof stateCode !== "string") continue;
      if (isStateCode(stateCode)) suburbs.push({ salCode, name, stateCode });
    }
    return new SuburbNames(suburbs);
  }
}

/**
 * Council codes by state and plain name, `VIC yarra`, under every name that an edition gives and the one before; a name
 * that two councils of a state share is left out.
 */
export function councilsOf(fragments: readonly Fragment[]): ReadonlyMap<string, string> {
  const codes = new Map<string, string | undefined>();
  for (const row of fragments.filter(({ table }) => table === "lga").flatMap(({ rows }) => rows)) {
    for (const name of [row.lga_name, row.former_name]) {
      if (typeof name !== "string") continue;
      const key = `${row.state_code} ${normalisedName(withoutQualifier(name))}`;
      const code = String(row.lga_code);
      codes.set(key, codes.has(key) && codes.get(key) !== code ? undefined : code);
    }
  }
  return new Map([...codes].filter((entry): entry is [string, string] => entry[1] !== undefined));
}
