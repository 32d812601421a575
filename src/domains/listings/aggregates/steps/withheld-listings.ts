import { sqlAggregate } from "../../../../snapshot/build/aggregate.ts";
import { IS_PUBLIC } from "../../../../snapshot/build/public-licence-sql.ts";

/**
 * Takes listings under the restricted licence, and their events, out of the build before anything is derived from
 * them: no address, name, price or count of theirs can then reach an answer, whichever aggregate comes later.
 */
const WITHHELD_LISTINGS = `
DELETE FROM property_price_events
WHERE listing_pk IN (SELECT id FROM property_listings WHERE NOT (${IS_PUBLIC}));

DELETE FROM property_listings WHERE NOT (${IS_PUBLIC});
`;

export const withheldListings = sqlAggregate("withheld listings", [], WITHHELD_LISTINGS);
