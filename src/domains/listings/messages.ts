import { create, type MessageInitShape } from "@bufbuild/protobuf";
import {
  GetDropIndexSeriesResponseSchema,
  GetPriceDropsOverviewResponseSchema,
  ListAddressPriceDropsResponseSchema,
  ListAgencyPriceStatsResponseSchema,
  ListSuburbDropListingsResponseSchema,
  ListSuburbPriceDropsResponseSchema,
  type StatePriceDropSummarySchema,
} from "../../gen/shorts/v1alpha1/housing_pb.ts";
import { rfc3339, timestampOfInstant } from "../../rpc/encoding/instants.ts";
import { dateOfDay } from "../../runtime/calendar-date.ts";
import { TRACKING_SINCE } from "./drop-index.ts";
import type { AddressPriceDropRow } from "./queries/address-price-drops.ts";
import type { AgencyPriceStatsRow } from "./queries/agency-price-stats.ts";
import type { Freshness } from "./queries/freshness.ts";
import type { DropIndexAnswer, DropsOverview, SuburbDropsAnswer } from "./queries/listings.ts";
import type { StatePriceDropRow } from "./queries/state-price-drops.ts";
import type { SuburbDropListingRow } from "./queries/suburb-drop-listings.ts";

/** Withheld and missing figures are 0 in every message here, as the contract has it. */
export function suburbDropsMessage({ suburbs, freshness }: SuburbDropsAnswer) {
  return create(ListSuburbPriceDropsResponseSchema, {
    suburbs: suburbs.map((row) => ({
      regionCode: row.region_code,
      salCode: row.sal_code,
      salName: row.sal_name,
      stateCode: row.state_code,
      droppedListingCount: row.dropped_listing_count ?? 0,
      avgDropPct: row.avg_drop_pct ?? 0,
      medianDropPct: row.median_drop_pct ?? 0,
      maxDropPct: row.max_drop_pct ?? 0,
      maxDropAbs: row.max_drop_abs ?? 0,
      totalActiveListings: row.total_active_listings,
      droppedShare: row.dropped_share ?? 0,
      postcode: row.postcode,
      forSaleCount: row.for_sale_count,
      avgAsking: row.avg_asking ?? 0,
      medianAsking: row.median_asking ?? 0,
      soldCount: row.sold_count,
      avgSold: row.avg_sold ?? 0,
      medianSold: row.median_sold ?? 0,
      droppedValue: row.dropped_value ?? 0,
    })),
    ...freshnessMembers(freshness),
  });
}

export function dropListingsMessage(rows: readonly SuburbDropListingRow[]) {
  return create(ListSuburbDropListingsResponseSchema, {
    listings: rows.map((row) => ({
      source: row.source,
      listingUrl: row.listing_url,
      displayAddress: row.display_address,
      propertyType: row.property_type,
      bedrooms: row.bedrooms,
      bathrooms: row.bathrooms,
      carSpaces: row.car_spaces,
      prevPrice: row.prev_price,
      price: row.price,
      dropPct: row.drop_pct,
      dropAbs: row.drop_abs,
      observedAt: timestampOfInstant(row.observed_at),
      addressKey: row.address_key,
      agencyName: row.agency_name,
      agentNames: [...row.agent_names],
    })),
  });
}

export function addressDropsMessage(rows: readonly AddressPriceDropRow[]) {
  return create(ListAddressPriceDropsResponseSchema, {
    addresses: rows.map((row) => ({
      addressKey: row.address_key,
      displayAddress: row.display_address,
      suburb: row.suburb,
      stateCode: row.state_code,
      postcode: row.postcode,
      firstPrice: row.first_price,
      currentPrice: row.current_price,
      dropAbs: row.drop_abs,
      dropPct: row.drop_pct,
      numListings: row.num_listings,
      latestSource: row.latest_source,
      latestListingUrl: row.latest_listing_url,
      lastObservedAt: rfc3339(row.last_observed_at),
      propertyType: row.property_type,
      bedrooms: row.bedrooms,
      bathrooms: row.bathrooms,
      agencyName: row.agency_name,
      agentNames: [...row.agent_names],
    })),
  });
}

export function dropsOverviewMessage({ national, states, freshness }: DropsOverview) {
  return create(GetPriceDropsOverviewResponseSchema, {
    ...(national === undefined ? {} : { national: stateSummary(national) }),
    states: states.map(stateSummary),
    ...freshnessMembers(freshness),
  });
}

/** `agent_names` stays empty: personal names stay out of aggregates. */
export function agencyStatsMessage(rows: readonly AgencyPriceStatsRow[]) {
  return create(ListAgencyPriceStatsResponseSchema, {
    agencies: rows.map((row) => ({
      source: row.source,
      agencyId: row.agency_id,
      agencyName: row.agency_name,
      stateCode: row.state_code,
      activeListings: row.active_listings,
      pricedListings: row.priced_listings,
      avgAsking: row.avg_asking ?? 0,
      medianAsking: row.median_asking ?? 0,
      suburbsCovered: row.suburbs_covered,
      droppedCount: row.dropped_count,
      avgDropPct: row.avg_drop_pct ?? 0,
      totalDropValue: row.total_drop_value ?? 0,
    })),
  });
}

/** The points found; without an answer none, but still the first tracked day. */
export function dropIndexMessage(answer?: DropIndexAnswer) {
  return create(GetDropIndexSeriesResponseSchema, {
    points: (answer?.points ?? []).map((row) => ({
      snapshotDate: dateOfDay(row.snapshot_date),
      dropRate: row.drop_rate,
      medianDropPct: row.median_drop_pct ?? 0,
      panelSuburbs: row.panel_suburbs,
      coverageRatio: row.coverage_ratio,
      isGap: row.is_gap,
      activeAddresses: row.active_addresses,
      droppedAddresses: row.dropped_addresses,
      withdrawnThenRelisted: row.withdrawn_then_relisted,
      delistedCount: row.delisted_count,
      medianWithheld: row.median_withheld,
    })),
    trackingSince: TRACKING_SINCE,
    ...freshnessMembers(answer?.freshness ?? {}),
  });
}

function stateSummary(row: StatePriceDropRow): MessageInitShape<typeof StatePriceDropSummarySchema> {
  return {
    stateCode: row.state_code,
    droppedCount: row.dropped_count,
    avgDropPct: row.avg_drop_pct ?? 0,
    medianDropPct: row.median_drop_pct ?? 0,
    maxDropPct: row.max_drop_pct ?? 0,
    droppedValue: row.dropped_value ?? 0,
    totalActiveListings: row.total_active_listings,
    droppedShare: row.dropped_share,
    forSaleCount: row.for_sale_count,
    forSalePriced: row.for_sale_priced,
    avgAsking: row.avg_asking ?? 0,
    medianAsking: row.median_asking ?? 0,
    soldCount: row.sold_count,
    avgSold: row.avg_sold ?? 0,
    medianSold: row.median_sold ?? 0,
    suburbsTracked: row.suburbs_tracked,
    suburbsSwept14d: row.suburbs_swept_14d,
    catalogSuburbs: row.catalog_suburbs,
  };
}

function freshnessMembers({ asOf, dataThrough }: Freshness) {
  return {
    ...(asOf === undefined ? {} : { asOf: timestampOfInstant(asOf) }),
    ...(dataThrough === undefined ? {} : { dataThrough: timestampOfInstant(dataThrough) }),
  };
}
