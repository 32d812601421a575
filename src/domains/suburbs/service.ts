import { create } from "@bufbuild/protobuf";
import type { Engine } from "../../engine/engine.ts";
import type { SnapshotView } from "../../engine/view.ts";
import {
  GetHousePriceSeriesResponseSchema,
  GetHousingOverviewResponseSchema,
  GetSuburbProfileResponseSchema,
  HousingRegionSchema,
  HousingService,
  ListHousingRegionsResponseSchema,
  ListStateSuburbsResponseSchema,
  SuburbSummarySchema,
} from "../../gen/shorts/v1alpha1/housing_pb.ts";
import { encodedList } from "../../rpc/encoding/encoded-list.ts";
import { documentAnswer } from "../../rpc/encoding/paged-answer.ts";
import { pinnedMethod } from "../../rpc/pinned-method.ts";
import type { EncodedAnswer, UnaryMethod } from "../../rpc/unary-method.ts";
import { TerraceError } from "../../runtime/errors.ts";
import type { MethodOptions } from "../domain.ts";
import { housingRegionMessage, suburbSummaryMessage } from "./messages.ts";
import { priceSeriesPageKey } from "./queries/price-series.ts";
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

/** GetHousingOverview, GetHousePriceSeries, ListStateSuburbs, GetSuburbProfile and ListHousingRegions. */
export function suburbMethods(engine: Engine, options: MethodOptions): UnaryMethod[] {
  const { method } = HousingService;
  return [
    pinnedMethod(engine, method.getHousingOverview, (view, request) => {
      const page = view.pages.find("housing_overviews", overviewRegionType(request));
      return page === undefined
        ? create(GetHousingOverviewResponseSchema)
        : documentAnswer(GetHousingOverviewResponseSchema, page);
    }),
    pinnedMethod(engine, method.getHousePriceSeries, (view, request) => {
      const key = priceSeriesKey(request);
      const page = view.pages.find(
        "price_series",
        priceSeriesPageKey(key.regionCode, key.measure, key.dwellingType),
      );
      // Without a series the answer is the key alone.
      return page === undefined
        ? create(GetHousePriceSeriesResponseSchema, key)
        : documentAnswer(GetHousePriceSeriesResponseSchema, page);
    }),
    pinnedMethod(engine, method.listStateSuburbs, (view, request) => {
      const { stateCode, search, limit } = stateSuburbsQuery(request);
      return stateSuburbsAnswer(view, stateCode, search, limit);
    }),
    pinnedMethod(engine, method.getSuburbProfile, (view, request) => {
      const salCode = profileSalCode(request);
      const page = view.pages.find("suburb_profiles", salCode);
      if (page === undefined) throw unknownSuburb(salCode);
      const withoutListings = page.count - 1;
      return documentAnswer(
        GetSuburbProfileResponseSchema,
        page,
        options.switches().dropListings ? 0 : withoutListings,
      );
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

function unknownSuburb(salCode: string): TerraceError {
  const shown = salCode.length > 20 ? `${salCode.slice(0, 20)}…` : salCode;
  return new TerraceError("not_found", `sal_code: no suburb has the code ${JSON.stringify(shown)}`);
}
