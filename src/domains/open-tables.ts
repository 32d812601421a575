import { DOMAINS } from "./index.ts";

/** The tables of a snapshot that open questions ask. */
export const OPEN_TABLES: readonly string[] = DOMAINS.flatMap(({ openTables }) => openTables ?? []);
