import { RESTRICTED_LICENCE } from "../../../dataset/table-definition.ts";
import {
  GetPropertyHistoryResponseSchema,
  PropertyValuationSchema,
} from "../../../gen/shorts/v1alpha1/housing_pb.ts";
import { instantText } from "../../../snapshot/build/instant-text.ts";
import { rowEncoder } from "../../../snapshot/pages/encode-message.ts";
import { pageSet } from "../../../snapshot/pages/page-set.ts";
import { rowGroups } from "../../../snapshot/pages/row-groups.ts";
import type { Row } from "../../../snapshot/pages/row-message.ts";

const CURRENT = [
  "source",
  "listing_id",
  "listing_url",
  "price",
  "price_display",
  "price_kind",
  "listing_status",
  "is_active",
  "bedrooms",
  "bathrooms",
  "car_spaces",
  "land_size_sqm",
  "property_type",
].map((name) => `'${name}': ${name}`);

const ADDRESSES = `
SELECT
  address_key, display_address, suburb, state_code, postcode, num_listings, first_price, price AS current_price,
  distinct_dwellings,
  {
    ${CURRENT.join(", ")},
    'first_seen_at': ${instantText("first_seen_at")}, 'last_seen_at': ${instantText("last_seen_at")},
    'agency_name': agency_name, 'agent_names': agent_names
  } AS current
FROM serve.property_addresses
ORDER BY address_key`;

const EVENTS = `
SELECT
  address_key AS page_key, ${instantText("observed_at")} AS observed_at, event_type, source, listing_id, price,
  prev_price, drop_abs, drop_pct, listing_status, prev_status
FROM serve.property_events
ORDER BY address_key, property_events.observed_at, event_id`;

const VALUATIONS = `
SELECT
  address_key AS page_key, source, profile_url, ${instantText("fetched_at")} AS fetched_at, estimate_low, estimate_mid,
  estimate_high, estimate_confidence, valuation_granularity, rent_estimate_mid, bedrooms, bathrooms, car_spaces,
  land_size_sqm, building_size_sqm, year_built, property_type, sales_history
FROM serve.property_valuations
SEMI JOIN serve.property_addresses USING (address_key)
-- The aggregate leaves restricted rows out; this checks the licence again.
WHERE source_licence <> '${RESTRICTED_LICENCE}'
ORDER BY address_key`;

const keyColumns = ["page_key"];
const history = rowEncoder(GetPropertyHistoryResponseSchema, { without: ["valuation"], keyColumns });
const valuation = rowEncoder(PropertyValuationSchema, {
  keyColumns,
  field: GetPropertyHistoryResponseSchema.field.valuation.number,
});

/**
 * The history of every address. Element 0 is the response without a valuation; element 1, present if there is
 * one, is the response with only the valuation. Concatenated, their bytes are the complete response.
 */
export const PROPERTY_HISTORY_PAGES = pageSet({
  name: "property_histories",
  queries: { events: EVENTS, valuations: VALUATIONS, addresses: ADDRESSES },
  documents: async function* (results) {
    const events = rowGroups(results.stretches<Row>("events"));
    const valuations = rowGroups(results.stretches<Row>("valuations"));
    for await (const rows of results.stretches<Row>("addresses")) {
      for (const row of rows) {
        const key = row.address_key as string;
        const elements = [{ binary: history({ ...row, events: await events.take(key) }) }];
        const [valued] = await valuations.take(key);
        if (valued !== undefined) elements.push({ binary: valuation(valued) });
        yield { key, elements };
      }
    }
  },
});
