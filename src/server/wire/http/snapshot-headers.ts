import type { SnapshotFacts } from "../../../rpc/unary-method.ts";
import { remembered } from "../../../runtime/lazy.ts";

type Tables = readonly string[];

const NO_TABLES: Tables = [];

const cached = new WeakMap<SnapshotFacts, Map<Tables, SnapshotHeaders>>();

/** Values by header name, in alphabetical order. */
export interface SnapshotHeaders {
  readonly "x-terrace-as-of": string;
  readonly "x-terrace-missing"?: string;
  readonly "x-terrace-snapshot": string;
  readonly "x-terrace-synthetic": string;
}

/**
 * Response headers about the snapshot. `x-terrace-missing` lists those of the answer's dataset tables that are
 * empty in it; absent if none is. Returns the same object for the same facts and tables.
 */
export function snapshotHeaders(facts: SnapshotFacts, tables: Tables = NO_TABLES): SnapshotHeaders {
  // Every call asks: `remembered` would make its functions each time.
  return cached.get(facts)?.get(tables) ?? madeHeaders(facts, tables);
}

function madeHeaders(facts: SnapshotFacts, tables: Tables): SnapshotHeaders {
  const { datasetRows } = facts;
  const missing = datasetRows === undefined ? [] : tables.filter((table) => !(datasetRows[table] > 0));
  const headers = {
    "x-terrace-as-of": facts.asOf,
    ...(missing.length === 0 ? {} : { "x-terrace-missing": missing.join(", ") }),
    "x-terrace-snapshot": facts.snapshotId,
    "x-terrace-synthetic": String(facts.synthetic),
  };
  remembered(cached, facts, () => new Map()).set(tables, headers);
  return headers;
}
