import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "..");
const SRC = join(ROOT, "src");

/** Layers of `src`, lowest first: a folder may import from those before it and itself only. */
const FLOORS = [
  "runtime",
  "config",
  "dataset",
  "importers",
  "synthetic",
  "snapshot",
  "engine",
  "rpc",
  "domains",
  "library",
  "exports",
  "publishers",
  "mcp",
  "server",
  "cli",
];

/** Folders outside of the layers; separate tests check who may import them. */
const BESIDE = ["gen", "client", "web", "generators"];

/** Entry points of the package; `ENTRIES` adds the files that threads and developers start. */
const PACKAGE_ENTRIES = ["index.ts", "client.ts", "services.ts", "fastify.ts"];
const ENTRIES = [
  ...PACKAGE_ENTRIES,
  "cli/main.ts",
  "cli/import/import-child.ts",
  "domains/economy/queries/correlations/correlation-worker.ts",
  "domains/politicians/sets/donation-worker.ts",
  "engine/filter/filter-worker.ts",
  "server/routes/exports/sql-child.ts",
  "server/start/wire-thread.ts",
  "snapshot/pages/page-worker.ts",
  "generators/write-descriptors.ts",
  "generators/write-australia.ts",
  "generators/write-data-pages.ts",
  "generators/write-reference.ts",
  "generators/build-wasm.ts",
  "generators/prune-types.ts",
  "generators/write-page.ts",
  "generators/write-screenshots.ts",
  "web/rendered/enhance.ts",
  "web/rendered/entry.tsx",
];

/** Packages that only the named files may import by value; `import type` costs nothing at run time. */
const PACKAGE_DOORS: Record<string, readonly string[]> = {
  "@duckdb/node-api": ["engine/sql/database.ts", "engine/sql/sandbox.ts", "snapshot/tables/write-tables.ts"],
  "apache-arrow": [
    "snapshot/build/write-columns.ts",
    "client/frame-to-arrow.ts",
    "exports/arrow-writer.ts",
    "web/pages/explore/table-files.ts",
  ],
  piscina: ["engine/filter/filter-pool.ts"],
};

/** Folders and files that may import generated code: they make responses or pass messages to a program. */
const GEN_FLOORS = ["rpc", "domains", "library", "exports", "mcp", "client", "generators"];
const GEN_FILES = [
  "server/routes/docs/openapi/openapi.ts",
  "server/admission/callers/access-rules.ts",
  "client.ts",
  "services.ts",
  "cli/query/method-query.ts",
];

/**
 * Server code that the client may import: loops over typed arrays, and functions of their arguments only.
 * These files import nothing but each other.
 */
const SHARED_WITH_CLIENT = [
  /^engine\/kernels\//,
  /^engine\/columns\/column\.ts$/,
  /^engine\/expressions\//,
  /^engine\/statistics\/(binned-column|histograms|order-rows|percentile-ranks)\.ts$/,
  /^domains\/explorer\/queries\/rank-suburbs\.ts$/,
  /^runtime\/nearest-names\.ts$/,
];

const NODE_PACKAGES = ["@connectrpc/connect-node", "fastify", "pino", "piscina", "pg"];

/**
 * What one domain may import from another: the explorer needs the suburbs' metrics, columns, places and
 * outlines, and the listings' rules for days and sorts; search needs the market's securities.
 */
const DOMAIN_DOORS: readonly (readonly [from: string, to: RegExp])[] = [
  [
    "stocks",
    /^domains\/(market\/(queries\/derived-lists|periods|rules|stock-message|top-shorts-message)\.ts$|search\/service\.ts$)/,
  ],
  ["search", /^domains\/market\/stock-message\.ts$/],
  [
    "explorer",
    /^domains\/suburbs\/(metrics\/|encode-columns\.ts$|queries\/(suburb-places|outlines-of|map-pages)\.ts$)/,
  ],
  // Stocks are ranked by the columns of the screener.
  ["explorer", /^domains\/market\/(queries\/(screener|derived-lists)|rules)\.ts$/],
  ["explorer", /^domains\/listings\/rules\.ts$/],
  // The rate of a home loan is the newest value of a series.
  ["explorer", /^domains\/economy\/queries\/(economy|series-data)\.ts$/],
];

