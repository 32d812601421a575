import { HousingService } from "../../gen/shorts/v1alpha1/housing_pb.ts";
import { type Sample, sample } from "../domain.ts";

export const SAMPLES: readonly Sample[] = [
  sample(HousingService.method.listSuburbPriceDrops, { stateCode: "VIC", limit: 10 }),
  sample(
    HousingService.method.listSuburbDropListings,
    { salCode: "10001" },
    {
      desc: HousingService.method.listSuburbPriceDrops,
      request: { limit: 1 },
      use: ({ suburbs }) => suburbs && { salCode: suburbs[0].salCode },
    },
  ),
  sample(
    HousingService.method.getPropertyHistory,
    { addressKey: "1 example street suburb nsw 2000" },
    {
      desc: HousingService.method.listAddressPriceDrops,
      request: { windowDays: 365, limit: 1 },
      use: ({ addresses }) => addresses && { addressKey: addresses[0].addressKey },
    },
  ),
  sample(HousingService.method.listAddressPriceDrops, { stateCode: "QLD", windowDays: 30, limit: 10 }),
  sample(HousingService.method.getPriceDropsOverview, {}),
  sample(HousingService.method.listAgencyPriceStats, { stateCode: "NSW", limit: 10 }),
  sample(HousingService.method.getDropIndexSeries, { grain: "state", grainKey: "NSW" }),
];
