import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { copiedCountry } from "../support/country/copy-country.ts";
import { eventually } from "../support/run/fixtures.ts";
import { startTerrace } from "../support/run/run-terrace.ts";
import { freePort } from "../support/wire/free-port.ts";

const DEPLOY = resolve(import.meta.dirname, "../../data/deploy");

describe("Containerfile", () => {
  it("serves by its ENV, CMD and HEALTHCHECK as they are written, without a word about its settings", async () => {
    const text = await readFile(join(DEPLOY, "Containerfile"), "utf8");
    const [, variables] = /^ENV (.*)$/m.exec(text)!;
    const env = Object.fromEntries(variables.split(" ").map((one) => one.split("=") as [string, string]));
    const listOf = (line: RegExp) => JSON.parse(line.exec(text)![1]) as string[];
    const [command, entry] = [listOf(/^CMD (\[.*\])$/m), listOf(/^ENTRYPOINT (\[.*\])$/m)];
    expect(entry).toEqual(["terrace"]);
    expect([env.TERRACE_HOST, env.TERRACE_PORT]).toEqual(["0.0.0.0", /^EXPOSE (\d+)$/m.exec(text)![1]]);
    expect(env.TERRACE_DATA_DIR).toBe(/^VOLUME (.*)$/m.exec(text)![1]);
    // Folder, interface and port are this test's; the names of the variables come from the file.
    const port = await freePort();
    const folder = await copiedCountry();
    const here = { TERRACE_HOST: "127.0.0.1", TERRACE_PORT: String(port), TERRACE_DATA_DIR: folder };
    const running = startTerrace(command, { ...env, ...here });
    onTestFinished(() => void running.child.kill("SIGKILL"));
    const said = await running.said(/ready at http/);
    expect(said).toContain(`:${port}`);
    expect(said).not.toContain("warning: ");
    const [program, ...check] = listOf(/^ {2}CMD (\[.*\])$/m);
    expect(program).toBe("node");
    const isWell = () =>
      spawnSync(
        process.execPath,
        check.map((one) => one.replace("127.0.0.1:8080", `127.0.0.1:${port}`)),
      ).status;
    await eventually(() => expect(isWell()).toBe(0));
  });
});

describe("the unit of systemd", () => {
  it("says how its command gets there, by the name that the package links", async () => {
    const unit = await readFile(join(DEPLOY, "terrace.service"), "utf8");
    const [, name] = /^ExecStart=\/usr\/bin\/env (\w+) /m.exec(unit)!;
    const { bin } = JSON.parse(await readFile(resolve(DEPLOY, "../../package.json"), "utf8")) as {
      bin: object;
    };
    expect(Object.keys(bin)).toEqual([name]);
    expect(unit).toContain(`npm install --global ${name}-`);
  });
});
