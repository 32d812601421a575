import { HousingService } from "../../gen/shorts/v1alpha1/housing_pb.ts";
import { type Draw, type Sample, sample } from "../domain.ts";

/** A region of a snapshot in which none is named after a park. */
const firstRegion: Draw = {
  desc: HousingService.method.listHousingRegions,
  request: { regionType: "suburb", limit: 1 },
  use: ({ regions }) => regions && { query: regions[0].regionName },
};

export const SAMPLES: readonly Sample[] = [
  sample(HousingService.method.getHousingOverview, { regionType: "state" }),
  sample(HousingService.method.getHousePriceSeries, { regionCode: "AUS", measure: "mean_price" }),
  sample(HousingService.method.listStateSuburbs, { stateCode: "NSW", limit: 20 }),
  sample(HousingService.method.getSuburbIndex, { stateCode: "ACT" }),
  sample(HousingService.method.getSuburbMetricColumns, {
    stateCode: "ACT",
    metricKeys: ["population", "price"],
  }),
  sample(HousingService.method.filterSuburbs, {
    stateCode: "NSW",
    predicates: [
      { metricKey: "price", max: 900000 },
      { metricKey: "distance_to_coast", max: 10 },
    ],
  }),
  sample(HousingService.method.getSuburbProfile, { salCode: "10001" }),
  sample(HousingService.method.listHousingRegions, { query: "park" }, firstRegion),
];
