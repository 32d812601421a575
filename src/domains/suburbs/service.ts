import type { Engine } from "../../engine/engine.ts";
import type { SnapshotView } from "../../engine/view.ts";
import {
  HousingRegionSchema,
  HousingService,
  ListHousingRegionsResponseSchema,
  ListStateSuburbsResponseSchema,
  SuburbSummarySchema,
} from "../../gen/shorts/v1alpha1/housing_pb.ts";
import { type CachingOptions, cachedMethod } from "../../rpc/cached-method.ts";
import { encodedList } from "../../rpc/encoding/encoded-list.ts";
import { pinnedMethod } from "../../rpc/pinned-method.ts";
import type { Switches } from "../../rpc/switches.ts";
import type { EncodedAnswer, UnaryMethod } from "../../rpc/unary-method.ts";
import {
  housePriceSeriesMessage,
  housingOverviewMessage,
  housingRegionMessage,
  suburbSummaryMessage,
} from "./messages.ts";
import { suburbProfileMessage } from "./profile-message.ts";
import { HEADLINE_OF_KEY_REGIONS, HEADLINE_OF_TYPE } from "./queries/housing-headline.ts";
import { PRICE_SERIES_BY_KEY } from "./queries/price-series.ts";
import { suburbProfile } from "./queries/profile/suburb-profile.ts";
import { regionStore } from "./queries/region-store.ts";
import { searchNames } from "./queries/search-names.ts";
import { suburbStore } from "./queries/suburb-store.ts";
import {
  overviewRegionType,
  priceSeriesKey,
  profileSalCode,
  regionFilter,
  stateSuburbsQuery,
} from "./rules.ts";

export interface SuburbServiceOptions extends CachingOptions {
  /** Asked on every profile: listings off removes the listing statistics from the next request on. */
  readonly switches: () => Switches;
}

/** GetHousingOverview, GetHousePriceSeries, ListStateSuburbs, GetSuburbProfile and ListHousingRegions. */
export function suburbMethods(engine: Engine, options: SuburbServiceOptions): UnaryMethod[] {
  const { method } = HousingService;
  return [
    cachedMethod(engine, method.getHousingOverview, options, {
      queryOf: overviewRegionType,
      lookUp: async ({ database }, regionType, { signal }) =>
        housingOverviewMessage(
          regionType === ""
            ? await database.query(HEADLINE_OF_KEY_REGIONS, {}, signal)
            : await database.query(HEADLINE_OF_TYPE, { region_type: regionType }, signal),
        ),
    }),
    cachedMethod(engine, method.getHousePriceSeries, options, {
      queryOf: priceSeriesKey,
      lookUp: async ({ database }, key, { signal }) => {
        const { regionCode: region_code, measure, dwellingType: dwelling_type } = key;
        const parameters = { region_code, measure, dwelling_type };
        return housePriceSeriesMessage(key, await database.query(PRICE_SERIES_BY_KEY, parameters, signal));
      },
    }),
    pinnedMethod(engine, method.listStateSuburbs, (view, request) => {
      const { stateCode, search, limit } = stateSuburbsQuery(request);
      return stateSuburbsAnswer(view, stateCode, search, limit);
    }),
    cachedMethod(engine, method.getSuburbProfile, options, {
      queryOf: (request) => ({
        salCode: profileSalCode(request),
        withListings: options.switches().dropListings,
      }),
      lookUp: async (view, { salCode, withListings }, { signal, onPartDropped }) =>
        suburbProfileMessage(await suburbProfile(view, salCode, { withListings, onPartDropped, signal })),
    }),
    pinnedMethod(engine, method.listHousingRegions, async (view, request) => {
      const filter = regionFilter(request);
      const store = await regionStore(view);
      const list = view.derived("region-list", () =>
        encodedList(ListHousingRegionsResponseSchema, HousingRegionSchema, store.rowCount, (place) =>
          housingRegionMessage(store.row(place)),
        ),
      );
      return list.answer(store.find(filter));
    }),
  ];
}

async function stateSuburbsAnswer(
  view: SnapshotView,
  stateCode: string,
  search: string,
  limit: number,
): Promise<EncodedAnswer> {
  const store = await suburbStore(view);
  const { rows, searchNames: names } = store.state(stateCode);
  const list = view.derived(`suburb-list:${stateCode}`, () =>
    encodedList(ListStateSuburbsResponseSchema, SuburbSummarySchema, rows.length, (place) =>
      suburbSummaryMessage(store.summary(rows[place])),
    ),
  );
  return list.answer(searchNames(names, search, limit));
}
