import { setFlagsFromString } from "node:v8";
import { expect } from "vitest";

/** Folders whose tests wait for servers and builds and run no loops of their own. */
const WAITING = /\/test\/(server\/(?!admission|calls)|snapshot|cli|library|publishers|docs)/;

/** They compile nothing twice: a fifth of their processor time. Files share processes, so each file sets what it wants. */
if (process.execArgv.includes("--no-opt")) {
  setFlagsFromString(WAITING.test(expect.getState().testPath ?? "") ? "--no-maglev" : "--maglev");
}
