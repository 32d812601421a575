import { stateOfSalCode } from "../../dataset/states.ts";
import type { ImportRow } from "../importer.ts";
import { normalisedName, withoutQualifier } from "./suburb-names.ts";

/** A council's row from its code, name, size and edition; the code's first digit is the state, as in suburb codes. */
export function councilRow(
  area: { code: string; name: string; areaSqkm: number | null },
  edition: number,
): ImportRow {
  const state = stateOfSalCode(area.code)!.code;
  const name = area.name.trim();
  return {
    lga_code: area.code,
    lga_name: name,
    state_code: state,
    slug: councilSlug(name, state),
    kind: /^unincorporated/i.test(name) ? "unincorporated" : "council",
    boundary_edition: `ASGS Edition 3, local government areas ${edition}`,
    ...(area.areaSqkm === null ? {} : { area_sqkm: area.areaSqkm }),
  };
}

/** Name of a council for addresses: `yarra-vic`. */
export function councilSlug(name: string, stateCode: string): string {
  return `${normalisedName(withoutQualifier(name)).replaceAll(/[^a-z0-9]+/g, "-")}-${stateCode.toLowerCase()}`;
}
