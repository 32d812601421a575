import type { SnapshotFacts } from "../../../rpc/unary-method.ts";
import { remembered } from "../../../runtime/lazy.ts";

type Tables = readonly string[];

const NO_TABLES: Tables = [];

const cached = new WeakMap<SnapshotFacts, Map<Tables, SnapshotHeaders>>();

/** Response headers that tell which data was read, in alphabetical order. */
export interface SnapshotHeaders {
  readonly "x-terrace-as-of": string;
  /** Of the dataset tables that the answer is made from, those without rows in the snapshot; absent when there are none. */
  readonly "x-terrace-missing"?: string;
  readonly "x-terrace-snapshot": string;
  readonly "x-terrace-synthetic": string;
}

/** The headers for an answer from these tables of a snapshot; the same object for the same facts and tables. */
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
