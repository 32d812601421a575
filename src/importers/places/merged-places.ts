import { isStateCode } from "../../dataset/states.ts";
import type { Fragment, ImportRow } from "../importer.ts";
import { mergeFragments } from "../run/merge.ts";
import type { SourceFacts } from "../source-licence.ts";
import { type NamedSuburb, normalisedName, SuburbNames, withoutQualifier } from "./suburb-names.ts";

/** Merged suburbs of a growing list of fragments; merges on demand and caches until fragments are added. */
export function mergedSuburbs(fragments: readonly Fragment[], facts: ReadonlyMap<string, SourceFacts>) {
  let count = 0;
  let merged: ReadonlyMap<string, ImportRow> = new Map();
  const rows = () => {
    const own = fragments.filter(({ table }) => table === "suburb_demographics");
    if (own.length === count) return merged;
    count = own.length;
    const [table] = mergeFragments(own, facts).tables;
    merged = new Map(table.rows.map((row) => [String(row.sal_code), row]));
    return merged;
  };
  const names = () => {
    const suburbs: NamedSuburb[] = [];
    for (const { sal_code: salCode, sal_name: name, state_code: stateCode } of rows().values()) {
      if (typeof salCode !== "string" || typeof name !== "string" || typeof stateCode !== "string") continue;
      if (isStateCode(stateCode)) suburbs.push({ salCode, name, stateCode });
    }
    return new SuburbNames(suburbs);
  };
  return { rows, names };
}

/** Council codes by state and plain name, `VIC yarra`, former names included; ambiguous names omitted. */
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
