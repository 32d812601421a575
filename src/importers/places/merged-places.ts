import { isStateCode } from "../../dataset/states.ts";
import type { Fragment, ImportRow } from "../importer.ts";
import { mergeFragments } from "../run/merge.ts";
import type { SourceFacts } from "../source-licence.ts";
import { type NamedSuburb, normalisedName, SuburbNames, withoutQualifier } from "./suburb-names.ts";

/** The named suburbs of the fragments. */
export function suburbsOf(
  fragments: readonly Fragment[],
  facts: ReadonlyMap<string, SourceFacts>,
): SuburbNames {
  const suburbs: NamedSuburb[] = [];
  for (const row of mergedSuburbs(fragments, facts)) {
    const { sal_code: salCode, sal_name: name, state_code: stateCode } = row;
    if (typeof salCode !== "string" || typeof name !== "string" || typeof stateCode !== "string") continue;
    if (isStateCode(stateCode)) suburbs.push({ salCode, name, stateCode });
  }
  return new SuburbNames(suburbs);
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

/** Looks up a suburb's row in the fragments as they are now; nothing is merged before the first question. */
export function suburbRowsOf(
  fragments: readonly Fragment[],
  facts: ReadonlyMap<string, SourceFacts>,
): (salCode: string) => ImportRow | undefined {
  const known = [...fragments];
  let rows: Map<string, ImportRow> | undefined;
  return (salCode) => {
    rows ??= new Map(mergedSuburbs(known, facts).map((row) => [String(row.sal_code), row]));
    return rows.get(salCode);
  };
}

function mergedSuburbs(
  fragments: readonly Fragment[],
  facts: ReadonlyMap<string, SourceFacts>,
): readonly ImportRow[] {
  const known = fragments.filter(({ table }) => table === "suburb_demographics");
  return mergeFragments(known, facts).tables[0]?.rows ?? [];
}
