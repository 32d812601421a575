import type { HiddenTables } from "../engine/view.ts";
import type { Switches } from "../rpc/switches.ts";
import { METRICS } from "./suburbs/metrics/metric-registry.ts";

/** The columns of `suburb_metrics` that are computed from some dataset tables. */
const metricsFrom = (...tables: readonly string[]) =>
  METRICS.filter(({ table }) => tables.includes(table)).map(({ key }) => key);

/** The dataset tables whose rows a switch takes out of answers; news is ranked among all words that are shown. */
export const SWITCHED_TABLES = /^(property_|register_|aec_|politicians$|news_)/;

/** Every row of these tables. */
const whole = (tables: string): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(tables.split(/\s+/).map((table) => [table, []]));

/**
 * What each switch takes out of a snapshot's tables while it is off: `[]` means every row, names for columns of a
 * table that says other things too. Every table that is made from a withheld one is here.
 */
export const WITHHELD_TABLES: Readonly<Record<keyof Switches, Readonly<Record<string, readonly string[]>>>> =
  {
    dropListings: {
      ...whole(`address_price_drops agency_price_stats council_drop_suburbs council_drops drop_index_counters
        drop_index_daily drop_index_suburb_days drop_index_suburbs listed_regions listing_regions live_listings
        live_price_cuts profile_listing_stats property_addresses property_events refresh_stamps sold_listings
        state_price_drops suburb_drop_listings suburb_listing_stats suburb_price_drops`),
      council_summaries: ["price_drop_share"],
      // Past sales of a valuation are placed in a suburb by its listing.
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

/** The tables that these switches hide, with the columns that they hide of each. */
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

/** The columns that switches take out of tables whose others stay. */
export const SWITCHED_COLUMNS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [
    ...hiddenTables({ dropListings: false, valuations: false, interestRegister: false, partyFunding: false }),
  ].filter(([, columns]) => columns.length > 0),
);

/** The same as a name: switches that hide the same have the same. */
export function hiddenName(switches: Switches): string {
  return SWITCHES.filter((name) => switches[name] === false).join(" ");
}
