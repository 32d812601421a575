import { IndustryIntelligenceService } from "../../gen/shorts/v1alpha1/industry_pb.ts";
import { reads, type Sample, sample } from "../domain.ts";

export const SAMPLES: readonly Sample[] = [
  sample(
    IndustryIntelligenceService.method.getIndustryIntelligence,
    reads(["industry_records", "industry_sources"]),
    { industry: "Materials", recordLimit: 5 },
  ),
];
