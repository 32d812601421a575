import { viewAggregate } from "../../../../snapshot/tables/aggregate.ts";
import { IS_PUBLIC } from "../../../../snapshot/tables/public-licence-sql.ts";

/**
 * `step.public_listings` and `step.public_events`: the listings that may be shown, and their events. What counts or shows
 * listings reads these, or joins a table that was made from them: no address, name, price or count of a listing under
 * the restricted licence can then reach an answer.
 */
const PUBLIC_LISTINGS = `
CREATE OR REPLACE VIEW step.public_listings AS
SELECT * FROM property_listings WHERE ${IS_PUBLIC};

CREATE OR REPLACE VIEW step.public_events AS
SELECT * FROM property_price_events
WHERE listing_pk IN (SELECT id FROM step.public_listings);
`;

export const publicListings = viewAggregate("public listings", PUBLIC_LISTINGS);
