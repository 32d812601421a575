import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "..");
const SRC = join(ROOT, "src");

/** The street, leftmost first: a house may use those before it and itself, never those after it. */
const STREET = ["model", "sources", "snapshot", "engine", "services", "library", "server", "cli"];

/** Folders beside the street; tests of their own say who may use them. */
const OFF_STREET = ["gen", "client"];

/** Files at the root that every house may use. The others are made from the houses. */
const ROOT_FILES = ["config.ts", "edge-settings.ts", "errors.ts"];

/** Packages that only the named files may import by value; `import type` costs nothing at run time. */
const PACKAGE_DOORS: Record<string, readonly string[]> = {
  "@duckdb/node-api": ["engine/sql/database.ts", "snapshot/write-tables.ts"],
  "apache-arrow": [
    "engine/columns/arrow-table.ts",
    "snapshot/write-columns.ts",
    "server/exports.ts",
    "client/frame-to-arrow.ts",
  ],
  piscina: ["engine/filter/filter-pool.ts"],
};

/** Scripts that run while developing and never in a serving process. */
const BUILD_SCRIPTS = ["engine/kernels/build-wasm.ts"];

/** Who sees generated code: those that turn messages into answers, and those that hand messages to a program. */
const GEN_HOUSES = ["services", "library", "client"];
const GEN_FILES = ["server/openapi.ts", "client.ts", "services.ts"];

/**
 * What the client shares with the server: loops over typed arrays, and functions of their arguments alone. None of them
 * loads anything but the others.
 */
const SHARED_WITH_CLIENT = [
  /^engine\/kernels\//,
  /^engine\/columns\/column\.ts$/,
  /^engine\/explore\/(binned-column|evaluate-expression|expression|histograms|name-search|order-rows)\.ts$/,
  /^engine\/explore\/(explore-memory|percentile-ranks|rank-suburbs)\.ts$/,
  /^model\/nearest-names\.ts$/,
];

/** Packages that a browser cannot load. */
const NODE_PACKAGES = [
  "@connectrpc/connect-node",
  "@connectrpc/connect-fastify",
  "fastify",
  "pino",
  "piscina",
  "pg",
];

interface Import {
  readonly file: string;
  readonly target: string;
  readonly isType: boolean;
}

const sources = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => path.replaceAll("\\", "/"));

