import { create } from "@bufbuild/protobuf";
import type { Engine } from "../../engine/engine.ts";
import type { SnapshotView } from "../../engine/view.ts";
import { HousingService } from "../../gen/shorts/v1alpha1/housing_pb.ts";
import { joinedAnswer, listAnswer } from "../../rpc/encoding/assembled-answer.ts";
import { switchedMethods } from "../../rpc/switched-method.ts";
import type { UnaryMethod } from "../../rpc/unary-method.ts";
import { type MethodOptions, todayOf } from "../domain.ts";
import {
  dropListingsPage,
  type Freshness,
  freshnessFields,
  freshnessOf,
  indexFreshness,
  type ListingTable,
  placesOfDays,
} from "./queries/freshness.ts";
import {
  addressDropsQuery,
  agencyStatsQuery,
  dropIndexQuery,
  dropListingsQuery,
  historyQuery,
  type RankingQuery,
  suburbDropsQuery,
  TRACKING_SINCE,
} from "./rules.ts";

/** The methods of HousingService over listings. They validate arguments before they check the switch. */
export function listingMethods(engine: Engine, options: MethodOptions): UnaryMethod[] {
  const { method } = HousingService;

  const listingMethod = switchedMethods(engine, () => options.switches().dropListings);

  /** Freshness fields of a response; {} if reading them fails, which is reported. */
  function softFreshness(read: () => Freshness) {
    try {
      return freshnessFields(read());
    } catch (cause) {
      options.onPartDropped?.("freshness", cause);
      return {};
    }
  }
  const stampsOf = (view: SnapshotView, tables: readonly ListingTable[]) =>
    softFreshness(() => freshnessOf(view, tables));

  return [
    listingMethod(method.listSuburbPriceDrops, suburbDropsQuery, (view, query, response) =>
      listAnswer(
        response,
        ranked(view, "suburb_price_drops", query),
        stampsOf(view, ["suburb_listing_stats", "suburb_price_drops"]),
      ),
    ),
    listingMethod(method.listSuburbDropListings, dropListingsQuery, (view, query, response) => {
      const { windowDays: shownFor, limit } = query;
      return listAnswer(response, { page: dropListingsPage(view, query), shownFor, limit });
    }),
    listingMethod(method.getPropertyHistory, historyQuery, (view, { addressKey }, response) => {
      const page = view.pages.find("property_histories", addressKey);
      const shown = options.switches().valuations ? page?.count : 1;
      const parts = page === undefined ? [] : Array.from({ length: shown! }, (_, i) => page.binary(i));
      return joinedAnswer(response, parts);
    }),
    listingMethod(method.listAddressPriceDrops, addressDropsQuery, (view, query, response) =>
      listAnswer(response, { ...ranked(view, "address_price_drops", query), shownFor: query.windowDays }),
    ),
    listingMethod(
      method.getPriceDropsOverview,
      () => undefined,
      (view, _, response) => {
        const page = view.pages.find("price_drops_overview", "all");
        const stamps = create(response, stampsOf(view, ["state_price_drops"]));
        return joinedAnswer(response, page === undefined ? [] : [page.binary(0)], stamps);
      },
      { withheld: true },
    ),
    listingMethod(method.listAgencyPriceStats, agencyStatsQuery, (view, query, response) =>
      listAnswer(response, ranked(view, "agency_price_stats", query)),
    ),
    listingMethod(
      method.getDropIndexSeries,
      (request, view) => dropIndexQuery(request, todayOf(options, view)),
      (view, query, response) => {
        const page = query && view.pages.find("drop_index", query.grainKey);
        const places = page === undefined ? [] : placesOfDays(page, query!);
        const lastDay = places.length === 0 ? undefined : page!.from(places.at(-1)!);
        const stamps = softFreshness(() => indexFreshness(view, lastDay));
        return listAnswer(response, { page, places }, { trackingSince: TRACKING_SINCE, ...stamps });
      },
      { trackingSince: TRACKING_SINCE },
    ),
  ];
}

function ranked(view: SnapshotView, set: string, { stateCode, sort, limit }: RankingQuery) {
  return { page: view.pages.find(set, `${stateCode} ${sort}`), limit };
}
