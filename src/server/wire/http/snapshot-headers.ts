import type { SnapshotFacts } from "../../../rpc/unary-method.ts";

const cached = new WeakMap<SnapshotFacts, SnapshotHeaders>();

/** Response headers that tell which data was read, in alphabetical order. */
export interface SnapshotHeaders {
  readonly "x-terrace-as-of": string;
  readonly "x-terrace-snapshot": string;
  readonly "x-terrace-synthetic": string;
}

/** The headers for a snapshot; the same object for the same facts. */
export function snapshotHeaders(facts: SnapshotFacts): SnapshotHeaders {
  let headers = cached.get(facts);
  if (headers === undefined) {
    headers = {
      "x-terrace-as-of": facts.asOf,
      "x-terrace-snapshot": facts.snapshotId,
      "x-terrace-synthetic": String(facts.synthetic),
    };
    cached.set(facts, headers);
  }
  return headers;
}
