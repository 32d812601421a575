import type { Engine } from "../../engine/engine.ts";
import { HousingService } from "../../gen/shorts/v1alpha1/housing_pb.ts";
import { documentAnswer } from "../../rpc/encoding/assembled-answer.ts";
import { pageListAnswer } from "../../rpc/encoding/page-list-answer.ts";
import { pinnedMethod } from "../../rpc/pinned-method.ts";
import { optionalRegionType, requireText } from "../../rpc/request-rules.ts";
import type { UnaryMethod } from "../../rpc/unary-method.ts";
import { TerraceError } from "../../runtime/errors.ts";
import type { MethodOptions } from "../domain.ts";
import { isRegisterShown, withheldMetrics } from "./metrics/withheld-metrics.ts";
import { findRegions, findSuburbs } from "./queries/find-names.ts";
import { priceSeriesKey, priceSeriesPageKey, regionFilter, stateSuburbsQuery } from "./rules.ts";
import { listWithoutRegister, profileWithout } from "./without-withheld.ts";

export function suburbMethods(engine: Engine, options: MethodOptions): UnaryMethod[] {
  const { method } = HousingService;
  return [
    pinnedMethod(engine, method.getHousingOverview, (view, request) => {
      // Without a type: all types but suburb.
      const page = view.pages.find("housing_overviews", optionalRegionType(request.regionType));
      return documentAnswer(method.getHousingOverview.output, page);
    }),
    pinnedMethod(engine, method.getHousePriceSeries, (view, request) => {
      const key = priceSeriesKey(request);
      const page = view.pages.find("price_series", priceSeriesPageKey(key));
      // If there is no such series, the answer has only the key.
      return documentAnswer(method.getHousePriceSeries.output, page, 0, key);
    }),
    pinnedMethod(engine, method.listStateSuburbs, async (view, request, context) => {
      const found = await findSuburbs(view, stateSuburbsQuery(request), context.stop);
      return isRegisterShown(view)
        ? pageListAnswer(method.listStateSuburbs.output, found)
        : listWithoutRegister(found, context);
    }),
    pinnedMethod(engine, method.getSuburbProfile, (view, request) => {
      const salCode = requireText(request.salCode, "sal_code", "as given");
      const page = view.pages.find("suburb_profiles", salCode);
      if (page === undefined) throw unknownSuburb(salCode);
      const withoutListings = page.count - 1;
      const place = options.switches().dropListings ? 0 : withoutListings;
      const withheld = withheldMetrics(view);
      return withheld.length === 0
        ? documentAnswer(method.getSuburbProfile.output, page, place)
        : profileWithout(page, place, withheld, isRegisterShown(view));
    }),
    pinnedMethod(engine, method.listHousingRegions, async (view, request, { stop }) => {
      const found = await findRegions(view, regionFilter(request), stop);
      return pageListAnswer(method.listHousingRegions.output, found);
    }),
  ];
}

function unknownSuburb(salCode: string): TerraceError {
  const shown = salCode.length > 20 ? `${salCode.slice(0, 20)}…` : salCode;
  return new TerraceError("not_found", `sal_code: no suburb has the code ${JSON.stringify(shown)}`);
}
