import { sqlAggregate } from "../../../../snapshot/tables/aggregate.ts";
import { IS_PUBLIC } from "../../../../snapshot/tables/public-licence-sql.ts";
import { LEAST_HOLD_DAYS, LEAST_LISTINGS, LEFT_DAYS, UNSEEN_DAYS } from "../../metrics/listings.ts";

const HAS_LEFT = `outcome IN ('sold', 'withdrawn') AND left_at >= getvariable('as_of') - INTERVAL ${LEFT_DAYS} DAY`;
const IS_THERE = "outcome = ''";
const IS_KNOWN = `${IS_THERE} AND price_kind <> 'unknown'`;
const IS_PRICED = `${IS_THERE} AND has_price`;
const IS_CUT = `${IS_PRICED} AND cut_at IS NOT NULL`;

const count = (condition: string) => `count(*) FILTER (${condition})`;
/** A statistic of the rows that meet a condition; null where they are too few. */
const ofEnough = (condition: string, statistic: string, name: string) =>
  `CASE WHEN ${count(condition)} >= ${LEAST_LISTINGS} THEN ${statistic} END AS ${name}`;
const days = (condition: string, name: string) =>
  ofEnough(
    condition,
    `median(date_diff('day', listed_at::DATE, left_at::DATE)) FILTER (${condition})`,
    `days_on_market${name}`,
  );
const share = (part: string, whole: string, name: string) =>
  ofEnough(whole, `100.0 * ${count(part)} / ${count(whole)}`, name);

/** `work.suburb_listing_market`: what the listings of a suburb tell of its market, and how long dwellings are held. */
const SQL = `
CREATE TABLE work.suburb_listing_market AS
WITH seen AS (
  SELECT sal_code, max(last_seen_at) >= getvariable('as_of') - INTERVAL ${UNSEEN_DAYS} DAY AS is_seen
  FROM work.market_adverts
  GROUP BY sal_code
),
figures AS (
  SELECT
    sal_code,
    ${days(HAS_LEFT, "")},
    ${days(`${HAS_LEFT} AND dwelling = 'house'`, "_houses")},
    ${days(`${HAS_LEFT} AND dwelling = 'unit'`, "_units")},
    ${count(IS_THERE)} AS stock,
    ${count(`${HAS_LEFT} AND outcome = 'sold'`)} AS sold,
    ${share(IS_CUT, IS_PRICED, "share_discounted")},
    ${ofEnough(IS_CUT, `100 * median(discount) FILTER (${IS_CUT})`, "median_discount")},
    ${share(`${IS_KNOWN} AND price_kind = 'auction'`, IS_KNOWN, "auction_share")}
  FROM work.market_stays
  GROUP BY sal_code
),
sales AS (
  SELECT sal_code, address_key, left_at::DATE AS sold_on FROM work.market_stays WHERE outcome = 'sold'
  UNION
  SELECT sal_code, address_key, try_cast(sale.date AS DATE) AS sold_on
  FROM (
    SELECT
      address_key,
      unnest(TRY(from_json(CAST(sales_history AS VARCHAR), '[{"date": "VARCHAR"}]'))) AS sale
    FROM property_valuations
    WHERE fetch_status = 'ok' AND ${IS_PUBLIC}
  ) AS history JOIN (SELECT DISTINCT sal_code, address_key FROM work.market_adverts) AS known USING (address_key)
),
holds AS (
  SELECT sal_code, date_diff('day', lag(sold_on) OVER (PARTITION BY sal_code, address_key ORDER BY sold_on), sold_on) AS days
  FROM sales
  WHERE sold_on <= getvariable('as_of')
),
held AS (
  SELECT sal_code, median(days) / 365.25 AS hold_years
  FROM holds
  WHERE days >= ${LEAST_HOLD_DAYS}
  GROUP BY sal_code
  HAVING count(*) >= ${LEAST_LISTINGS}
)
SELECT
  sal_code, figures.* EXCLUDE (sal_code, stock, sold), hold_years,
  CASE WHEN is_seen THEN stock END AS stock_on_market,
  CASE WHEN is_seen AND sold >= ${LEAST_LISTINGS} THEN stock / (sold / 3.0) END AS months_of_stock
FROM seen JOIN figures USING (sal_code) LEFT JOIN held USING (sal_code)
`;

export const LISTING_MARKET = sqlAggregate("listing market", [], SQL);
