import { HousingService } from "../../gen/shorts/v1alpha1/housing_pb.ts";
import { reads, type Sample, sample } from "../domain.ts";
import { LISTING_TABLES } from "./rules.ts";

const CUTS = reads(LISTING_TABLES);

export const SAMPLES: readonly Sample[] = [
  sample(HousingService.method.listSuburbPriceDrops, CUTS, { stateCode: "VIC", limit: 10 }),
  sample(
    HousingService.method.listSuburbDropListings,
    CUTS,
    { salCode: "10001" },
    {
      desc: HousingService.method.listSuburbPriceDrops,
      request: { limit: 1 },
      use: ({ suburbs }) => suburbs && { salCode: suburbs[0].salCode },
    },
  ),
  sample(
    HousingService.method.getPropertyHistory,
    reads(["property_listings"], ["property_price_events", "property_valuations"]),
    { addressKey: "1 example street suburb nsw 2000" },
    {
      desc: HousingService.method.listAddressPriceDrops,
      request: { windowDays: 365, limit: 1 },
      use: ({ addresses }) => addresses && { addressKey: addresses[0].addressKey },
    },
  ),
  sample(HousingService.method.listAddressPriceDrops, CUTS, { stateCode: "QLD", windowDays: 30, limit: 10 }),
  sample(HousingService.method.getPriceDropsOverview, CUTS, {}),
  sample(
    HousingService.method.listAgencyPriceStats,
    reads(["property_listings"], ["property_price_events"]),
    { stateCode: "NSW", limit: 10 },
  ),
  sample(HousingService.method.getDropIndexSeries, CUTS, { grain: "state", grainKey: "NSW" }),
];
