import { stateOfSalCode } from "../../dataset/states.ts";
import type { Fragment, ImportRow } from "../importer.ts";
import { normalisedName, withoutQualifier } from "./suburb-names.ts";

/** Row of a council; the first digit of its code is the state, as in suburb codes. */
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

/** URL slug of a council: `yarra-vic`. */
function councilSlug(name: string, stateCode: string): string {
  return `${normalisedName(withoutQualifier(name)).replaceAll(/[^a-z0-9]+/g, "-")}-${stateCode.toLowerCase()}`;
}

/** Councils that later editions list under another code and name, by former code. */
const RENAMED: Readonly<Record<string, { code: string; name: string; formerName: string }>> = {
  "25250": { code: "24700", name: "Merri-bek", formerName: "Moreland" },
};

function presentCouncil(code: string): string {
  return Object.hasOwn(RENAMED, code) ? RENAMED[code].code : code;
}

/** Replaces former council codes and names by the current ones; the old name becomes `former_name`. */
export function withPresentCouncils(fragments: readonly Fragment[]): Fragment[] {
  return fragments.map((fragment) =>
    fragment.rows.some(isFormer)
      ? { ...fragment, rows: fragment.rows.map((row) => presentRow(row, fragment.table)) }
      : fragment,
  );
}

function isFormer({ lga_code, neighbour_code }: ImportRow): boolean {
  return [lga_code, neighbour_code].some((code) => typeof code === "string" && Object.hasOwn(RENAMED, code));
}

function presentRow(row: ImportRow, table: string): ImportRow {
  if (!isFormer(row)) return row;
  const neighbour =
    row.neighbour_code === undefined ? {} : { neighbour_code: presentCouncil(String(row.neighbour_code)) };
  const present = { ...row, lga_code: presentCouncil(String(row.lga_code)), ...neighbour };
  const renamed = RENAMED[String(row.lga_code)];
  if (table !== "lga" || renamed === undefined || row.lga_name === undefined) return present;
  const { name, formerName } = renamed;
  return {
    ...present,
    lga_name: name,
    former_name: formerName,
    slug: councilSlug(name, String(row.state_code)),
  };
}
