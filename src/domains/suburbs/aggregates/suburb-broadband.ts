import type { Aggregate } from "../../../snapshot/build/aggregate.ts";
import type { BuildDatabase } from "../../../snapshot/build/write-tables.ts";
import { nbnTier } from "../metrics/categories.ts";
import { METRICS, metricPosition } from "../metrics/metric-registry.ts";

const TIER_LABELS = METRICS[metricPosition("nbn")].categories;

const FACTS_SQL = `
SELECT sal_code, dominant_nbn_tech, connectivity_quality_score, population
FROM suburb_connectivity JOIN suburb_demographics USING (sal_code)
ORDER BY sal_code
`;

/**
 * Broadband family and score of each suburb. A family that is implausible for so many residents is unknown, and so
 * is the score that was derived from it.
 */
async function run(db: BuildDatabase): Promise<void> {
  await db.run(`
    CREATE SCHEMA IF NOT EXISTS work;
    CREATE TABLE work.suburb_broadband (
      sal_code VARCHAR, tier INTEGER, dominant_nbn_tech VARCHAR, connectivity_quality_score DOUBLE
    )`);
  const facts = await db.columns(FACTS_SQL);
  const technologies = facts.dominant_nbn_tech as (string | null)[];
  const populations = facts.population as (number | null)[];
  const tiers = technologies.map((technology, i) => nbnTier(technology, populations[i]));
  const isImplausible = (i: number) => tiers[i] === null && nbnTier(technologies[i], null) !== null;
  await db.append("work.suburb_broadband", [
    facts.sal_code as string[],
    tiers,
    tiers.map((tier) => (tier === null ? null : TIER_LABELS[tier])),
    (facts.connectivity_quality_score as (number | null)[]).map((score, i) =>
      isImplausible(i) ? null : score,
    ),
  ]);
}

export const SUBURB_BROADBAND: Aggregate = { name: "suburb broadband", tables: [], run };
