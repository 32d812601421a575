import type { Engine } from "../engine/engine.ts";
import { regionStore } from "../engine/housing/region-store.ts";
import { searchNames } from "../engine/housing/search-names.ts";
import { suburbProfile } from "../engine/housing/suburb-profile.ts";
import { suburbStore } from "../engine/housing/suburb-store.ts";
import { HEADLINE_OF_KEY_REGIONS, HEADLINE_OF_TYPE } from "../engine/sql/housing-headline.ts";
import { PRICE_SERIES_BY_KEY } from "../engine/sql/price-series.ts";
import type { SnapshotView } from "../engine/view.ts";
import {
  HousingRegionSchema,
  HousingService,
  ListHousingRegionsResponseSchema,
  ListStateSuburbsResponseSchema,
  SuburbSummarySchema,
} from "../gen/shorts/v1alpha1/housing_pb.ts";
import { type CachingOptions, cachedMethod } from "./cached-method.ts";
import { encodedList } from "./encoded-list.ts";
import { pinnedMethod } from "./pinned-method.ts";
import { suburbProfileMessage } from "./profile-message.ts";
import {
  housePriceSeriesMessage,
  housingOverviewMessage,
  housingRegionMessage,
  suburbSummaryMessage,
} from "./suburb-messages.ts";
import {
  overviewRegionType,
  priceSeriesKey,
  profileSalCode,
  regionFilter,
  stateSuburbsQuery,
} from "./suburb-request-rules.ts";
import type { Switches } from "./switches.ts";
import type { EncodedAnswer, UnaryMethod } from "./unary-method.ts";

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
