import { type Aggregate, tablesInSql } from "../../../../snapshot/tables/aggregate.ts";
import { orderedSum } from "../../../../snapshot/tables/ordered-sums.ts";
import type { BuildDatabase } from "../../../../snapshot/tables/write-tables.ts";

/** Address days whose medians are taken in one statement: their values are held in memory, some 16 bytes each. */
const BATCH_ADDRESS_DAYS = 4_000_000;

/**
 * The cuts of member listings as spans of days (a cut counts on the 30 days from its date), then of whole addresses:
 * the days of an address are cut where any of its spans starts or ends, and each piece has the largest cut of the
 * portal with the largest sum (tie: portal slug ascending). Batches are runs of suburbs with a bounded count of days.
 */
const addressCutSpans = (batchAddressDays: number): string => `
CREATE TABLE step.cut_spans AS
SELECT
  c.suburb_id,
  c.address_id,
  c.source,
  c.drop_pct,
  c.drop_abs,
  greatest(CAST(c.observed_at AS DATE), m.from_day) AS from_day,
  least(CAST(c.observed_at AS DATE) + 29, m.to_day) AS to_day
FROM step.price_cuts c
JOIN step.member_spans m ON m.listing_pk = c.listing_pk
WHERE greatest(CAST(c.observed_at AS DATE), m.from_day) <= least(CAST(c.observed_at AS DATE) + 29, m.to_day);

CREATE TABLE step.address_cut_spans AS
WITH edges AS (
  SELECT suburb_id, address_id, from_day AS edge FROM step.cut_spans
  UNION
  SELECT suburb_id, address_id, to_day + 1 AS edge FROM step.cut_spans
),
pieces AS (
  SELECT
    suburb_id,
    address_id,
    edge AS from_day,
    lead(edge) OVER (PARTITION BY suburb_id, address_id ORDER BY edge) - 1 AS to_day
  FROM edges
),
portal_cuts AS (
  SELECT
    p.suburb_id,
    p.address_id,
    p.from_day,
    p.to_day,
    c.source,
    max(c.drop_pct) AS max_drop_pct,
    ${orderedSum("c.drop_abs")} AS drop_value
  FROM pieces p
  JOIN step.cut_spans c
    ON c.suburb_id = p.suburb_id
    AND c.address_id = p.address_id
    AND c.from_day <= p.from_day
    AND c.to_day >= p.to_day
  GROUP BY p.suburb_id, p.address_id, p.from_day, p.to_day, c.source
)
SELECT suburb_id, from_day, to_day, max_drop_pct
FROM portal_cuts
QUALIFY row_number() OVER (
  PARTITION BY suburb_id, address_id, from_day
  ORDER BY drop_value DESC, source
) = 1
ORDER BY suburb_id;

CREATE TABLE step.cut_batches AS
WITH sizes AS (
  SELECT suburb_id, sum(to_day - from_day + 1) AS address_days FROM step.address_cut_spans GROUP BY suburb_id
),
batched AS (
  SELECT suburb_id, sum(address_days) OVER (ORDER BY suburb_id) // ${batchAddressDays} AS batch FROM sizes
)
SELECT min(suburb_id) AS from_suburb, max(suburb_id) AS to_suburb FROM batched GROUP BY batch ORDER BY from_suburb;

CREATE TABLE step.suburb_cut_days (suburb_id INTEGER, day DATE, dropped INTEGER, median_drop_pct DOUBLE);
`;

/** Cut addresses of a run of suburbs, day by day, and the median of their cuts. */
const SUBURB_CUT_DAYS = `
INSERT INTO step.suburb_cut_days
WITH cut_days AS (
  SELECT
    suburb_id,
    CAST(unnest(generate_series(CAST(from_day AS TIMESTAMP), CAST(to_day AS TIMESTAMP), INTERVAL 1 DAY)) AS DATE) AS day,
    max_drop_pct
  FROM step.address_cut_spans
  WHERE suburb_id BETWEEN $fromSuburb AND $toSuburb
)
SELECT suburb_id, day, count(*), quantile_cont(max_drop_pct, 0.5)
FROM cut_days
GROUP BY suburb_id, day
`;

async function insertCutDays(db: BuildDatabase): Promise<void> {
  const batches = await db.rows<{ from_suburb: number; to_suburb: number }>(
    "SELECT from_suburb, to_suburb FROM step.cut_batches ORDER BY from_suburb",
  );
  for (const { from_suburb, to_suburb } of batches) {
    await db.run(SUBURB_CUT_DAYS, { fromSuburb: from_suburb, toSuburb: to_suburb });
  }
}

/** Cut addresses of every suburb on every day of the drop index, and the median of their cuts, batch by batch. */
export function suburbCutDaysIn(batchAddressDays: number): Aggregate {
  const spans = addressCutSpans(batchAddressDays);
  return {
    name: "suburb cut days",
    tables: [],
    ...tablesInSql(spans),
    run: async (db) => {
      await db.run(spans);
      await insertCutDays(db);
    },
  };
}

export const suburbCutDays = suburbCutDaysIn(BATCH_ADDRESS_DAYS);
