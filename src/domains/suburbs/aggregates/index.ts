import { type Aggregate, sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { IS_PUBLIC } from "../../../snapshot/tables/public-licence-sql.ts";
import { partyIndex } from "../metrics/categories.ts";
import { DECLARED_PROPERTY } from "./declared-property.ts";
import {
  HOUSING_HEADLINE,
  HOUSING_REGIONS,
  LATEST_PRICE,
  PRICE_SERIES,
  SUBURB_PRICE,
} from "./house-prices.ts";
import { LISTING_MARKET, MARKET_STAYS } from "./listing-market.ts";
import { SIMILAR_SUBURBS } from "./similar/similar-suburbs.ts";
import { STATE_BASELINES } from "./state-baselines.ts";
import { SUBURB_BANNER } from "./suburb-banner.ts";
import { SUBURB_BROADBAND } from "./suburb-broadband.ts";
import { SUBURB_CENSUS } from "./suburb-census.ts";
import { SUBURB_COUNCILS } from "./suburb-councils.ts";
import { SUBURB_CRIME, SUBURB_OFFENCE_RATES } from "./suburb-crime.ts";
import { SUBURB_LAND } from "./suburb-land.ts";
import { SUBURB_MARKET } from "./suburb-market.ts";
import { SUBURB_PROFILES } from "./suburb-profiles.ts";
import { SUBURB_METRICS, SUBURBS } from "./suburbs.ts";

/** Where every suburb lies, and the council with most of its residents. */
const SUBURB_PLACES = sqlAggregate(
  "suburb places",
  [{ name: "suburb_places", orderBy: "sal_code" }],
  `
CREATE TABLE serve.suburb_places AS
SELECT
  sal_code, suburb.sal_name, suburb.centroid_lat, suburb.centroid_lon, council.lga_code, lga.lga_name
FROM suburb_demographics AS suburb
LEFT JOIN work.suburb_council AS council USING (sal_code)
LEFT JOIN lga ON lga.lga_code = council.lga_code
`,
);

/** Outlines of suburbs under a public licence, as text: nothing is asked of their points. */
const SUBURB_OUTLINES = sqlAggregate(
  "suburb outlines",
  [{ name: "suburb_outlines", orderBy: "sal_code" }],
  `
CREATE TABLE serve.suburb_outlines AS
SELECT sal_code, sal_name, CAST(outline AS VARCHAR) AS outline, source, source_licence
FROM suburb_outlines JOIN suburb_demographics USING (sal_code)
WHERE ${IS_PUBLIC}
`,
);

/** Category index of every party abbreviation that the dataset uses. */
const PARTY_INDEX = sqlAggregate(
  "party index",
  [],
  `
CREATE TABLE work.party_index AS
SELECT abbreviation, ${partyIndex("abbreviation")} AS party
FROM (
  SELECT federal_party_ab AS abbreviation FROM suburb_demographics
  UNION
  SELECT state_party_ab FROM suburb_demographics
)
WHERE abbreviation IS NOT NULL
`,
);

/** Prices, suburbs, profiles and metrics; an aggregate comes after those whose tables it reads. */
export const SUBURB_AGGREGATES: readonly Aggregate[] = [
  LATEST_PRICE,
  HOUSING_HEADLINE,
  PRICE_SERIES,
  HOUSING_REGIONS,
  SUBURB_PRICE,
  SUBURB_MARKET,
  MARKET_STAYS,
  LISTING_MARKET,
  SUBURB_CENSUS,
  SUBURB_CRIME,
  SUBURB_OFFENCE_RATES,
  SUBURB_BROADBAND,
  PARTY_INDEX,
  SUBURB_COUNCILS,
  SUBURB_LAND,
  SIMILAR_SUBURBS,
  SUBURB_BANNER,
  STATE_BASELINES,
  DECLARED_PROPERTY,
  SUBURBS,
  SUBURB_PROFILES,
  SUBURB_METRICS,
  SUBURB_OUTLINES,
  SUBURB_PLACES,
];
