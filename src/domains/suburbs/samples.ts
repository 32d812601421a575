import { HousingService } from "../../gen/shorts/v1alpha1/housing_pb.ts";
import { type Draw, reads, type Sample, sample } from "../domain.ts";
import { METRIC_TABLES } from "./metrics/metric-registry.ts";

/** For snapshots without a region named after a park: queries the first region's name. */
const firstRegion: Draw = {
  desc: HousingService.method.listHousingRegions,
  request: { regionType: "suburb", limit: 1 },
  use: ({ regions }) => regions && { query: regions[0].regionName },
};

export const SAMPLES: readonly Sample[] = [
  sample(HousingService.method.getHousingOverview, reads(["house_prices"], ["property_listings"]), {
    regionType: "state",
  }),
  sample(HousingService.method.getHousePriceSeries, reads(["house_prices"]), {
    regionCode: "AUS",
    measure: "mean_price",
  }),
  sample(HousingService.method.listStateSuburbs, METRIC_TABLES, { stateCode: "NSW", limit: 20 }),
  sample(HousingService.method.getSuburbIndex, reads(["suburb_demographics"]), { stateCode: "ACT" }),
  sample(HousingService.method.getSuburbMetricColumns, METRIC_TABLES, {
    stateCode: "ACT",
    metricKeys: ["population", "price"],
  }),
  sample(HousingService.method.filterSuburbs, METRIC_TABLES, {
    stateCode: "NSW",
    predicates: [
      { metricKey: "price", max: 900000 },
      { metricKey: "distance_to_coast", max: 10 },
    ],
  }),
  sample(
    HousingService.method.getSuburbProfile,
    reads(METRIC_TABLES.needs, [
      ...METRIC_TABLES.adds,
      "state_demographics",
      "lga",
      "suburb_landmarks",
      "property_listings",
    ]),
    { salCode: "10001" },
  ),
  sample(
    HousingService.method.listHousingRegions,
    reads(["house_price_regions"], ["house_prices"]),
    { query: "park" },
    firstRegion,
  ),
];
