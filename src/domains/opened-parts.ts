import { DOMAINS } from "./index.ts";

/** Snapshot tables that methods query with SQL. */
export const OPEN_TABLES: readonly string[] = DOMAINS.flatMap(({ openTables }) => openTables ?? []);

/** Page sets whose columns all threads of a server share. */
export const SHARED_COLUMNS: readonly string[] = DOMAINS.flatMap(({ sharedColumns }) => sharedColumns ?? []);
