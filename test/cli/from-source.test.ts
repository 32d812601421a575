import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { temporaryDirectory } from "../support/run/fixtures.ts";

const FILE = resolve(import.meta.dirname, "../../src/cli/from-source.mjs");

/** Prints at exit whether the process has loaded Node's type stripper. */
const PRINT_AT_EXIT = `data:text/javascript,process.on("exit", () => console.log(
  process.moduleLoadList.some((name) => name.includes("amaro")) ? "strips" : "does not strip"))`;

it("the command line runs from its sources without a stripper of types, once it has run before", async () => {
  const folder = await temporaryDirectory();
  const run = async () => {
    const env = {
      ...process.env,
      TMPDIR: folder,
      NODE_COMPILE_CACHE: undefined,
      NODE_DISABLE_COMPILE_CACHE: undefined,
    };
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--import", PRINT_AT_EXIT, FILE, "--version"],
      {
        env,
      },
    );
    return stdout.trim().split("\n");
  };
  const [version, first] = await run();
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(first).toBe("strips");
  expect(await run()).toEqual([version, "does not strip"]);
});
