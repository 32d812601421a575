import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { isTooOld, tooOldText } from "../src/runtime/node/node-version.ts";

const ROOT = resolve(import.meta.dirname, "..");
const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

describe("the installation", () => {
  it("has the platform's binary of every native package", async () => {
    const duckdb = await import("@duckdb/node-api");
    expect(duckdb.version()).toMatch(/^v1\./);
    const bin = (name: string, ...args: string[]) =>
      execFileSync(join(ROOT, "node_modules", ".bin", name), args, { encoding: "utf8" }).trim();
    expect(bin("buf", "--version")).toBe(manifest.devDependencies["@bufbuild/buf"]);
    expect(bin("biome", "--version")).toContain(manifest.devDependencies["@biomejs/biome"]);
    expect(bin("tsc", "--version")).toContain(manifest.devDependencies.typescript);
    expect(bin("node", "--version")).toBe(`v${manifest.devDependencies.node}`);
  });

  it("runs under the Node that package.json brings, within the range it promises", () => {
    expect(process.version).toBe(`v${manifest.devDependencies.node}`);
    // On 22.12 SQLite needs a flag; without it months are not counted, and no request is rejected because of
    // them.
    expect(manifest.engines.node).toBe(">=22.12");
    // The check is the first import: an older Node could not load the others.
    const main = readFileSync(join(ROOT, "src/cli/main.ts"), "utf8");
    expect(main.match(/^import .*$/gm)).toEqual(['import "./check-node.ts";']);
  });

  it.each([
    ["20.19.0", true],
    ["22.11.9", true],
    ["22.12.0", false],
    ["23.1.0", false],
    ["24.0.0", false],
  ])("takes Node %s to be too old: %s", (version, expected) => {
    expect(isTooOld(version)).toBe(expected);
  });

  it.each(["index", "services", "fastify"])("throws a sentence under an older Node: %s", (entry) => {
    const text = readFileSync(join(ROOT, `src/${entry}.ts`), "utf8");
    expect(text.split("\n")[0]).toBe('import "./runtime/node/check-node.ts";');
    const script = `
      Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.19.0" } });
      await import("./src/${entry}.ts").catch((error) => console.log(error.message));`;
    const args = ["--input-type=module", "-e", script];
    const said = execFileSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" });
    expect(said).toBe(`${tooOldText("20.19.0", process.execPath)}\n`);
    expect(said).toContain("terrace: Node 22.12 or later is needed; this is Node 20.19.0 (");
  });

  it("pins every dependency to an exact version", () => {
    const ranges = Object.entries({
      ...manifest.dependencies,
      ...manifest.peerDependencies,
      ...manifest.devDependencies,
    }).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version as string));
    expect(ranges).toEqual([]);
  });

  it("has every package that comes with it in the threat model, at its version", () => {
    const page = readFileSync(join(ROOT, "data/guides/threat-model.md"), "utf8");
    const listed = Array.from(page.matchAll(/^\| `(\S+)` (\S+) \|/gm), ([, name, version]) => [
      name,
      version,
    ]);
    expect(Object.fromEntries(listed)).toEqual({ ...manifest.dependencies, ...manifest.peerDependencies });
  });

  it("leaves to a program which packages it needs of those that only some imports and routes do", () => {
    const optional = Object.keys(manifest.peerDependencies);
    expect(manifest.peerDependenciesMeta).toEqual(
      Object.fromEntries(optional.map((name) => [name, { optional: true }])),
    );
    expect(manifest.devDependencies).toMatchObject(manifest.peerDependencies);
    const container = readFileSync(join(ROOT, "data/deploy/Containerfile"), "utf8");
    for (const [name, version] of Object.entries(manifest.peerDependencies)) {
      expect(container).toContain(` ${name}@${version}`);
    }
  });
});
