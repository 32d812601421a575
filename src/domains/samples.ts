import { fullName, type MethodTables } from "./domain.ts";
import { DOMAINS } from "./index.ts";

/** A request for each method that every snapshot with suburbs answers, by the method's full name. */
export const SAMPLE_REQUESTS: ReadonlyMap<string, object> = new Map(
  DOMAINS.flatMap(({ samples }) =>
    samples.map(({ desc, request }): [string, object] => [fullName(desc), request]),
  ),
);

/** The dataset tables of each method, by its full name. */
export const METHOD_TABLES: ReadonlyMap<string, MethodTables> = new Map(
  DOMAINS.flatMap(({ samples }) =>
    samples.map(({ desc, tables }): [string, MethodTables] => [fullName(desc), tables]),
  ),
);

/** Every dataset table that a method reads, once. */
export const READ_TABLES: readonly string[] = [
  ...new Set([...METHOD_TABLES.values()].flatMap(({ needs, adds }) => [...needs, ...adds])),
];
