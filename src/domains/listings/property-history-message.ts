import { create, type MessageInitShape } from "@bufbuild/protobuf";
import {
  GetPropertyHistoryResponseSchema,
  type PropertyListingSnapshotSchema,
  type PropertyPriceEventSchema,
  type PropertyValuationSchema,
} from "../../gen/shorts/v1alpha1/housing_pb.ts";
import { rfc3339 } from "../../rpc/encoding/instants.ts";
import type { PropertyHistory } from "./queries/property-history.ts";
import type {
  PropertyAddressRow,
  PropertyEventRow,
  PropertyValuationRow,
} from "./queries/property-history-statements.ts";

/** The history of an address; entirely empty for one that no listing names. */
export function propertyHistoryMessage(history: PropertyHistory | undefined) {
  if (history === undefined) return create(GetPropertyHistoryResponseSchema);
  const { address, events, valuation } = history;
  return create(GetPropertyHistoryResponseSchema, {
    addressKey: address.address_key,
    displayAddress: address.display_address,
    suburb: address.suburb,
    stateCode: address.state_code,
    postcode: address.postcode,
    current: listingSnapshot(address),
    events: events.map(priceEvent),
    numListings: address.num_listings,
    firstPrice: address.first_price ?? 0,
    currentPrice: address.price ?? 0,
    distinctDwellings: address.distinct_dwellings,
    ...(valuation === undefined ? {} : { valuation: valuationMember(valuation) }),
  });
}

function listingSnapshot(row: PropertyAddressRow): MessageInitShape<typeof PropertyListingSnapshotSchema> {
  return {
    source: row.source,
    listingId: row.listing_id,
    listingUrl: row.listing_url,
    price: row.price ?? 0,
    priceDisplay: row.price_display,
    priceKind: row.price_kind,
    listingStatus: row.listing_status,
    isActive: row.is_active,
    bedrooms: row.bedrooms,
    bathrooms: row.bathrooms,
    carSpaces: row.car_spaces,
    landSizeSqm: row.land_size_sqm,
    propertyType: row.property_type,
    firstSeenAt: rfc3339(row.first_seen_at),
    lastSeenAt: rfc3339(row.last_seen_at),
    agencyName: row.agency_name,
    agentNames: [...row.agent_names],
  };
}

function priceEvent(row: PropertyEventRow): MessageInitShape<typeof PropertyPriceEventSchema> {
  return {
    observedAt: rfc3339(row.observed_at),
    eventType: row.event_type,
    source: row.source,
    listingId: row.listing_id,
    price: row.price ?? 0,
    prevPrice: row.prev_price ?? 0,
    dropAbs: row.drop_abs ?? 0,
    dropPct: row.drop_pct ?? 0,
    listingStatus: row.listing_status,
    prevStatus: row.prev_status,
  };
}

/** A past sale as the build stores it. */
interface StoredSale {
  readonly date: string;
  readonly price: number;
  readonly agency: string;
  readonly event_type: string;
}

function valuationMember(row: PropertyValuationRow): MessageInitShape<typeof PropertyValuationSchema> {
  return {
    source: row.source,
    profileUrl: row.profile_url,
    fetchedAt: rfc3339(row.fetched_at),
    estimateLow: row.estimate_low ?? 0,
    estimateMid: row.estimate_mid ?? 0,
    estimateHigh: row.estimate_high ?? 0,
    estimateConfidence: row.estimate_confidence,
    valuationGranularity: row.valuation_granularity,
    rentEstimateMid: row.rent_estimate_mid ?? 0,
    bedrooms: row.bedrooms,
    bathrooms: row.bathrooms,
    carSpaces: row.car_spaces,
    landSizeSqm: row.land_size_sqm ?? 0,
    buildingSizeSqm: row.building_size_sqm ?? 0,
    yearBuilt: row.year_built,
    propertyType: row.property_type,
    salesHistory: (JSON.parse(row.sales_history) as StoredSale[]).map((sale) => ({
      date: sale.date,
      price: sale.price,
      agency: sale.agency,
      eventType: sale.event_type,
    })),
  };
}
