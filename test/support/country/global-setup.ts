import type { TestProject } from "vitest/node";
import { opinionScale, type SharedCountry, sharedCountry } from "./shared-country.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The synthetic country that tests share. Read-only: tests that publish copy it first. */
    country: SharedCountry;
    /** The same country at the scale TERRACE_OPINION_SCALE, for comparisons with second implementations. */
    opinionCountry: SharedCountry;
  }
}

const SEED = 1;
/** About 300 suburbs and 4,000 listings: covers every case of every rule and builds in seconds. */
const SCALE = 0.02;

export async function setup(project: TestProject): Promise<void> {
  project.provide("country", await sharedCountry(SEED, SCALE));
  project.provide("opinionCountry", await sharedCountry(SEED, opinionScale(SCALE)));
}