/** Code that may exist once in `src`: a pattern of a copy, and the file with the original. */
const ONE_OF_EACH: readonly [text: RegExp, file: string][] = [
  [/86_400_000|86400000\b|24 \* 60 \* 60|24 \* 3_?600/, "runtime/time/calendar-date.ts"],
  [/(function|const) (dayNumber|DAY_MS|MS_A_DAY)\b/, "runtime/time/calendar-date.ts"],
  [/(function|const) (writeVarint|varintSize|varintBytes)\b/, "runtime/wire-bytes.ts"],
  [/replaceAll\("'", "''"\)/, "snapshot/tables/sql-text.ts"],
  [/(function|const) quoted\b/, "rpc/request-rules.ts"],
];

/** Private parts of Node and of packages, and the files that still use them: this list may only shrink. */
const PRIVATE_PARTS: readonly [part: RegExp, files: readonly string[]][] = [
  [/\b(latin1|utf8)Slice\b/, []],
  [/\b_recordBatchBlocks\b/, []],
  [/\bsymbols\b.* from "pino"/, ["server/telemetry/request-line.ts"]],
  [/"hyparquet\/src\//, ["importers/files/parquet-pages.ts"]],
];

/** A folder with more files than this should be split by subject. */
const MAX_FILES_A_FOLDER = 25;

/** Phrases that read translated, with what to write instead; `CONTRIBUTING.md` has the list. */
const PHRASES: readonly [phrase: RegExp, instead: string][] = [
  [/\b(is|are|was|were|be|being) told\b(?! (apart|from))/i, "gets, is passed, is reported, is logged"],
  [/\bwhoever\b/i, "a caller that, anyone who"],
  [/\banew\b/i, "again"],
  [/\bunder way\b/i, "in progress, in flight"],
  [/\bon (its|their) way\b/i, "in flight"],
  [/\b(takes?|taken|took|taking) back\b/i, "reverts, releases, is canceled"],
  [/\btried again\b/i, "retried"],
  [/\bonce more\b/i, "again"],
  [/\bas (it lies|they lie)\b/i, "unchanged"],
  [/\bturned away\b/i, "rejected (bad input), shed (overload), denied (access)"],
  [/\bbesides\b/i, "in addition to, too"],
  [/\bin vain\b/i, "without success"],
  [/\bfor want of\b/i, "for lack of"],
  [/\bhears? of\b/i, "is called with, learns of"],
  [/\bfurther (ones?|threads?)\b/i, "more, another"],
  [/\b(as|where) (it|they) (stands?|stood|lies?)\b/i, "as it is, where it is"],
  [/^\s*(\*|\/\/|\/\*).*(?<!\bthere )\b(is|are|was|were) no (?!longer|more|such)[a-z]/im, "is not a"],
  [/\ba function that tells\b/i, "returns"],
];

/** Layers whose folders may import each other: domains through DOMAIN_DOORS, the others not yet in order. */
const MIXED_FLOORS = ["domains", "gen", "importers", "web"];

interface Import {
  readonly file: string;
  readonly target: string;
  readonly isType: boolean;
  /** A dynamic import or a URL of a worker. */
  readonly isLazy: boolean;
}

const sources = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => /\.tsx?$/.test(path));
const textOf = new Map(sources.map((file) => [file, readFileSync(join(SRC, file), "utf8")]));

