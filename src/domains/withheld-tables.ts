import type { HiddenTables } from "../engine/view.ts";
import type { Switches } from "../rpc/switches.ts";
import { METRICS } from "./suburbs/metrics/metric-registry.ts";

/** Columns of `suburb_metrics` that are computed from these dataset tables. */
const metricsFrom = (...tables: readonly string[]) =>
  METRICS.filter(({ table }) => tables.includes(table)).map(({ key }) => key);

/** Dataset tables whose rows switches can hide; `news_` too, as its ranking depends on all shown words. */
export const SWITCHED_TABLES = /^(property_|register_|aec_|politicians$|news_)/;

/** A record that hides every row of these tables (separated by white space). */
const whole = (tables: string): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(tables.split(/\s+/).map((table) => [table, []]));

/**
 * Tables that each switch hides while it is off: `[]` hides every row, otherwise the columns of a table that
 * has unrelated ones too. Every table that is made from a hidden one must be listed.
 */
export const WITHHELD_TABLES: Readonly<Record<keyof Switches, Readonly<Record<string, readonly string[]>>>> =
  {
    dropListings: {
      ...whole(`address_price_drops agency_price_stats council_drop_suburbs council_drops drop_index_counters
        drop_index_daily drop_index_suburb_days drop_index_suburbs listed_regions listing_regions live_listings
        live_price_cuts profile_listing_stats property_addresses property_events refresh_stamps sold_listings
        state_price_drops suburb_drop_listings suburb_listing_stats suburb_price_drops`),
      council_summaries: ["price_drop_share"],
      // Past sales of a valuation are assigned to a suburb through its listing.
      suburb_metrics: metricsFrom("property_listings", "property_price_events", "property_valuations"),
    },
    valuations: { property_valuations: [], suburb_metrics: metricsFrom("property_valuations") },
    interestRegister: {
      register_people: [],
      suburb_metrics: metricsFrom("register_suburb_property"),
      suburbs: ["politician_property_count"],
    },
    partyFunding: { party_funding_rollup: [] },
  };

const SWITCHES = Object.keys(WITHHELD_TABLES) as (keyof Switches)[];

/** Tables that the switches hide, with the hidden columns; `[]` means every row. */
export function hiddenTables(switches: Switches): HiddenTables {
  const hidden = new Map<string, readonly string[]>();
  for (const name of SWITCHES) {
    if (switches[name] !== false) continue;
    for (const [table, columns] of Object.entries(WITHHELD_TABLES[name])) {
      const before = hidden.get(table) ?? columns;
      const isWhole = before.length === 0 || columns.length === 0;
      hidden.set(table, isWhole ? [] : [...new Set([...before, ...columns])]);
    }
  }
  return hidden;
}

/** Columns that switches can hide of tables whose other columns stay visible. */
export const SWITCHED_COLUMNS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [
    ...hiddenTables({ dropListings: false, valuations: false, interestRegister: false, partyFunding: false }),
  ].filter(([, columns]) => columns.length > 0),
);

/** Cache key of what the switches hide: equal for switches that hide the same. */
export function hiddenName(switches: Switches): string {
  return SWITCHES.filter((name) => switches[name] === false).join(" ");
}
