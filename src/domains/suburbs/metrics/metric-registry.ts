import { type Metric, metricRegistry } from "../../../dataset/metric.ts";
import { reads } from "../../domain.ts";
import { CENSUS_METRICS, HOUSEHOLD_METRICS, TENURE_METRICS } from "./census.ts";
import { LAND_METRICS } from "./land.ts";
import { LISTING_METRICS } from "./listings.ts";
import { MARKET_METRICS, UNIT_METRICS } from "./market.ts";
import { AREA_METRICS, PEOPLE_METRICS } from "./people.ts";
import { OFFENCE_METRICS, PLACE_METRICS } from "./places.ts";

/** All suburb metrics, in the column order of a snapshot. Append new groups, so that no position changes. */
export const METRICS: readonly Metric[] = [
  ...PEOPLE_METRICS,
  ...PLACE_METRICS,
  ...CENSUS_METRICS,
  ...LAND_METRICS,
  ...TENURE_METRICS,
  ...HOUSEHOLD_METRICS,
  ...OFFENCE_METRICS,
  ...AREA_METRICS,
  ...MARKET_METRICS,
  ...UNIT_METRICS,
  ...LISTING_METRICS,
];

export const SUBURB_METRICS = metricRegistry(METRICS, {
  keysHint: `DescribeMetrics lists the ${METRICS.length} keys`,
  labelsHint: () => "DescribeMetrics lists its labels",
});

export const METRIC_TABLES = reads(
  ["suburb_demographics"],
  [
    "house_prices",
    "suburb_lga",
    "suburb_amenities",
    "suburb_connectivity",
    "suburb_crime_stats",
    "suburb_offences",
    "suburb_hazard_exposure",
    "suburb_planning",
    "register_suburb_property",
    "property_listings",
    "property_price_events",
    "property_valuations",
  ],
);

export const METRIC_KEYS: readonly string[] = SUBURB_METRICS.keys;

/** Index of the key in METRICS, or -1; exact and case-sensitive. */
export function metricPosition(key: string): number {
  return SUBURB_METRICS.positionOf(key);
}