function importsOf(file: string): Import[] {
  const text = readFileSync(join(SRC, file), "utf8");
  const found: Import[] = [];
  for (const match of text.matchAll(/^\s*(?:import|export)\s+(type\s+)?[^;"']*?from\s+["']([^"']+)["']/gm)) {
    found.push({ file, target: match[2], isType: match[1] !== undefined });
  }
  for (const match of text.matchAll(/^\s*import\s+["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/gm)) {
    found.push({ file, target: match[1] ?? match[2], isType: false });
  }
  return found;
}

/** Path of a relative import inside src; undefined for packages. */
function insideSrc({ file, target }: Import): string | undefined {
  if (!target.startsWith(".")) return undefined;
  return relative(SRC, resolve(SRC, dirname(file), target)).replaceAll("\\", "/");
}

const house = (path: string) => (path.includes("/") ? path.slice(0, path.indexOf("/")) : "");
const imports = sources.flatMap(importsOf);
const complaints = (broken: readonly Import[]) =>
  broken.map(({ file, target }) => `${file} imports ${target}`);

describe("the one-way street", () => {
  it("saw every source file that git knows", () => {
    const known = execFileSync("git", ["ls-files", "src"], { cwd: ROOT, encoding: "utf8" })
      .split("\n")
      .filter((path) => path.endsWith(".ts"));
    expect(known.length).toBeGreaterThan(50);
    expect(known.map((path) => path.slice(4)).filter((path) => !sources.includes(path))).toEqual([]);
    expect(imports.length).toBeGreaterThan(sources.length);
  });

  it("points left only", () => {
    const broken = imports.filter((one) => {
      const target = insideSrc(one);
      if (target === undefined) return false;
      const [from, to] = [STREET.indexOf(house(one.file)), STREET.indexOf(house(target))];
      return from >= 0 && to >= 0 && to > from;
    });
    expect(complaints(broken)).toEqual([]);
  });

  it("knows every folder, and lets none on the street reach back through a file at the root", () => {
    const houses = new Set(sources.map(house).filter((name) => name !== ""));
    expect([...houses].filter((name) => !STREET.includes(name) && !OFF_STREET.includes(name))).toEqual([]);
    const broken = imports.filter((one) => {
      const target = insideSrc(one);
      if (target === undefined || house(target) !== "" || !STREET.includes(house(one.file))) return false;
      return !ROOT_FILES.includes(target);
    });
    expect(complaints(broken)).toEqual([]);
  });

  it("lets kernels import nothing but kernels", () => {
    const broken = imports.filter((one) => {
      if (!one.file.startsWith("engine/kernels/") || BUILD_SCRIPTS.includes(one.file)) return false;
      return insideSrc(one)?.startsWith("engine/kernels/") !== true;
    });
    expect(complaints(broken)).toEqual([]);
  });

  it("opens each heavy package through its own doors only", () => {
    for (const [name, doors] of Object.entries(PACKAGE_DOORS)) {
      const users = imports.filter((one) => one.target === name && !one.isType).map((one) => one.file);
      expect([...new Set(users)].filter((file) => !doors.includes(file))).toEqual([]);
      expect(users.length).toBeGreaterThan(0);
    }
  });

  it("shows generated code to services, the library, the client and the OpenAPI document only", () => {
    const broken = imports.filter((one) => {
      if (insideSrc(one)?.startsWith("gen/") !== true || house(one.file) === "gen") return false;
      return !GEN_HOUSES.includes(house(one.file)) && !GEN_FILES.includes(one.file);
    });
    expect(complaints(broken)).toEqual([]);
  });

  it("keeps the client free of Node and of everything but generated code and what it shares with the server", () => {
    const client = imports.filter((one) => one.file === "client.ts" || house(one.file) === "client");
    expect(client.length).toBeGreaterThan(10);
    const broken = client.filter((one) => {
      const target = insideSrc(one);
      if (target === undefined) return one.target.startsWith("node:") || NODE_PACKAGES.includes(one.target);
      return (
        !["client", "gen"].includes(house(target)) && !SHARED_WITH_CLIENT.some((one) => one.test(target))
      );
    });
    expect(complaints(broken)).toEqual([]);
    const files = sources.filter((path) => path === "client.ts" || house(path) === "client");
    const globals = /\b(Buffer|process|require|__dirname|setImmediate)\b/;
    expect(files.filter((path) => globals.test(readFileSync(join(SRC, path), "utf8")))).toEqual([]);
  });

  it("keeps clock, chance and environment out of everything left of the server", () => {
    const left = sources.filter(
      (path) => STREET.slice(0, 5).includes(house(path)) && !BUILD_SCRIPTS.includes(path),
    );
    const impure = /\bDate\.now\(|new Date\(\)|\bMath\.random\(|\bprocess\.env\b|\bperformance\.now\(/;
    const broken = left.filter((path) => impure.test(readFileSync(join(SRC, path), "utf8")));
    expect(broken).toEqual([]);
  });

  it("lets nothing import the scripts, and nobody the whole of a module", () => {
    const scripts = imports.filter((one) => BUILD_SCRIPTS.includes(insideSrc(one) ?? ""));
    expect(complaints(scripts)).toEqual([]);
    const stars = sources.filter((path) => /^\s*export \* /m.test(readFileSync(join(SRC, path), "utf8")));
    expect(stars.filter((path) => house(path) !== "gen")).toEqual([]);
  });
});
