import type { Domain } from "../domain.ts";
import { SAMPLES } from "./samples.ts";

/** Local government areas (councils): two methods of HousingService. */
export const councils: Domain = {
  name: "councils",
  samples: SAMPLES,
  aggregates: async () => (await import("./aggregates.ts")).COUNCIL_AGGREGATES,
  pages: async () => (await import("./pages.ts")).COUNCIL_PAGES,
  methods: async () => (await import("./service.ts")).councilMethods,
};
