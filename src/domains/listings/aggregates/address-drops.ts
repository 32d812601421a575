import { NATIONAL_SCOPE, STATE_CODES } from "../../../dataset/states.ts";
import { type Aggregate, sqlAggregate, tablesInSql } from "../../../snapshot/tables/aggregate.ts";
import { entryWindow } from "./steps.ts";

/** The largest window, in days, and limit of a request. */
const WINDOW_COUNT = 365;
const LIMIT = 200;

/** SQL: the kind within which prices compare: fixed with offers_over, each range end with itself. */
const comparableKind = (column: string): string => `
  CASE
    WHEN ${column} IN ('fixed', 'offers_over') THEN 'ask'
    WHEN ${column} IN ('range_low', 'range_high') THEN ${column}
  END`;

/** SQL: true if the listings may be one dwelling, by their bedroom counts; 0 is unknown. */
const areOneDwelling = (one: string, other: string) =>
  `(${one}.bedrooms = 0 OR ${other}.bedrooms = 0 OR ${one}.bedrooms = ${other}.bedrooms)`;

/**
 * The earlier asks behind every current advert, as spans of windows.
 * - Current advert: live, with URL, price and address key, and not superseded: no later-starting advert of
 *   the same portal and address, with the same bedrooms where both are known, was seen as recently.
 * - Chain: events of the advert itself, of one of the same portal that ended before it began, or of another
 *   portal's that ended over 14 days before; of comparable price kind, with the same bedrooms where both are
 *   known; no single cuts above 0.40.
 * - An event's earliest ask: its previous price if it changed an advert seen before, else its price.
 * - A window's first ask is that of its oldest event. A span starts with the window that has this event and
 *   at least one real cut, and ends with the window that has the next older event.
 */
const ADDRESS_CHAINS = sqlAggregate(
  "address chains",
  [],
  `
CREATE TABLE step.current_adverts AS
WITH candidates AS (
  SELECT *, ${comparableKind("price_kind")} AS comparable_kind
  FROM step.listings
  WHERE is_live AND has_url AND price IS NOT NULL
    AND address_id IN (SELECT address_id FROM step.price_cuts WHERE entry_window <= 365)
)
SELECT id AS advert_id, source, address_id, state_code, bedrooms, price, comparable_kind, first_seen_at
FROM candidates AS c
WHERE comparable_kind IS NOT NULL AND NOT EXISTS (
  FROM step.listings AS later
  WHERE later.address_id = c.address_id AND later.source = c.source AND later.first_seen_at > c.first_seen_at
    AND later.last_seen_at >= c.last_seen_at AND ${areOneDwelling("later", "c")}
);

CREATE TABLE step.chain_events AS
WITH chain_listings AS (
  SELECT advert_id, comparable_kind, o.id AS listing_pk, o.first_seen_at
  FROM step.current_adverts AS a JOIN step.listings AS o USING (address_id)
  WHERE o.id = advert_id OR (
    ${areOneDwelling("a", "o")} AND o.last_seen_at < CASE
      WHEN o.source = a.source THEN a.first_seen_at
      ELSE a.first_seen_at - INTERVAL 14 DAY
    END
  )
)
SELECT
  advert_id, e.id AS event_id, e.observed_at,
  CASE
    WHEN event_type <> 'first_seen' AND e.observed_at > first_seen_at AND e.prev_price > 0 THEN e.prev_price
    ELSE e.price
  END AS earliest_ask,
  cut.id IS NOT NULL AS is_cut, ${entryWindow("e.observed_at")} AS entry_window
FROM property_price_events AS e
JOIN chain_listings USING (listing_pk)
LEFT JOIN step.price_cuts AS cut ON cut.id = e.id
WHERE ${comparableKind("price_kind")} = comparable_kind
  AND (event_type <> 'price_drop' OR coalesce((e.prev_price - e.price) / e.prev_price, 0) <= 0.40);

CREATE TABLE step.chain_spans AS
WITH stepped AS (
  SELECT
    advert_id, earliest_ask, entry_window,
    lead(entry_window) OVER (PARTITION BY advert_id ORDER BY observed_at DESC, event_id DESC) AS older_entry_window,
    min(entry_window) FILTER (WHERE is_cut) OVER (PARTITION BY advert_id) AS cut_entry_window,
    max(observed_at) OVER (PARTITION BY advert_id) AS last_observed_at
  FROM step.chain_events
  WHERE earliest_ask > 0 AND entry_window <= 365
),
spans AS (
  SELECT
    address_id, advert_id, source, state_code, earliest_ask AS first_price, price AS current_price,
    earliest_ask - price AS drop_abs, (earliest_ask - price) / earliest_ask AS drop_pct, last_observed_at,
    greatest(entry_window, cut_entry_window) AS min_window, coalesce(older_entry_window, 366) AS max_window
  FROM stepped JOIN step.current_adverts USING (advert_id)
  WHERE cut_entry_window IS NOT NULL
)
FROM spans
WHERE min_window < max_window AND drop_pct BETWEEN 0.03 AND 0.40;
`,
);

const SCOPES: readonly string[] = [NATIONAL_SCOPE, ...STATE_CODES];

const SORT_ORDERS = {
  pct: "drop_pct DESC, drop_abs DESC, address_id, min_window",
  abs: "drop_abs DESC, drop_pct DESC, address_id, min_window",
  recent: "last_observed_at DESC, drop_pct DESC, address_id, min_window",
} as const;
type Sort = keyof typeof SORT_ORDERS;
const SORTS = Object.keys(SORT_ORDERS) as Sort[];

