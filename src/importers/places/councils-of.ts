import type { Merged } from "../run/merge.ts";
import { normalisedName, withoutQualifier } from "./suburb-names.ts";

/** Council codes by state and plain name, `VIC yarra`; a name that two councils of a state share is left out. */
export function councilsOf(merged: Merged): ReadonlyMap<string, string> {
  const codes = new Map<string, string | undefined>();
  for (const row of merged.tables.find(({ table }) => table === "lga")?.rows ?? []) {
    if (typeof row.lga_name !== "string") continue;
    const key = `${row.state_code} ${normalisedName(withoutQualifier(row.lga_name))}`;
    codes.set(key, codes.has(key) ? undefined : String(row.lga_code));
  }
  return new Map([...codes].filter((entry): entry is [string, string] => entry[1] !== undefined));
}
