import { IndustryIntelligenceService } from "../../gen/shorts/v1alpha1/industry_pb.ts";
import { type Sample, sample } from "../domain.ts";

export const SAMPLES: readonly Sample[] = [
  sample(IndustryIntelligenceService.method.getIndustryIntelligence, {
    industry: "Materials",
    recordLimit: 5,
  }),
];
