import { HousingService } from "../../gen/shorts/v1alpha1/housing_pb.ts";
import { type Sample, sample } from "../domain.ts";

export const SAMPLES: readonly Sample[] = [
  sample(HousingService.method.listCouncils, { stateCode: "TAS" }),
  sample(HousingService.method.getCouncilProfile, { stateCode: "TAS", slug: "mullaminda-tas" }),
];
