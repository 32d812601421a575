import type { MetricDifference } from "./difference.ts";
import type { Comparison } from "./open-comparison.ts";

/** Every metric of either snapshot that differs, in the order of the later one; one that a side lacks has no values there. */
export async function metricDifferences(
  { db, rows, manifests, differs }: Comparison,
  table: string,
): Promise<MetricDifference[]> {
  if (!differs(table)) return [];
  const keys = [manifests.after, manifests.before].flatMap(({ columns }) =>
    columns.metrics.map((m) => m.key),
  );
  const found: MetricDifference[] = [];
  for (const key of new Set(keys)) {
    const columns = ["sal_code", key];
    const [row] = await db.rows<{ changed: bigint; gained: bigint; lost: bigint; largest: number | null }>(`
SELECT count(*) FILTER (b."${key}" <> a."${key}") AS changed,
  count(*) FILTER (b."${key}" IS NULL AND a."${key}" IS NOT NULL) AS gained,
  count(*) FILTER (b."${key}" IS NOT NULL AND a."${key}" IS NULL) AS lost,
  max(abs(a."${key}" - b."${key}")) FILTER (b."${key}" <> a."${key}") AS largest
FROM ${rows("before", table, columns)} AS b JOIN ${rows("after", table, columns)} AS a USING (sal_code)`);
    const [changed, gained, lost] = [Number(row.changed), Number(row.gained), Number(row.lost)];
    if (changed + gained + lost > 0)
      found.push({ metric: key, changed, gained, lost, largestChange: row.largest });
  }
  return found;
}
