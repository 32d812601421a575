import type { SnapshotFacts } from "../../../rpc/unary-method.ts";
import { remembered } from "../../../runtime/lazy.ts";

type Tables = readonly string[];

const NO_TABLES: Tables = [];

const cached = new WeakMap<SnapshotFacts, Map<Tables, SnapshotHeaders>>();

/** Values by header name, in alphabetical order. */
export type SnapshotHeaders = Readonly<Record<string, string>>;

/**
 * Response headers about the snapshot. `x-terrace-missing` lists those of the answer's dataset tables that are
 * empty in it; absent if none is. Returns the same object for the same facts and tables.
 */
export function snapshotHeaders(facts: SnapshotFacts, tables: Tables = NO_TABLES): SnapshotHeaders {
  const known = remembered(cached, facts, () => new Map());
  return remembered(known, tables, () => {
    const { datasetRows } = facts;
    const missing = datasetRows === undefined ? [] : tables.filter((table) => !(datasetRows[table] > 0));
    return {
      "x-terrace-as-of": facts.asOf,
      ...(missing.length === 0 ? {} : { "x-terrace-missing": missing.join(", ") }),
      "x-terrace-snapshot": facts.snapshotId,
      "x-terrace-synthetic": String(facts.synthetic),
    };
  });
}
