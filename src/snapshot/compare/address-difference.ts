import type { AddressDifference } from "./difference.ts";
import type { Comparison } from "./open-comparison.ts";
import { pageLines } from "./page-lines.ts";

const EXAMPLES = 5;

/** Addresses whose line (the address, its listing, its price events) is new, gone or another one. */
export async function addressDifference(comparison: Comparison, table: string): Promise<AddressDifference> {
  if (!comparison.differs(table)) return { added: 0, removed: 0, changed: 0, examples: [] };
  const { db } = comparison;
  await db.run(`
CREATE OR REPLACE TEMP TABLE addresses AS
SELECT
  CASE WHEN b.key IS NULL THEN 'added' WHEN a.key IS NULL THEN 'removed' ELSE 'changed' END AS change,
  -- The second part of a line is the address, its key first.
  json_extract_string(coalesce(a.payload, b.payload), '$[1][0]') AS address
FROM ${pageLines(comparison, "before", table)} AS b
FULL JOIN ${pageLines(comparison, "after", table)} AS a USING (key)
WHERE a.payload IS DISTINCT FROM b.payload`);
  const counted = await db.rows<{ change: "added" | "changed" | "removed"; n: bigint }>(
    "SELECT change, count(*) AS n FROM addresses GROUP BY change",
  );
  const count = (change: string) => Number(counted.find((row) => row.change === change)?.n ?? 0);
  const examples = await db.rows<AddressDifference["examples"][number]>(`
SELECT address, change FROM addresses
QUALIFY row_number() OVER (PARTITION BY change ORDER BY address) <= ${EXAMPLES}
ORDER BY change, address`);
  return { added: count("added"), removed: count("removed"), changed: count("changed"), examples };
}
