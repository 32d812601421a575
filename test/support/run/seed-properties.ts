import fc from "fast-check";
import { testSeed } from "./seeded-random.ts";

// Every property draws from the run's seed; a failure prints it with the path to the case.
fc.configureGlobal({ seed: testSeed() });
