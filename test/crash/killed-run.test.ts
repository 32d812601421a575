import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { RUN_MARK } from "../support/run/end-with-run.ts";
import { eventually, temporaryDirectory } from "../support/run/fixtures.ts";
import { isRunning } from "../support/run/is-running.ts";
import { startTerrace } from "../support/run/run-terrace.ts";
import { freePort } from "../support/wire/free-port.ts";

const MODULE = resolve(import.meta.dirname, "../support/run/end-with-run.ts");

/** Sets up a run's reaper, starts a process, prints its pid and waits to be killed. */
const RUN = `
  import { spawn } from "node:child_process";
  import { setup } from ${JSON.stringify(MODULE)};
  setup();
  console.log(spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" }).pid);
  setInterval(() => {}, 1000);`;

describe.runIf(process.platform === "linux")("a run of the suite", () => {
  it("leaves no process behind when it is killed", async () => {
    const run = spawn(process.execPath, ["--input-type=module", "-e", RUN], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [text] = await once(run.stdout.setEncoding("utf8"), "data");
    const pid = Number(text);
    expect(isRunning(pid)).toBe(true);
    run.kill("SIGKILL");
    await eventually(() => expect(isRunning(pid)).toBe(false));
  });

  it("marks the servers that it starts", async () => {
    const data = await temporaryDirectory();
    const { child, said } = startTerrace(["start", "--data-dir", data, "--port", `${await freePort()}`]);
    onTestFinished(() => void child.kill("SIGKILL"));
    await said(/holds no snapshot yet/);
    const environment = readFileSync(`/proc/${child.pid}/environ`, "latin1").split("\0");
    expect(process.env[RUN_MARK]).toMatch(/^[0-9a-f-]{36}$/);
    expect(environment).toContain(`${RUN_MARK}=${process.env[RUN_MARK]}`);
  });
});
