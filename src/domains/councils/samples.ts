import { HousingService } from "../../gen/shorts/v1alpha1/housing_pb.ts";
import { reads, type Sample, sample } from "../domain.ts";

export const SAMPLES: readonly Sample[] = [
  sample(
    HousingService.method.listCouncils,
    reads(
      ["lga"],
      ["lga_facts", "suburb_lga", "suburb_demographics", "suburb_hazard_exposure", "property_listings"],
    ),
    { stateCode: "TAS" },
  ),
  sample(
    HousingService.method.getCouncilProfile,
    reads(
      ["lga"],
      [
        "lga_facts",
        "suburb_lga",
        "suburb_demographics",
        "suburb_hazard_exposure",
        "property_listings",
        "lga_neighbours",
      ],
    ),
    { stateCode: "TAS", slug: "mullaminda-tas" },
  ),
];
