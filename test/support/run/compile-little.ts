import { setFlagsFromString } from "node:v8";
import { expect } from "vitest";

/** Folders whose tests wait for servers and builds and run no hot loops of their own. */
const WAITING = /\/test\/(server\/(?!admission|calls)|snapshot|cli|library|publishers|docs)/;

/**
 * They run without Maglev, which saves a fifth of their CPU time. Files share processes, so each sets the
 * flag.
 */
if (process.execArgv.includes("--no-opt")) {
  setFlagsFromString(WAITING.test(expect.getState().testPath ?? "") ? "--no-maglev" : "--maglev");
}