/**
 * Each address and window keeps one advert: deepest cut, then largest in AUD, then portal ascending, then
 * newest listing. An address's windows are split wherever a span starts or ends; each piece has one winner.
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
  FROM pieces AS p
  JOIN step.chain_spans AS s
    ON s.address_id = p.address_id AND s.min_window <= p.min_window AND s.max_window >= p.max_window
  QUALIFY row_number() OVER (
    PARTITION BY p.address_id, p.min_window ORDER BY s.drop_pct DESC, s.drop_abs DESC, s.source, s.advert_id DESC
  ) = 1
)
SELECT row_number() OVER (ORDER BY address_id, min_window) AS row_id, *
FROM winners
ORDER BY row_id;

CREATE TABLE step.address_ranks (scope VARCHAR, sort VARCHAR, rank INTEGER, row_id BIGINT);
`;

/** The rows that a request can reach. */
const ADDRESS_PRICE_DROPS = `
CREATE TABLE serve.address_price_drops AS
WITH listing_counts AS (
  SELECT address_id, count(*) AS num_listings
  FROM step.listings
  WHERE address_id IN (SELECT address_id FROM step.address_winners)
  GROUP BY address_id
)
SELECT
  scope, sort, rank, min_window AS shown_from, max_window AS shown_until, address_key, display_address, suburb,
  l.state_code, postcode, first_price, current_price, drop_abs, drop_pct, num_listings, l.source AS latest_source,
  listing_url AS latest_listing_url, last_observed_at, property_type, coalesce(bedrooms, 0) AS bedrooms,
  coalesce(bathrooms, 0) AS bathrooms, coalesce(agency_name, '') AS agency_name,
  coalesce(agent_names, []) AS agent_names
FROM step.address_ranks
JOIN step.address_winners USING (row_id)
JOIN listing_counts USING (address_id)
JOIN property_listings AS l ON l.id = advert_id;
`;

/** SQL: the winners by row id: index in SCOPES (-1 for none), windows, and the rank from 0 in each sort. */
const CANDIDATES = `
SELECT
  coalesce(list_position([${SCOPES.map((scope) => `'${scope}'`).join(", ")}], state_code), 0)::INTEGER - 1 AS scope,
  min_window, max_window,
  ${SORTS.map((sort) => `(row_number() OVER (ORDER BY ${SORT_ORDERS[sort]}) - 1)::INTEGER AS ${sort}`).join(",\n  ")}
FROM step.address_winners
ORDER BY row_id
`;

/**
 * Finds which rows, offered in rank order, are among the first `limit` rows of a window 1..`windowCount`. A
 * full window links to the next one with room, so a sweep costs windows × limit plus one lookup per row.
 */
export function createWindowReach(windowCount: number, limit: number) {
  const shown = new Uint32Array(windowCount + 2);
  const next = Uint32Array.from({ length: windowCount + 2 }, (_, window) => window);

  function firstWithRoom(from: number): number {
    let window = from;
    while (next[window] !== window) {
      next[window] = next[next[window]];
      window = next[window];
    }
    return window;
  }

  return {
    /** Adds a row of windows minWindow <= w < maxWindow; true if one of them had room for it. */
    offer(minWindow: number, maxWindow: number): boolean {
      const end = Math.min(maxWindow, windowCount + 1);
      let window = firstWithRoom(minWindow);
      const isReached = window < end;
      while (window < end) {
        shown[window]++;
        if (shown[window] === limit) next[window] = window + 1;
        window = firstWithRoom(window + 1);
      }
      return isReached;
    },
    /** True if every window is full, so no later row can be shown. */
    isFull: () => firstWithRoom(1) > windowCount,
  };
}

type Candidates = Readonly<Record<"scope" | "min_window" | "max_window" | Sort, readonly number[]>>;

/** The rows of a sort that some scope and window can show, as columns of step.address_ranks. */
function ranksOf(candidates: Candidates, sort: Sort) {
  const places = candidates[sort];
  const order = new Uint32Array(places.length);
  for (let i = 0; i < places.length; i++) order[places[i]] = i;
  const reaches = SCOPES.map(() => createWindowReach(WINDOW_COUNT, LIMIT));
  const counts = SCOPES.map(() => 0);
  const ranks = { scope: [] as string[], sort: [] as string[], rank: [] as number[], rowId: [] as bigint[] };
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
    // The state of an advert may be AU, which is scope 0.
    if (own > 0) offer(own, i);
    if (reaches.every((reach) => reach.isFull())) break;
  }
  return Object.values(ranks);
}

/** Addresses by their cut from a window's first ask to the current one, for every window, scope and sort. */
const ADDRESS_DROP_RANKS: Aggregate = {
  name: "address price drops",
  tables: [{ name: "address_price_drops", orderBy: "scope, sort, rank" }],
  ...tablesInSql(ADDRESS_WINNERS + ADDRESS_PRICE_DROPS),
  run: async (db) => {
    await db.run(ADDRESS_WINNERS);
    const candidates = (await db.columns(CANDIDATES)) as unknown as Candidates;
    for (const sort of SORTS) await db.append("step.address_ranks", ranksOf(candidates, sort));
    await db.run(ADDRESS_PRICE_DROPS);
  },
};

export const ADDRESS_DROPS = [ADDRESS_CHAINS, ADDRESS_DROP_RANKS];
