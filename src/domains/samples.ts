import { fullName, type MethodTables } from "./domain.ts";
import { DOMAINS } from "./index.ts";

/** Example request of each method, by full method name; every snapshot with suburbs answers it. */
export const SAMPLE_REQUESTS: ReadonlyMap<string, object> = new Map(
  DOMAINS.flatMap(({ samples }) =>
    samples.map(({ desc, request }): [string, object] => [fullName(desc), request]),
  ),
);

/** Dataset tables of each method, by full method name. */
export const METHOD_TABLES: ReadonlyMap<string, MethodTables> = new Map(
  DOMAINS.flatMap(({ samples }) =>
    samples.map(({ desc, tables }): [string, MethodTables] => [fullName(desc), tables]),
  ),
);

export const READ_TABLES: readonly string[] = [
  ...new Set([...METHOD_TABLES.values()].flatMap(({ needs, adds }) => [...needs, ...adds])),
];
