import type { TestProject } from "vitest/node";
import { opinionScale, type SharedCountry, sharedCountry } from "./shared-country.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The synthetic country that tests share; read-only, so tests that publish copy it first. */
    country: SharedCountry;
    /** The same at the scale that TERRACE_OPINION_SCALE names: what second opinions are compared on. */
    opinionCountry: SharedCountry;
  }
}

const SEED = 1;
/** About 300 suburbs and 4,000 listings: every case of every rule occurs, and it builds in seconds. */
const SCALE = 0.02;

export async function setup(project: TestProject): Promise<void> {
  project.provide("country", await sharedCountry(SEED, SCALE));
  project.provide("opinionCountry", await sharedCountry(SEED, opinionScale(SCALE)));
}
