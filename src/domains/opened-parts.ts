import { DOMAINS } from "./index.ts";

/** The tables of a snapshot that open questions ask. */
export const OPEN_TABLES: readonly string[] = DOMAINS.flatMap(({ openTables }) => openTables ?? []);

/** The sets of pages whose columns all threads of a server share. */
export const SHARED_COLUMNS: readonly string[] = DOMAINS.flatMap(({ sharedColumns }) => sharedColumns ?? []);
