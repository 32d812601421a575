import { HousingService } from "../../gen/shorts/v1alpha1/housing_pb.ts";
import { reads, type Sample, sample } from "../domain.ts";

const MEMBER_TABLES = [
  "lga_facts",
  "suburb_lga",
  "suburb_demographics",
  "suburb_hazard_exposure",
  "property_listings",
];

export const SAMPLES: readonly Sample[] = [
  sample(HousingService.method.listCouncils, reads(["lga"], MEMBER_TABLES), { stateCode: "TAS" }),
  sample(HousingService.method.getCouncilProfile, reads(["lga"], [...MEMBER_TABLES, "lga_neighbours"]), {
    stateCode: "TAS",
    slug: "mullaminda-tas",
  }),
];
