import { DOMAINS } from "./index.ts";

export const OPEN_TABLES: readonly string[] = DOMAINS.flatMap(({ openTables }) => openTables ?? []);

export const SHARED_COLUMNS: readonly string[] = DOMAINS.flatMap(({ sharedColumns }) => sharedColumns ?? []);
