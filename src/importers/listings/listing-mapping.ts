import { TerraceError } from "../../runtime/errors.ts";
import type { Completeness } from "./follow-sweeps.ts";

/** Columns a feed can fill. `sweep` is the time at which the portal was read; `street` goes into the address key. */
export const FEED_COLUMNS = [
  "sweep",
  "listing_id",
  "listing_url",
  "street",
  "suburb",
  "state_code",
  "postcode",
  "display_address",
  "property_type",
  "bedrooms",
  "bathrooms",
  "car_spaces",
  "land_size_sqm",
  "price",
  "price_high",
  "price_display",
  "price_kind",
  "listing_status",
  "agency_id",
  "agency_name",
  "agent_names",
] as const;

export type FeedColumn = (typeof FEED_COLUMNS)[number];

/** How one portal's feed becomes listings; documented in data/listing-feeds.md. */
export interface ListingMapping {
  readonly format: typeof MAPPING_FORMAT;
  /** Portal slug. */
  readonly source: string;
  /** Licence that the listings carry; restricted when it is not given. */
  readonly licence?: string;
  readonly complete: Completeness;
  /** The feed's column, or a fixed value, for each column. NDJSON members within members are named `address.suburb`. */
  readonly columns: Partial<Record<FeedColumn, string | { readonly value: string }>>;
  /** The feed's words for statuses, price kinds and states, by column: `{ "listing_status": { "live": "for_sale" } }`. */
  readonly values?: Partial<Record<FeedColumn, Readonly<Record<string, string>>>>;
}

export const MAPPING_FORMAT = "terrace-listings-mapping-1";

/** The mapping of a feed that uses Terrace's own column names; its portal stands in a column `source`. */
export const PLAIN_MAPPING: ListingMapping = {
  format: MAPPING_FORMAT,
  source: "",
  complete: "feed",
  columns: Object.fromEntries(FEED_COLUMNS.map((column) => [column, column])),
};

const REQUIRED: readonly FeedColumn[] = ["sweep", "listing_id", "suburb", "state_code"];

/** The checked mapping; throws `bad_dataset` naming the member that is wrong. */
export function checkMapping(json: unknown, path: string): ListingMapping {
  const refuse = (reason: string): never => {
    throw new TerraceError("bad_dataset", `${path}: ${reason}`);
  };
  const mapping = json as Partial<ListingMapping>;
  if (mapping.format !== MAPPING_FORMAT)
    return refuse(`format "${mapping.format}"; allowed is "${MAPPING_FORMAT}"`);
  if (typeof mapping.source !== "string" || !/^[a-z0-9-]+$/.test(mapping.source)) {
    return refuse(`source "${mapping.source}"; allowed are small letters, digits and hyphens`);
  }
  if (!["feed", "suburb", "none"].includes(mapping.complete as string)) {
    return refuse(`complete "${mapping.complete}"; allowed are feed, suburb and none`);
  }
  if (mapping.licence !== undefined && typeof mapping.licence !== "string")
    return refuse("licence is no text");
  const columns = mapping.columns;
  if (typeof columns !== "object" || columns === null) return refuse("no columns");
  for (const [column, from] of Object.entries(columns)) {
    if (!(FEED_COLUMNS as readonly string[]).includes(column)) {
      return refuse(`column "${column}"; allowed are ${FEED_COLUMNS.join(", ")}`);
    }
    if (typeof from !== "string" && typeof (from as { value?: unknown } | null)?.value !== "string") {
      return refuse(`column "${column}" is neither a name nor { "value": text }`);
    }
  }
  for (const column of REQUIRED) if (columns[column] === undefined) return refuse(`no column "${column}"`);
  for (const [column, words] of Object.entries(mapping.values ?? {})) {
    if (typeof words !== "object" || words === null) return refuse(`values of "${column}" are no object`);
  }
  return mapping as ListingMapping;
}

/** Names of the feed's columns that the mapping needs. */
export function neededColumns(mapping: ListingMapping): string[] {
  return Object.values(mapping.columns).filter((from) => typeof from === "string");
}
