import type { QueryResults } from "../../../../snapshot/pages/query-results.ts";
import { ALL_COUNCILS, type CouncilRow } from "./councils.ts";
import { ALL_STATE_BASELINES, type StateBaselineRow } from "./state-baselines.ts";

/** The queries of small tables that many profiles refer to. */
export const REFERENCES = { councils: ALL_COUNCILS, baselines: ALL_STATE_BASELINES };

/** Their rows, read once. */
export interface ProfileReferences {
  readonly councils: ReadonlyMap<string, CouncilRow>;
  readonly baselines: ReadonlyMap<string, StateBaselineRow>;
}

export async function readReferences(results: QueryResults): Promise<ProfileReferences> {
  const councils = await results.rows<CouncilRow>("councils");
  const baselines = await results.rows<StateBaselineRow>("baselines");
  return {
    councils: new Map(councils.map((council) => [council.lga_code, council])),
    baselines: new Map(baselines.map((baseline) => [baseline.baseline_state, baseline])),
  };
}
