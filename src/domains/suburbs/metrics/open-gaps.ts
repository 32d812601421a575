/** What metrics wait for of which open data has no figure, or few. */
const GAPS: readonly (readonly [keys: RegExp, waitsFor: string])[] = [
  [
    /^(born_overseas|pct_year_12)$/,
    "table G01 (and G16A) of the Census DataPack for all of Australia (`2021_GCP_SAL_for_AUS_short-header.zip`); those of Western Australia and the Australian Capital Territory are here",
  ],
  [/^language$/, "tables G13A to G13E of the same DataPack together; G13E alone is here"],
  [/^pct_low_personal_income$/, "tables G17A and G17B of the same DataPack; G17C is here"],
  [
    /^price$/,
    "suburb medians under an open licence: those of New South Wales may not be passed on, those of Victoria are unsettled, and other states sell theirs; Adelaide's are here until June 2023",
  ],
  [/^state_party$/, "a list of state members by district under an open licence"],
  [/^politician_property$/, "the register of interests, whose licence forbids derived works"],
  [/^crime_/, "rates by suburb that are scaled to the victimisation survey; nobody publishes them openly"],
  [
    /^recorded_/,
    "offences by suburb of New South Wales, Queensland and Western Australia, and the rest of table 03 of Victoria's Crime Statistics Agency",
  ],
  [
    /^(amenity_density|supermarkets|pubs|grocery|healthcare)$/,
    "counts of shops, pubs and practices by suburb, such as those of OpenStreetMap, whose licence asks for the same licence",
  ],
  [
    /^school_sector$/,
    "lists of all schools; those of Victoria are here, and of New South Wales the government's",
  ],
  [
    /^nearest_train$/,
    "stops of Queensland Rail beyond the south-east, of Transperth and Transwa (unsettled terms)",
  ],
  [/^nbn$/, "the technology of premises, which the network does not license openly"],
  [/^(elevation_|land_share_)/, "heights by suburb, sampled from an elevation model"],
  [/^(water_|permanent_|flood_)/, "water observations and flood overlays by suburb"],
  [/^bushfire_/, "bushfire-prone land of the states that publish none"],
  [/^(zone_|zoning_|dominant_zone|heritage_|nsw_)/, "planning layers of the states by suburb"],
];

/** What would fill the gaps of a metric in open data; undefined where nothing is known to be missing. */
export function openGap(key: string): string | undefined {
  return GAPS.find(([keys]) => keys.test(key))?.[1];
}
