import type { Fragment, ImportRow } from "../importer.ts";
import { councilSlug } from "./council-row.ts";

/** Councils that later editions of the geography list under another code, because they were renamed. */
const RENAMED: Readonly<Record<string, { code: string; name: string; formerName: string }>> = {
  "25250": { code: "24700", name: "Merri-bek", formerName: "Moreland" },
};

/** The code that a council has now. */
export function presentCouncil(code: string): string {
  return Object.hasOwn(RENAMED, code) ? RENAMED[code].code : code;
}

/** The fragments with every council under its present code and name, and the name that it had before. */
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
