import { NATIONAL_SCOPE, STATE_CODES } from "../../../dataset/states.ts";
import { type Aggregate, tablesInSql } from "../../../snapshot/tables/aggregate.ts";
import { createWindowReach } from "./steps/window-reach.ts";

/** The largest window and limit a request may ask for. */
const WINDOW_COUNT = 365;
const LIMIT = 200;

const SCOPES: readonly string[] = [NATIONAL_SCOPE, ...STATE_CODES];

const SORT_ORDERS = {
  pct: "drop_pct DESC, drop_abs DESC, address_id, min_window",
  abs: "drop_abs DESC, drop_pct DESC, address_id, min_window",
  recent: "last_observed_at DESC, drop_pct DESC, address_id, min_window",
} as const;
type Sort = keyof typeof SORT_ORDERS;
const SORTS = Object.keys(SORT_ORDERS) as Sort[];

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

/** SQL for the rows of winners by row id: a scope's place in SCOPES (-1 for none), windows, and a place a sort. */
const CANDIDATES = `
SELECT
  coalesce(list_position([${SCOPES.map((scope) => `'${scope}'`).join(", ")}], state_code), 0)::INTEGER - 1 AS scope,
  min_window, max_window,
  ${SORTS.map((sort) => `(row_number() OVER (ORDER BY ${SORT_ORDERS[sort]}) - 1)::INTEGER AS ${sort}`).join(",\n  ")}
FROM step.address_winners
ORDER BY row_id
`;

type Candidates = Readonly<Record<"scope" | "min_window" | "max_window" | Sort, readonly number[]>>;

/** Rows that a request can reach, as columns of step.address_ranks. */
interface Ranks {
  readonly scope: string[];
  readonly sort: string[];
  readonly rank: number[];
  readonly rowId: bigint[];
}

/** Adds the ranks of the rows that some scope and window of this sort can show. */
function addRanks(ranks: Ranks, candidates: Candidates, sort: Sort): void {
  const places = candidates[sort];
  const order = new Uint32Array(places.length);
  for (let i = 0; i < places.length; i++) order[places[i]] = i;
  const reaches = SCOPES.map(() => createWindowReach(WINDOW_COUNT, LIMIT));
  const counts = SCOPES.map(() => 0);
  const offer = (scope: number, i: number) => {
    if (!reaches[scope].offer(candidates.min_window[i], candidates.max_window[i])) return;
    ranks.scope.push(SCOPES[scope]);
    ranks.sort.push(sort);
    ranks.rank.push(++counts[scope]);
    ranks.rowId.push(BigInt(i + 1));
  };
  for (const i of order) {
    const own = candidates.scope[i];
    offer(0, i);
    // An advert may bear the state AU, which is the country's own scope.
    if (own > 0) offer(own, i);
    if (reaches.every((reach) => reach.isFull())) return;
  }
}

/** Addresses ranked by their cut from the first ask of a window to the current ask, for every window and scope. */
export const addressPriceDrops: Aggregate = {
  name: "address price drops",
  tables: [{ name: "address_price_drops", orderBy: "scope, sort, rank" }],
  ...tablesInSql(ADDRESS_WINNERS + ADDRESS_PRICE_DROPS),
  run: async (db) => {
    await db.run(ADDRESS_WINNERS);
    const candidates = (await db.columns(CANDIDATES)) as unknown as Candidates;
    const ranks: Ranks = { scope: [], sort: [], rank: [], rowId: [] };
    for (const sort of SORTS) addRanks(ranks, candidates, sort);
    await db.append("step.address_ranks", [ranks.scope, ranks.sort, ranks.rank, ranks.rowId]);
    await db.run(ADDRESS_PRICE_DROPS);
  },
};
