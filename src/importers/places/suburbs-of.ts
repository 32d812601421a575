import { isStateCode } from "../../dataset/states.ts";
import type { Merged } from "../run/merge.ts";
import { type NamedSuburb, SuburbNames } from "./suburb-names.ts";

/** The named suburbs among merged rows. */
export function suburbsOf(merged: Merged): SuburbNames {
  const rows = merged.tables.find(({ table }) => table === "suburb_demographics")?.rows ?? [];
  const suburbs: NamedSuburb[] = [];
  for (const { sal_code: salCode, sal_name: name, state_code: stateCode } of rows) {
    if (typeof salCode !== "string" || typeof name !== "string" || typeof stateCode !== "string") continue;
    if (isStateCode(stateCode)) suburbs.push({ salCode, name, stateCode });
  }
  return new SuburbNames(suburbs);
}