function importsOf(file: string): Import[] {
  const text = textOf.get(file)!;
  const found: Import[] = [];
  for (const match of text.matchAll(/^\s*(?:import|export)\s+(type\s+)?[^;"']*?from\s+["']([^"']+)["']/gm)) {
    found.push({ file, target: match[2], isType: match[1] !== undefined, isLazy: false });
  }
  for (const match of text.matchAll(/^\s*import\s+["']([^"']+)["']/gm)) {
    found.push({ file, target: match[1], isType: false, isLazy: false });
  }
  for (const match of text.matchAll(
    /\bimport\(\s*["']([^"']+)["']\s*\)|new URL\(\s*["'](\.[^"']+\.[tj]s)["']/gm,
  )) {
    found.push({ file, target: match[1] ?? match[2], isType: false, isLazy: true });
  }
  return found;
}

/** Path of a relative import inside src; undefined for packages. */
function insideSrc({ file, target }: Pick<Import, "file" | "target">): string | undefined {
  if (!target.startsWith(".")) return undefined;
  return relative(SRC, resolve(SRC, dirname(file), target)).replaceAll("\\", "/");
}

const floor = (path: string) => (path.includes("/") ? path.slice(0, path.indexOf("/")) : "");
const imports = sources.flatMap(importsOf);
const complaints = (broken: readonly Import[]) =>
  broken.map(({ file, target }) => `${file} imports ${target}`);

/** Every file of src that is reachable from the given ones through imports that `follow` accepts. */
function reached(from: readonly string[], follow: (one: Import) => boolean): Set<string> {
  const seen = new Set(from);
  const waiting = [...from];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    for (const one of importsOf(file)) {
      const target = insideSrc(one);
      if (target === undefined || !textOf.has(target) || seen.has(target) || !follow(one)) continue;
      seen.add(target);
      waiting.push(target);
    }
  }
  return seen;
}

describe("the floors", () => {
  it("are seen whole: every source file that git knows", () => {
    const known = execFileSync("git", ["ls-files", "src"], { cwd: ROOT, encoding: "utf8" })
      .split("\n")
      .filter((path) => /\.tsx?$/.test(path) && existsSync(join(ROOT, path)));
    expect(known.length).toBeGreaterThan(50);
    expect(known.map((path) => path.slice(4)).filter((path) => !sources.includes(path))).toEqual([]);
    expect(imports.length).toBeGreaterThan(sources.length);
  });

  it("rest on those below them only", () => {
    const broken = imports.filter((one) => {
      const target = insideSrc(one);
      if (target === undefined) return false;
      const [from, to] = [FLOORS.indexOf(floor(one.file)), FLOORS.indexOf(floor(target))];
      return from >= 0 && to >= 0 && to > from;
    });
    expect(complaints(broken)).toEqual([]);
  });

  it("are all known, and none reaches back through a file at the root", () => {
    const floors = new Set(sources.map(floor).filter((name) => name !== ""));
    expect([...floors].filter((name) => !FLOORS.includes(name) && !BESIDE.includes(name))).toEqual([]);
    const atRoot = sources.filter((path) => floor(path) === "");
    expect(atRoot.filter((path) => !PACKAGE_ENTRIES.includes(path))).toEqual([]);
    const broken = imports.filter((one) => {
      const target = insideSrc(one);
      return target !== undefined && floor(target) === "" && FLOORS.includes(floor(one.file));
    });
    expect(complaints(broken)).toEqual([]);
  });

  it("have no circles, types included", () => {
    const edges = new Map(
      sources.map((file) => [
        file,
        importsOf(file)
          .map(insideSrc)
          .filter((target): target is string => target !== undefined && textOf.has(target)),
      ]),
    );
    expect(circles(edges)).toEqual([]);
  });

  it("have no circles of rooms either: inside a floor, a folder that uses another is not used by it", () => {
    const strict = circles(roomEdges((path) => (floor(path) === "server" ? dirname(path) : undefined)));
    expect(strict).toEqual([]);
    // Files directly in a layer both serve its folders and list them, so they are exempt.
    const room = (path: string) => {
      const [name, folder, file] = path.split("/");
      return file === undefined || MIXED_FLOORS.includes(name) ? undefined : `${name}/${folder}`;
    };
    expect(circles(roomEdges(room))).toEqual([]);
  });

  it("keep their folders to one subject", () => {
    const counts = new Map<string, number>();
    for (const path of sources.filter((one) => floor(one) !== "gen")) {
      counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    }
    const crowded = [...counts].filter(([, count]) => count > MAX_FILES_A_FOLDER);
    expect(crowded.map(([folder, count]) => `${folder}: ${count}`)).toEqual([]);
  });

  it("hold nothing that no entry reaches", () => {
    expect(ENTRIES.filter((entry) => !textOf.has(entry))).toEqual([]);
    const living = reached([...ENTRIES, ...webEntries()], () => true);
    expect(sources.filter((path) => !living.has(path) && floor(path) !== "gen")).toEqual([]);
  });

  it("let kernels import nothing but kernels", () => {
    const broken = imports.filter((one) => {
      if (!one.file.startsWith("engine/kernels/")) return false;
      return insideSrc(one)?.startsWith("engine/kernels/") !== true;
    });
    expect(complaints(broken)).toEqual([]);
  });

  it("open each heavy package through its own doors only", () => {
    for (const [name, doors] of Object.entries(PACKAGE_DOORS)) {
      const users = new Set(
        imports.filter((one) => one.target === name && !one.isType).map((one) => one.file),
      );
      expect([...users].sort()).toEqual([...doors].sort());
    }
  });

  it("show generated code only to those that make messages or hand them on", () => {
    expect(GEN_FILES.filter((file) => !textOf.has(file))).toEqual([]);
    const broken = imports.filter((one) => {
      if (insideSrc(one)?.startsWith("gen/") !== true || floor(one.file) === "gen") return false;
      return !GEN_FLOORS.includes(floor(one.file)) && !GEN_FILES.includes(one.file);
    });
    expect(complaints(broken)).toEqual([]);
  });

  it("keep clock, chance and environment out of everything below the library", () => {
    const below = FLOORS.slice(0, FLOORS.indexOf("library"));
    const impure = /\bDate\.now\(|new Date\(\)|\bMath\.random\(|\bprocess\.env\b|\bperformance\.now\(/;
    const broken = sources.filter((path) => below.includes(floor(path)) && impure.test(textOf.get(path)!));
    expect(broken).toEqual([]);
  });

  it("let no domain read files: what a step of a build reads is declared, and reaches it as tables and facts", () => {
    const broken = imports.filter((one) => floor(one.file) === "domains" && /^(node:)?fs\b/.test(one.target));
    expect(complaints(broken)).toEqual([]);
  });

  it.each(ONE_OF_EACH)("write %s in one place: %s", (text, file) => {
    const found = sources.filter((path) => floor(path) !== "gen" && text.test(textOf.get(path)!));
    expect(found).toEqual([file]);
  });

  it.each(PRIVATE_PARTS)("use no private part %s, but in %j", (part, files) => {
    expect(sources.filter((path) => part.test(textOf.get(path)!)).sort()).toEqual(files);
  });

  it("never export the whole of a module", () => {
    const stars = sources.filter((path) => /^\s*export \* /m.test(textOf.get(path)!));
    expect(stars.filter((path) => floor(path) !== "gen")).toEqual([]);
  });
});

describe("the domains", () => {
  it("import no other domain, but through the named doors", () => {
    const domainOf = (path: string) => /^domains\/([^/]+)\//.exec(path)?.[1];
    const broken = imports.filter((one) => {
      const target = insideSrc(one) ?? "";
      const [from, to] = [domainOf(one.file), domainOf(target)];
      if (from === undefined || to === undefined || from === to) return false;
      return !DOMAIN_DOORS.some(([name, door]) => name === from && door.test(target));
    });
    expect(complaints(broken)).toEqual([]);
  });

  it("are not loaded with the server: neither an aggregate nor DuckDB", () => {
    const atStart = reached(["cli/program.ts", ...PACKAGE_ENTRIES], (one) => !one.isLazy && !one.isType);
    expect([...atStart].filter((path) => /^domains\/\w+\/aggregates[./]/.test(path))).toEqual([]);
    const native = [...atStart].flatMap(importsOf).filter((one) => !one.isType && !one.isLazy);
    expect(complaints(native.filter((one) => one.target === "@duckdb/node-api"))).toEqual([]);
  });

  it("have the files that every domain has", () => {
    const names = readdirSync(join(SRC, "domains"), { withFileTypes: true })
      .filter((one) => one.isDirectory())
      .map((one) => one.name);
    expect(names.length).toBeGreaterThan(3);
    const lacking = names.flatMap((name) =>
      ["index.ts", "service.ts", "samples.ts"]
        .map((file) => `domains/${name}/${file}`)
        .filter((file) => !textOf.has(file)),
    );
    expect(lacking).toEqual([]);
  });
});

describe("the client", () => {
  it("is free of Node and of everything but generated code and what it shares with the server", () => {
    const client = imports.filter((one) => one.file === "client.ts" || floor(one.file) === "client");
    expect(client.length).toBeGreaterThan(10);
    const broken = client.filter((one) => {
      const target = insideSrc(one);
      if (target === undefined) return one.target.startsWith("node:") || NODE_PACKAGES.includes(one.target);
      return (
        !["client", "gen"].includes(floor(target)) && !SHARED_WITH_CLIENT.some((one) => one.test(target))
      );
    });
    expect(complaints(broken)).toEqual([]);
    const files = sources.filter((path) => path === "client.ts" || floor(path) === "client");
    const globals = /\b(Buffer|process|require|__dirname|setImmediate)\b/;
    expect(files.filter((path) => globals.test(textOf.get(path)!))).toEqual([]);
  });

  it("is all that the page sees of the sources", () => {
    const broken = imports.filter((one) => {
      const target = insideSrc(one);
      if (floor(one.file) !== "web" || target === undefined) return false;
      return floor(target) !== "web" && target !== "client.ts";
    });
    expect(complaints(broken)).toEqual([]);
  });
});

describe("the texts", () => {
  const trees = [
    "src",
    "test",
    "proto",
    "native-free-bench",
    "data",
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
  ];
  const tracked = execFileSync("git", ["ls-files", ...trees], { cwd: ROOT, encoding: "utf8" })
    .split("\n")
    .filter((path) => /\.(ts|tsx|md|proto|yaml)$/.test(path) && existsSync(join(ROOT, path)))
    .filter((path) => path !== "test/architecture.test.ts" && !path.startsWith("src/gen/"));
  const texts = tracked.map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }));

  it.each(PHRASES)("of the sources, guides and README have no %s; there is %s", (phrase) => {
    const found = texts.filter(({ path, text }) => /^(src|data|README)/.test(path) && phrase.test(text));
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  it("lie in the folders and files of the top level that there are, and next to no other", () => {
    const all = execFileSync("git", ["ls-files"], { cwd: ROOT, encoding: "utf8" });
    const top = new Set(all.split("\n").map((path) => path.split("/")[0]));
    const known = [...trees, "LICENSE", "biome.json", "package.json", "package-lock.json"];
    const others = /^$|^\.|^(tsconfig(\.build)?\.json|vitest\.config\.ts)$/;
    expect([...top].filter((name) => !known.includes(name) && !others.test(name))).toEqual([]);
  });

  it("cite nothing that is not in the tree", () => {
    const outside =
      /§|\bcontract\/|\(contract, |\bthe contract\b|\b(ARCHITECTURE|PERFORMANCE|RELIABILITY|EXPLORER|STYLE|FACTS)\.md/;
    const found = texts.filter(({ text }) => outside.test(text)).map(({ path }) => path);
    expect(found).toEqual([]);
  });

  it("name source files that exist", () => {
    const named = /\b(?:src|test|native-free-bench)\/[a-z0-9/-]+\.tsx?\b/g;
    const missing = texts.flatMap(({ path, text }) =>
      [...text.matchAll(named)]
        .map(([file]) => file)
        .filter((file) => !existsSync(join(ROOT, file)))
        .map((file) => `${path} names ${file}`),
    );
    expect(missing).toEqual([]);
  });
});

function webEntries(): string[] {
  // A page is a folder with a route and an index.
  return sources.filter((path) => /^web\/(main\.tsx|pages\/[a-z-]+\/(route\.ts|index\.tsx))$/.test(path));
}

/** Imports between the folders that `roomOf` gives; files without one are skipped. */
function roomEdges(roomOf: (path: string) => string | undefined): Map<string, string[]> {
  const edges = new Map<string, string[]>();
  for (const one of imports) {
    const target = insideSrc(one);
    const [from, to] = [roomOf(one.file), target && textOf.has(target) ? roomOf(target) : undefined];
    if (from === undefined || to === undefined || from === to) continue;
    if (!edges.has(from)) edges.set(from, []);
    if (!edges.has(to)) edges.set(to, []);
    edges.get(from)!.push(to);
  }
  return edges;
}

/** Import cycles, each as a string: Tarjan's strongly connected components. */
function circles(edges: ReadonlyMap<string, readonly string[]>): string[] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[] = [];
  const visit = (node: string): void => {
    order.set(node, order.size);
    low.set(node, order.get(node)!);
    stack.push(node);
    for (const next of edges.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node)!, low.get(next)!));
    }
    if (low.get(node) !== order.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1) found.push(group.sort().join(" <-> "));
  };
  for (const node of edges.keys()) if (!order.has(node)) visit(node);
  return found;
}
