import { create, type DescMessage, type DescMethodUnary, type MessageShape } from "@bufbuild/protobuf";
import type { Engine } from "../../engine/engine.ts";
import type { SnapshotView } from "../../engine/view.ts";
import {
  GetPriceDropsOverviewResponseSchema,
  GetPropertyHistoryResponseSchema,
  HousingService,
  ListAddressPriceDropsResponseSchema,
  ListAgencyPriceStatsResponseSchema,
  ListSuburbDropListingsResponseSchema,
  ListSuburbPriceDropsResponseSchema,
} from "../../gen/shorts/v1alpha1/housing_pb.ts";
import { type CachingOptions, cachedMethod, type LookUp } from "../../rpc/cached-method.ts";
import { dayOfInstant } from "../../rpc/encoding/instants.ts";
import type { Switches } from "../../rpc/switches.ts";
import type { UnaryMethod } from "../../rpc/unary-method.ts";
import { dropIndexQuery } from "./drop-index-rules.ts";
import {
  addressDropsMessage,
  agencyStatsMessage,
  dropIndexMessage,
  dropListingsMessage,
  dropsOverviewMessage,
  suburbDropsMessage,
} from "./messages.ts";
import { propertyHistoryMessage } from "./property-history-message.ts";
import type { Freshness } from "./queries/freshness.ts";
import { type Listings, listingsOf } from "./queries/listings.ts";
import {
  addressDropsQuery,
  addressKeyOf,
  agencyStatsQuery,
  dropListingsQuery,
  suburbDropsQuery,
} from "./rules.ts";

export interface ListingServiceOptions extends CachingOptions {
  readonly now: () => Date;
  /** The switches as they stand now; asked on every request, so that a flip counts from the next one on. */
  readonly switches: () => Switches;
}

/** The seven methods of HousingService that rest on listings. Arguments are checked before the switch is looked at. */
export function listingMethods(engine: Engine, options: ListingServiceOptions): UnaryMethod[] {
  const { method } = HousingService;

  /** A method that reads its query, and asks the listings for it unless they are switched off. */
  function listingMethod<I extends DescMessage, O extends DescMessage, Query>(
    desc: DescMethodUnary<I, O>,
    queryOf: (request: MessageShape<I>, view: SnapshotView) => Query,
    answer: (listings: Listings, query: Query, lookUp: LookUp) => Promise<MessageShape<O>>,
    withheld: () => MessageShape<O>,
  ): UnaryMethod {
    return cachedMethod(engine, desc, options, {
      queryOf,
      withheld: () => (options.switches().dropListings ? undefined : withheld()),
      lookUp: (view, query, lookUp) => answer(listingsOf(view), query, lookUp),
    });
  }

  /** Today (UTC), or the snapshot's own day where the clock is behind it: its newest points can be asked for. */
  function todayOf(view: SnapshotView): number {
    return Math.max(dayOfInstant(options.now().getTime()), dayOfInstant(Date.parse(view.manifest.asOf)));
  }

  /** The answer itself; stamps that could not be read are told of. */
  function stamped<T extends { readonly freshness: Freshness }>(answer: T, { onPartDropped }: LookUp): T {
    const { failure } = answer.freshness;
    if (failure !== undefined) onPartDropped("freshness", failure);
    return answer;
  }

  return [
    listingMethod(
      method.listSuburbPriceDrops,
      suburbDropsQuery,
      async (listings, query, lookUp) =>
        suburbDropsMessage(stamped(await listings.suburbPriceDrops(query, lookUp.signal), lookUp)),
      () => create(ListSuburbPriceDropsResponseSchema),
    ),
    listingMethod(
      method.listSuburbDropListings,
      dropListingsQuery,
      async (listings, query, { signal }) =>
        dropListingsMessage(await listings.suburbDropListings(query, signal)),
      () => create(ListSuburbDropListingsResponseSchema),
    ),
    listingMethod(
      method.getPropertyHistory,
      (request) => ({ addressKey: addressKeyOf(request), withValuation: options.switches().valuations }),
      async (listings, query, { signal, onPartDropped, doNotKeep }) => {
        const onValuationFailure = (cause: unknown) => onPartDropped("valuation", cause);
        const history = await listings.propertyHistory({ ...query, onValuationFailure }, signal);
        // There is no end of addresses that nobody lists.
        if (history === undefined) doNotKeep();
        return propertyHistoryMessage(history);
      },
      () => create(GetPropertyHistoryResponseSchema),
    ),
    listingMethod(
      method.listAddressPriceDrops,
      addressDropsQuery,
      async (listings, query, { signal }) =>
        addressDropsMessage(await listings.addressPriceDrops(query, signal)),
      () => create(ListAddressPriceDropsResponseSchema),
    ),
    listingMethod(
      method.getPriceDropsOverview,
      () => undefined,
      async (listings, _query, lookUp) =>
        dropsOverviewMessage(stamped(await listings.priceDropsOverview(lookUp.signal), lookUp)),
      () => create(GetPriceDropsOverviewResponseSchema, { withheld: true }),
    ),
    listingMethod(
      method.listAgencyPriceStats,
      agencyStatsQuery,
      async (listings, query, { signal }) =>
        agencyStatsMessage(await listings.agencyPriceStats(query, signal)),
      () => create(ListAgencyPriceStatsResponseSchema),
    ),
    listingMethod(
      method.getDropIndexSeries,
      (request, view) => dropIndexQuery(request, todayOf(view)),
      async (listings, query, lookUp) =>
        dropIndexMessage(
          query === undefined
            ? undefined
            : stamped(await listings.dropIndexSeries(query, lookUp.signal), lookUp),
        ),
      () => dropIndexMessage(),
    ),
  ];
}
