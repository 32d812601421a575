import { RESTRICTED_LICENCE } from "../../dataset/table-definition.ts";

/** SQL condition: the licence lets the row leave. The build leaves others out; every read checks again. */
export function isPublic(licenceColumn: string): string {
  return `${licenceColumn} IS DISTINCT FROM '${RESTRICTED_LICENCE}'`;
}

/** SQL columns that are null when the licence next to them does not let them leave. */
export function whenPublic(columns: readonly string[], licenceColumn: string): string {
  return columns
    .map((name) => `CASE WHEN ${isPublic(licenceColumn)} THEN ${name} END AS ${name}`)
    .join(",\n  ");
}
