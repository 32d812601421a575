import { stateOfSalCode } from "../../dataset/states.ts";
import type { ImportRow } from "../importer.ts";
import { normalisedName, withoutQualifier } from "../places/suburb-names.ts";

/** A council's row from its code, name and size; the code's first digit is the state, as in suburb codes. */
export function councilRow(area: { code: string; name: string; areaSqkm: number | null }): ImportRow {
  const state = stateOfSalCode(area.code)!.code;
  return {
    lga_code: area.code,
    lga_name: area.name,
    state_code: state,
    slug: `${normalisedName(withoutQualifier(area.name)).replaceAll(/[^a-z0-9]+/g, "-")}-${state.toLowerCase()}`,
    kind: /^unincorporated/i.test(area.name) ? "unincorporated" : "council",
    ...(area.areaSqkm === null ? {} : { area_sqkm: area.areaSqkm }),
  };
}
