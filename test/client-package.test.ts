import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { Serving } from "../src/server/start/start-serving.ts";
import { serveCountry } from "./support/country/serve-country.ts";
import { installProject, packFolder, plainEnv, TOOLS } from "./support/run/packed-project.ts";
import { removeDirectory } from "./support/run/remove-directory.ts";
import { isDeepRun } from "./support/run/test-form.ts";

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, "..");
const PACKAGE = join(ROOT, "src/client/package");

let serving: Serving;
let root: string;
let project: string;
let installedBytes: number;

beforeAll(async () => {
  if (!isDeepRun) return;
  serving = await serveCountry(inject("country").dataDir);
  root = await mkdtemp(join(tmpdir(), "terrace-client-"));
  const stage = join(root, "stage");
  await mkdir(stage);
  for (const name of ["package.json", "README.md"]) await cp(join(PACKAGE, name), join(stage, name));
  await run(join(TOOLS, "tsc"), ["-p", join(PACKAGE, "tsconfig.json"), "--outDir", join(stage, "dist")]);
  project = await installProject(root, (await packFolder(stage)).path);
  installedBytes = await bytesIn(join(project, "node_modules"));
}, 600_000);
afterAll(async () => {
  if (!isDeepRun) return;
  await serving.close();
  await removeDirectory(root);
});

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size);
  return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
}

async function runScript(text: string): Promise<string> {
  const file = join(project, "script.mjs");
  await writeFile(file, text);
  const { stdout } = await run(process.execPath, [file], { cwd: project, env: plainEnv() });
  await rm(file);
  return stdout.trim();
}

describe("terrace-client", () => {
  it("has the version and the dependencies of the package it comes from", async () => {
    const read = async (path: string) => JSON.parse(await readFile(path, "utf8"));
    const [whole, client] = [
      await read(join(ROOT, "package.json")),
      await read(join(PACKAGE, "package.json")),
    ];
    expect(client.version).toBe(whole.version);
    for (const [name, version] of Object.entries(client.dependencies)) {
      expect([name, version]).toEqual([name, whole.dependencies[name]]);
    }
  });

  it.runIf(isDeepRun)("installs a few megabytes, and no engine", async () => {
    expect(installedBytes).toBeLessThan(12_000_000);
    const names = await readdir(join(project, "node_modules"));
    expect(names.filter((name) => !name.startsWith("."))).toEqual([
      "@bufbuild",
      "@connectrpc",
      "terrace-client",
    ]);
  });

  it.runIf(isDeepRun)(
    "answers as terrace/client does: services, frames, and filters without calls",
    async () => {
      const said = await runScript(`
      import { createTerraceClient, parseWhere } from "terrace-client";
      const terrace = createTerraceClient({ baseUrl: "${serving.url}", userAgent: "tests/1" });
      const { suburbs } = await terrace.housing.listStateSuburbs({ stateCode: "TAS", limit: 3 });
      const country = await terrace.localFrame("AU", ["price"]);
      const there = await terrace.explorer.explore({ filter: parseWhere("price <= 900k") });
      console.log(suburbs.length, country.count(country.match(parseWhere("price <= 900k"))) === there.matchCount);`);
      expect(said).toBe("3 true");
    },
  );

  it.runIf(isDeepRun)("says what to install when Arrow is wanted and not there", async () => {
    const said = await runScript(`
      import { createTerraceClient } from "terrace-client";
      const terrace = createTerraceClient({ baseUrl: "${serving.url}", userAgent: "tests/1" });
      const frame = await terrace.frame("TAS");
      await frame.toArrow(["price"]).catch((error) => console.log(error.message));`);
    expect(said).toBe("toArrow needs the package apache-arrow: npm install apache-arrow");
  });

  it.runIf(isDeepRun)("says what is likely when nobody answers", async () => {
    const said = await runScript(`
      import { createTerraceClient } from "terrace-client";
      const terrace = createTerraceClient({ baseUrl: "http://127.0.0.1:1", userAgent: "tests/1" });
      await terrace.housing.getPriceDropsOverview({}).catch((error) => console.log(error.message));
      globalThis.location = { origin: "http://page.example" };
      await terrace.housing.getPriceDropsOverview({}).catch((error) => console.log(error.message));`);
    const [inNode, onPage] = said.split("\n");
    expect(inNode).toMatch(
      /^\[unavailable\] no answer from http:\/\/127\.0\.0\.1:1 .*see that a server listens/,
    );
    expect(inNode).not.toContain("TERRACE_CORS_ORIGINS");
    expect(onPage).toContain("allows pages of http://page.example to call (TERRACE_CORS_ORIGINS)");
  });
});
