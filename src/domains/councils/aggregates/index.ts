import type { Aggregate } from "../../../snapshot/tables/aggregate.ts";
import { COUNCIL_DROPS } from "./council-drops.ts";
import { COUNCIL_FACTS } from "./council-facts.ts";
import { COUNCIL_MEMBERS } from "./council-members.ts";
import { COUNCIL_ROLLUPS } from "./council-rollups.ts";
import { COUNCIL_SUMMARIES } from "./council-summaries.ts";

/** An aggregate comes after those whose tables it reads. */
export const COUNCIL_AGGREGATES: readonly Aggregate[] = [
  COUNCIL_MEMBERS,
  COUNCIL_FACTS,
  COUNCIL_ROLLUPS,
  COUNCIL_DROPS,
  COUNCIL_SUMMARIES,
];
