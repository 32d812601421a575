import type { SnapshotFacts } from "../../../rpc/unary-method.ts";
import { remembered } from "../../../runtime/lazy.ts";

type Tables = readonly string[];

const NO_TABLES: Tables = [];

const cached = new WeakMap<SnapshotFacts, Map<Tables, SnapshotHeaders>>();

/** Response headers about the snapshot, in alphabetical order. */
export interface SnapshotHeaders {
  readonly "x-terrace-as-of": string;
  /** Dataset tables of the answer that are empty in the snapshot; absent if none is. */
  readonly "x-terrace-missing"?: string;
  readonly "x-terrace-snapshot": string;
  readonly "x-terrace-synthetic": string;
}

/** Returns the same object for the same facts and tables. */
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
