import { badDataset } from "../../runtime/errors.ts";
import {
  type JsonIssue,
  map,
  matching,
  object,
  oneOf,
  optional,
  placeText,
  readJson,
  type Schema,
  text,
  valueText,
} from "../../runtime/json-schema.ts";
import { nearestNames } from "../../runtime/nearest-names.ts";

/** Columns that a feed can fill. `sweep` is when the portal was read; `street` is for the address key. */
const FEED_COLUMNS = [
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

/** What a sweep covers: all adverts of the portal, all adverts of the suburbs in it, or only some. */
export type Completeness = "feed" | "suburb" | "none";

/** How one portal's feed maps to listings; documented in data/guides/listing-feeds.md. */
export interface ListingMapping {
  readonly format: typeof MAPPING_FORMAT;
  readonly source: string;
  /** Licence of the listings; default: restricted. */
  readonly licence?: string;
  readonly complete: Completeness;
  /** Feed column or fixed value by column. Nested NDJSON members are named `address.suburb`. */
  readonly columns: Partial<Record<FeedColumn, string | { readonly value: string }>>;
  /** Translates the feed's statuses, price kinds and states: `{ "listing_status": { "live": "sold" } }`. */
  readonly values?: Partial<Record<FeedColumn, Readonly<Record<string, string>>>>;
}

export const MAPPING_FORMAT = "terrace-listings-mapping-1" as const;

/** Mapping for feeds with Terrace's own column names; the column `source` names the portal. */
export const PLAIN_MAPPING: ListingMapping = {
  format: MAPPING_FORMAT,
  source: "",
  complete: "feed",
  columns: Object.fromEntries(FEED_COLUMNS.map((column) => [column, column])),
};

const REQUIRED: readonly FeedColumn[] = ["sweep", "listing_id", "suburb", "state_code"];

const COLUMN_WORDS = 'a name or { "value": text }';
const isFixedValue = (from: unknown): from is { readonly value: string } =>
  typeof (from as { value?: unknown } | null)?.value === "string";
const feedColumn = matching(
  (from): from is string | { readonly value: string } => typeof from === "string" || isFixedValue(from),
  COLUMN_WORDS,
);

/** Other members are allowed, as the operator's notes. */
const mappingSchema: Schema<ListingMapping> = object(
  {
    format: oneOf([MAPPING_FORMAT], `"${MAPPING_FORMAT}"`),
    source: text(/^[a-z0-9-]+$/, "small letters, digits and hyphens"),
    licence: optional(text()),
    complete: oneOf(["feed", "suburb", "none"], "feed, suburb and none"),
    columns: object(
      byColumn((column) => (REQUIRED.includes(column) ? feedColumn : optional(feedColumn))),
    ) as Schema<ListingMapping["columns"]>,
    values: optional(
      object(byColumn(() => optional(map(text())))) as Schema<NonNullable<ListingMapping["values"]>>,
    ),
  },
  { others: "ignored" },
);

/** Validates a mapping; throws `bad_dataset` naming the wrong member. */
export function checkMapping(json: unknown, path: string): ListingMapping {
  return readJson(mappingSchema, json, (issue) => badDataset(`${path}: ${issueWords(issue)}`));
}

function byColumn<T>(memberOf: (column: FeedColumn) => T): Record<FeedColumn, T> {
  return Object.fromEntries(FEED_COLUMNS.map((column) => [column, memberOf(column)])) as Record<
    FeedColumn,
    T
  >;
}

function issueWords({ path, value, expected, knownKeys }: JsonIssue): string {
  const [member, column] = path;
  if (knownKeys !== undefined) {
    const near = nearestNames(String(column), knownKeys, 1);
    const owner = member === "columns" ? "column" : "values of";
    return `${owner} "${column}"; allowed are ${knownKeys.join(", ")}; did you mean "${near}"?`;
  }
  if (member === "columns" && value === undefined)
    return column === undefined ? "no columns" : `no column "${column}"`;
  const verb = member === "format" ? "is" : "are";
  return `${placeText(path) || "the mapping"} ${valueText(value)}; allowed ${verb} ${expected}`;
}

/** Feed columns that must exist for the mapping. */
export function neededColumns(mapping: ListingMapping): string[] {
  return Object.values(mapping.columns).filter((from) => typeof from === "string");
}
