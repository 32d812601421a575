import { setFlagsFromString } from "node:v8";
import { expect } from "vitest";

/** Folders whose tests wait for servers and builds and run no hot loops of their own. */
const WAITING = /\/test\/(server\/(?!admission|calls)|snapshot|cli|library|publishers|docs)/;

/** Without Maglev they take a fifth less CPU time. Files share processes, so each file sets the flag. */
if (process.execArgv.includes("--no-opt")) {
  setFlagsFromString(WAITING.test(expect.getState().testPath ?? "") ? "--no-maglev" : "--maglev");
}
