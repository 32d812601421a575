import { RESTRICTED_LICENCE } from "../../dataset/table-definition.ts";

/** SQL condition: the licence lets the row be published. Checked by the build, and again by every read. */
export function isPublic(licenceColumn: string): string {
  return `${licenceColumn} IS DISTINCT FROM '${RESTRICTED_LICENCE}'`;
}

/** `isPublic` for a row. Apply before any ranking: a gap in ranks would reveal a hidden row. */
export const IS_PUBLIC = isPublic("source_licence");

/** SQL columns that are null unless the licence lets them be published. */
export function whenPublic(columns: readonly string[], licenceColumn: string): string {
  return columns
    .map((name) => `CASE WHEN ${isPublic(licenceColumn)} THEN ${name} END AS ${name}`)
    .join(",\n  ");
}

/** SQL condition: public, and not under a non-commercial licence such as CC-BY-NC-4.0. */
export const IS_COMMERCIAL_USE_ALLOWED = `(${IS_PUBLIC}
    AND NOT regexp_matches(coalesce(source_licence, ''), '(^|[^a-z])nc([^a-z]|$)|non-?commercial', 'i'))`;
