import { HousingService } from "../../gen/shorts/v1alpha1/housing_pb.ts";
import { type Domain, reads, type Sample, sample } from "../domain.ts";

const MEMBER_TABLES = [
  ...["lga_facts", "suburb_lga", "suburb_demographics", "suburb_hazard_exposure", "property_listings"],
];

const SAMPLES: readonly Sample[] = [
  sample(HousingService.method.listCouncils, reads(["lga"], MEMBER_TABLES), { stateCode: "TAS" }),
  sample(HousingService.method.getCouncilProfile, reads(["lga"], [...MEMBER_TABLES, "lga_neighbours"]), {
    stateCode: "TAS",
    slug: "mullaminda-tas",
  }),
];

/** Local government areas: two methods of HousingService. */
export const councils: Domain = {
  name: "councils",
  samples: SAMPLES,
  aggregates: async () => (await import("./aggregates.ts")).COUNCIL_AGGREGATES,
  pages: async () => (await import("./pages.ts")).COUNCIL_PAGES,
  methods: async () => (await import("./service.ts")).councilMethods,
};
