import { DOMAINS } from "./index.ts";

/** The tables of a snapshot that open questions ask. */
export const OPEN_TABLES: readonly string[] = DOMAINS.flatMap(({ openTables }) => openTables ?? []);

/** The sets of pages that threads have one copy of. */
export const SHARED_PAGES: readonly string[] = DOMAINS.flatMap(({ sharedPages }) => sharedPages ?? []);
