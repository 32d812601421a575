import { create, type DescMessage, type DescMethodUnary, type MessageShape } from "@bufbuild/protobuf";
import type { Engine } from "../../engine/engine.ts";
import type { SnapshotView } from "../../engine/view.ts";
import {
  GetDropIndexSeriesResponseSchema,
  GetPriceDropsOverviewResponseSchema,
  GetPropertyHistoryResponseSchema,
  HousingService,
  ListAddressPriceDropsResponseSchema,
  ListAgencyPriceStatsResponseSchema,
  ListSuburbDropListingsResponseSchema,
  ListSuburbPriceDropsResponseSchema,
} from "../../gen/shorts/v1alpha1/housing_pb.ts";
import { joinedAnswer, listAnswer } from "../../rpc/encoding/assembled-answer.ts";
import { dayOfInstant } from "../../rpc/encoding/timestamps.ts";
import { pinnedMethod } from "../../rpc/pinned-method.ts";
import type { EncodedAnswer, UnaryMethod } from "../../rpc/unary-method.ts";
import type { MethodOptions } from "../domain.ts";
import { TRACKING_SINCE } from "./drop-index.ts";
import { dropIndexQuery } from "./drop-index-rules.ts";
import { indexFreshness, placesOfDays } from "./queries/drop-index.ts";
import { dropListingsPage } from "./queries/drop-listings.ts";
import { type Freshness, freshnessFields, freshnessOf, type ListingTable } from "./queries/freshness.ts";
import {
  addressDropsQuery,
  addressKeyOf,
  agencyStatsQuery,
  dropListingsQuery,
  type RankingQuery,
  suburbDropsQuery,
} from "./rules.ts";

/** The seven methods of HousingService that rest on listings. Arguments are checked before the switch is looked at. */
export function listingMethods(engine: Engine, options: MethodOptions): UnaryMethod[] {
  const { method } = HousingService;

  /** A method that reads its query, and answers it from the pages unless listings are switched off. */
  function listingMethod<I extends DescMessage, O extends DescMessage, Query>(
    desc: DescMethodUnary<I, O>,
    queryOf: (request: MessageShape<I>, view: SnapshotView) => Query,
    answer: (view: SnapshotView, query: Query) => EncodedAnswer,
    withheld: () => MessageShape<O>,
  ): UnaryMethod {
    return pinnedMethod(engine, desc, (view, request) => {
      const query = queryOf(request, view);
      return options.switches().dropListings ? answer(view, query) : withheld();
    });
  }

  /** Today (UTC), or the snapshot's own day where the clock is behind it: its newest points can be asked for. */
  function todayOf(view: SnapshotView): number {
    return Math.max(dayOfInstant(options.now().getTime()), dayOfInstant(Date.parse(view.manifest.asOf)));
  }

  /** The stamps of an answer; when they cannot be read it goes out without them, and that is logged. */
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
    listingMethod(
      method.listSuburbPriceDrops,
      suburbDropsQuery,
      (view, query) =>
        listAnswer({
          response: ListSuburbPriceDropsResponseSchema,
          ...rankedPlaces(view, "suburb_price_drops", query),
          rest: stampsOf(view, ["suburb_listing_stats", "suburb_price_drops"]),
        }),
      () => create(ListSuburbPriceDropsResponseSchema),
    ),
    listingMethod(
      method.listSuburbDropListings,
      dropListingsQuery,
      (view, query) => {
        const page = dropListingsPage(view, query);
        return listAnswer({
          response: ListSuburbDropListingsResponseSchema,
          page,
          places: page?.shownFor(query.windowDays, query.limit) ?? [],
        });
      },
      () => create(ListSuburbDropListingsResponseSchema),
    ),
    listingMethod(
      method.getPropertyHistory,
      addressKeyOf,
      (view, addressKey) => {
        const page = view.pages.find("property_histories", addressKey);
        const shown = options.switches().valuations ? page?.count : 1;
        const parts = page === undefined ? [] : Array.from({ length: shown! }, (_, i) => page.binary(i));
        return joinedAnswer(GetPropertyHistoryResponseSchema, parts);
      },
      () => create(GetPropertyHistoryResponseSchema),
    ),
    listingMethod(
      method.listAddressPriceDrops,
      addressDropsQuery,
      (view, { scope, sort, windowDays, limit }) => {
        const page = view.pages.find("address_price_drops", `${scope} ${sort}`);
        return listAnswer({
          response: ListAddressPriceDropsResponseSchema,
          page,
          places: page?.shownFor(windowDays, limit) ?? [],
        });
      },
      () => create(ListAddressPriceDropsResponseSchema),
    ),
    listingMethod(
      method.getPriceDropsOverview,
      () => undefined,
      (view) => {
        const page = view.pages.find("price_drops_overview", "all");
        const stamps = create(GetPriceDropsOverviewResponseSchema, stampsOf(view, ["state_price_drops"]));
        return joinedAnswer(
          GetPriceDropsOverviewResponseSchema,
          page === undefined ? [] : [page.binary(0)],
          stamps,
        );
      },
      () => create(GetPriceDropsOverviewResponseSchema, { withheld: true }),
    ),
    listingMethod(
      method.listAgencyPriceStats,
      agencyStatsQuery,
      (view, query) =>
        listAnswer({
          response: ListAgencyPriceStatsResponseSchema,
          ...rankedPlaces(view, "agency_price_stats", query),
        }),
      () => create(ListAgencyPriceStatsResponseSchema),
    ),
    listingMethod(
      method.getDropIndexSeries,
      (request, view) => dropIndexQuery(request, todayOf(view)),
      (view, query) => {
        const page = query && view.pages.find("drop_index", query.grainKey);
        const places = page === undefined ? [] : placesOfDays(page, query!);
        const lastDay = places.length === 0 ? undefined : page!.from(places.at(-1)!);
        return listAnswer({
          response: GetDropIndexSeriesResponseSchema,
          page,
          places,
          rest: {
            trackingSince: TRACKING_SINCE,
            ...softFreshness(() => indexFreshness(view, lastDay)),
          },
        });
      },
      () => create(GetDropIndexSeriesResponseSchema, { trackingSince: TRACKING_SINCE }),
    ),
  ];
}

/** The first rows of a ranking. */
function rankedPlaces(view: SnapshotView, set: string, { scope, sort, limit }: RankingQuery) {
  const page = view.pages.find(set, `${scope} ${sort}`);
  return { page, places: page?.shownFor(0, limit) ?? [] };
}
