import { RESTRICTED_LICENCE } from "../../dataset/table-definition.ts";

/** SQL condition: the row may leave the store. Applied before any ranking, so that no rank tells of a row that is not shown. */
export const IS_PUBLIC = `source_licence IS DISTINCT FROM '${RESTRICTED_LICENCE}'`;

/** SQL condition: the row is public and its licence, such as CC-BY-NC-4.0, does not exclude commercial use. */
export const IS_COMMERCIAL_USE_ALLOWED = `(${IS_PUBLIC}
    AND NOT regexp_matches(coalesce(source_licence, ''), '(^|[^a-z])nc([^a-z]|$)|non-?commercial', 'i'))`;
