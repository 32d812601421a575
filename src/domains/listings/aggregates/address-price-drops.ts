import { NATIONAL_SCOPE, STATE_CODES } from "../../../dataset/states.ts";
import type { Aggregate } from "../../../snapshot/build/aggregate.ts";
import type { BuildDatabase } from "../../../snapshot/build/write-tables.ts";
import { createWindowReach } from "./steps/window-reach.ts";

/** The largest window and limit a request may ask for. */
const WINDOW_COUNT = 365;
const LIMIT = 200;

/** Rows read at a time while ranking, so that memory stays flat however many addresses were cut. */
const PAGE_ROWS = 50_000;

const SORT_ORDERS = {
  pct: "drop_pct DESC, drop_abs DESC, address_id, min_window",
  abs: "drop_abs DESC, drop_pct DESC, address_id, min_window",
  recent: "last_observed_at DESC, drop_pct DESC, address_id, min_window",
} as const;

/**
 * In every window an address keeps the deepest of its adverts' cuts, then the larger in AUD, then portal ascending,
 * then the newest listing. The windows of an address are cut where any span starts or ends; each piece has one winner.
 */
const ADDRESS_WINNERS = `
CREATE TABLE step.address_winners AS
WITH edges AS (
  SELECT address_id, min_window AS edge FROM step.chain_spans
  UNION
  SELECT address_id, max_window AS edge FROM step.chain_spans
),
pieces AS (
  SELECT address_id, edge AS min_window, lead(edge) OVER (PARTITION BY address_id ORDER BY edge) AS max_window
  FROM edges
),
winners AS (
  SELECT p.min_window, p.max_window, s.* EXCLUDE (min_window, max_window)
  FROM pieces p
  JOIN step.chain_spans s
    ON s.address_id = p.address_id AND s.min_window <= p.min_window AND s.max_window >= p.max_window
  QUALIFY row_number() OVER (
    PARTITION BY p.address_id, p.min_window
    ORDER BY s.drop_pct DESC, s.drop_abs DESC, s.source, s.advert_id DESC
  ) = 1
)
SELECT row_number() OVER (ORDER BY address_id, min_window) AS row_id, *
FROM winners
ORDER BY row_id;

CREATE TABLE step.address_ranks (scope VARCHAR, sort VARCHAR, rank INTEGER, row_id BIGINT);
`;

/** The reachable rows. */
const ADDRESS_PRICE_DROPS = `
CREATE TABLE serve.address_price_drops AS
WITH listing_counts AS (
  SELECT address_id, count(*) AS num_listings
  FROM step.listings
  WHERE address_id IN (SELECT address_id FROM step.address_winners)
  GROUP BY address_id
),
answers AS (
  SELECT
    w.row_id,
    l.address_key,
    l.display_address,
    l.suburb,
    l.state_code,
    l.postcode,
    w.first_price,
    w.current_price,
    w.drop_abs,
    w.drop_pct,
    n.num_listings,
    l.source AS latest_source,
    l.listing_url AS latest_listing_url,
    w.last_observed_at,
    l.property_type,
    coalesce(l.bedrooms, 0) AS bedrooms,
    coalesce(l.bathrooms, 0) AS bathrooms,
    coalesce(l.agency_name, '') AS agency_name,
    coalesce(l.agent_names, []) AS agent_names
  FROM step.address_winners w
  JOIN listing_counts n ON n.address_id = w.address_id
  JOIN property_listings l ON l.id = w.advert_id
  WHERE w.row_id IN (SELECT row_id FROM step.address_ranks)
)
SELECT
  r.scope,
  r.sort,
  r.rank,
  w.min_window AS shown_from,
  w.max_window AS shown_until,
  a.* EXCLUDE (row_id)
FROM step.address_ranks r
JOIN step.address_winners w ON w.row_id = r.row_id
JOIN answers a ON a.row_id = r.row_id;
`;

interface Candidates {
  readonly row_id: bigint[];
  readonly state_code: string[];
  readonly min_window: number[];
  readonly max_window: number[];
}

/** Stores the ranks of the rows that some scope and window of this sort can show. */
async function rankBy(db: BuildDatabase, sort: keyof typeof SORT_ORDERS): Promise<void> {
  await db.run(`
    CREATE OR REPLACE TABLE step.address_order AS
    SELECT
      row_number() OVER (ORDER BY ${SORT_ORDERS[sort]}) AS place,
      row_id, state_code, min_window, max_window
    FROM step.address_winners
    ORDER BY place`);
  const scopes = new Map(
    [NATIONAL_SCOPE, ...STATE_CODES].map((scope) => [
      scope as string,
      { reach: createWindowReach(WINDOW_COUNT, LIMIT), rank: 0 },
    ]),
  );
  for (let from = 1; ; from += PAGE_ROWS) {
    const page = (await db.columns(
      `SELECT row_id, state_code, min_window, max_window FROM step.address_order
       WHERE place >= ${from} AND place < ${from + PAGE_ROWS} ORDER BY place`,
    )) as unknown as Candidates;
    const count = page.row_id?.length ?? 0;
    if (count === 0) return;
    const kept: { scope: string[]; sort: string[]; rank: number[]; rowId: bigint[] } = {
      scope: [],
      sort: [],
      rank: [],
      rowId: [],
    };
    for (let i = 0; i < count; i++) {
      // A set: an advert may bear the state AU, which is the country's own scope.
      for (const scope of new Set([NATIONAL_SCOPE, page.state_code[i]])) {
        const target = scopes.get(scope);
        if (!target?.reach.offer(page.min_window[i], page.max_window[i])) continue;
        kept.scope.push(scope);
        kept.sort.push(sort);
        kept.rank.push(++target.rank);
        kept.rowId.push(page.row_id[i]);
      }
    }
    await db.append("step.address_ranks", [kept.scope, kept.sort, kept.rank, kept.rowId]);
    if ([...scopes.values()].every((scope) => scope.reach.isFull())) return;
  }
}

/** Addresses ranked by their cut from the first ask of a window to the current ask, for every window and scope. */
export const addressPriceDrops: Aggregate = {
  name: "address price drops",
  tables: [{ name: "address_price_drops", orderBy: "scope, sort, rank" }],
  run: async (db) => {
    await db.run(ADDRESS_WINNERS);
    for (const sort of Object.keys(SORT_ORDERS) as (keyof typeof SORT_ORDERS)[]) await rankBy(db, sort);
    await db.run(ADDRESS_PRICE_DROPS);
  },
};
