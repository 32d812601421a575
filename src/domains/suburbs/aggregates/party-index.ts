import type { Aggregate } from "../../../snapshot/build/aggregate.ts";
import type { BuildDatabase } from "../../../snapshot/build/write-tables.ts";
import { partyIndex } from "../metrics/categories.ts";

const ABBREVIATIONS_SQL = `
SELECT federal_party_ab AS abbreviation FROM suburb_demographics WHERE federal_party_ab IS NOT NULL
UNION
SELECT state_party_ab FROM suburb_demographics WHERE state_party_ab IS NOT NULL
ORDER BY abbreviation
`;

/** Category index of every party abbreviation that the dataset uses. */
async function run(db: BuildDatabase): Promise<void> {
  await db.run(`
    CREATE SCHEMA IF NOT EXISTS work;
    CREATE TABLE work.party_index (abbreviation VARCHAR, party INTEGER)`);
  const { abbreviation } = (await db.columns(ABBREVIATIONS_SQL)) as { abbreviation: string[] };
  await db.append("work.party_index", [abbreviation, abbreviation.map(partyIndex)]);
}

export const PARTY_INDEX: Aggregate = { name: "party index", tables: [], run };
