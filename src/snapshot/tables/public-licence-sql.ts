import { RESTRICTED_LICENCE } from "../../dataset/table-definition.ts";

/** SQL condition: the licence lets the row leave. The build leaves others out; every read checks again. */
export function isPublic(licenceColumn: string): string {
  return `${licenceColumn} IS DISTINCT FROM '${RESTRICTED_LICENCE}'`;
}

/** SQL condition: the row may leave the store. Applied before any ranking, so that no rank tells of a row that is not shown. */
export const IS_PUBLIC = isPublic("source_licence");

/** SQL columns that are null when the licence next to them does not let them leave. */
export function whenPublic(columns: readonly string[], licenceColumn: string): string {
  return columns
    .map((name) => `CASE WHEN ${isPublic(licenceColumn)} THEN ${name} END AS ${name}`)
    .join(",\n  ");
}

/** SQL condition: the row is public and its licence, such as CC-BY-NC-4.0, does not exclude commercial use. */
export const IS_COMMERCIAL_USE_ALLOWED = `(${IS_PUBLIC}
    AND NOT regexp_matches(coalesce(source_licence, ''), '(^|[^a-z])nc([^a-z]|$)|non-?commercial', 'i'))`;
