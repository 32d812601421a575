import { DOMAINS } from "./index.ts";

/** The sets of pages whose columns all threads of a server share. */
export const SHARED_COLUMNS: readonly string[] = DOMAINS.flatMap(({ sharedColumns }) => sharedColumns ?? []);
