import type { Comparison, Side } from "./open-comparison.ts";

/** Tables that make up an address's history; each has `address_key`. */
const TABLES = ["property_addresses", "property_events", "property_valuations"] as const;

const EXAMPLES = 5;

/** Counts added, removed and changed addresses (by listing, price events and valuation), with examples. */
export async function addressDifference(comparison: Comparison) {
  if (!TABLES.some(comparison.differs)) return { added: 0, removed: 0, changed: 0, examples: [] };
  const { db } = comparison;
  await db.run(`
CREATE OR REPLACE TEMP TABLE addresses AS
SELECT
  address_key AS address,
  CASE WHEN b.digest IS NULL THEN 'added' WHEN a.digest IS NULL THEN 'removed' ELSE 'changed' END AS change
FROM (${addressDigests(comparison, "before")}) AS b
FULL JOIN (${addressDigests(comparison, "after")}) AS a USING (address_key)
WHERE a.digest IS DISTINCT FROM b.digest`);
  const counted = await db.rows<{ change: string; n: bigint }>(
    "SELECT change, count(*) AS n FROM addresses GROUP BY change",
  );
  const count = (change: string) => Number(counted.find((row) => row.change === change)?.n ?? 0);
  const examples = await db.rows<{ address: string; change: "added" | "changed" | "removed" }>(`
SELECT address, change FROM addresses
QUALIFY row_number() OVER (PARTITION BY change ORDER BY address) <= ${EXAMPLES}
ORDER BY change, address`);
  return { added: count("added"), removed: count("removed"), changed: count("changed"), examples };
}

/** SQL for a digest of all rows of each address, independent of row order. */
function addressDigests({ rows, shared }: Comparison, side: Side): string {
  const digests = TABLES.filter((table) => shared(table).includes("address_key")).map(
    (table) =>
      `SELECT address_key, '${table}' || md5(CAST(one AS VARCHAR)) AS digest FROM ${rows(side, table, shared(table))} AS one`,
  );
  if (digests.length === 0) return "SELECT '' AS address_key, '' AS digest WHERE false";
  return `SELECT address_key, md5(string_agg(digest, '' ORDER BY digest)) AS digest
FROM (${digests.join(" UNION ALL ")}) GROUP BY address_key`;
}
