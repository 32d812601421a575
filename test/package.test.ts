import { execFile, spawn } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { write } from "@e965/xlsx";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { publicMethods } from "../src/domains/public-methods.ts";
import { SAMPLE_REQUESTS } from "../src/domains/samples.ts";
import { postJson } from "./support/country/call-json.ts";
import { copyCountry } from "./support/country/copy-country.ts";
import { serveCountry } from "./support/country/serve-country.ts";
import { documentationBlocks } from "./support/run/markdown-blocks.ts";
import {
  adaptedExample,
  installTarball,
  packTerrace,
  plainEnv,
  type Tarball,
  TOO_OLD_NODE,
  TOOLS,
  unpackTarball,
} from "./support/run/packed-project.ts";
import { removeDirectory } from "./support/run/remove-directory.ts";
import { PATIENCE } from "./support/run/run-terrace.ts";
import { isDeepRun, someOf } from "./support/run/test-form.ts";

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, "..");
const examples = documentationBlocks().filter((block) => block.language === "ts");

let root: string;
let tarball: Tarball;
let project: string;
let nodes: Record<string, string>;
/** The responses on the first Node version. */
let answers: readonly string[] | undefined;

beforeAll(async () => {
  ({ root, tarball } = await packTerrace());
  if (isDeepRun) {
    const installed = await installTarball(root, tarball);
    project = installed.project;
    nodes = { "Node 20": installed.tooOldNode, "Node 22": installed.oldNode, "Node 24": process.execPath };
  } else {
    project = await unpackTarball(root, tarball);
    nodes = { "Node 24": process.execPath };
  }
  await copyCountry(join(project, ".terrace"));
}, 1_800_000);
afterAll(() => removeDirectory(root));

describe("the tarball", () => {
  it("is under 2 MB and holds dist, types, proto files and the WebAssembly, and no data", () => {
    expect(tarball.size).toBeLessThan(2_000_000);
    const paths = tarball.files.map((file) => file.path);
    for (const path of [
      "README.md",
      "LICENSE",
      "proto/REFERENCE.md",
      "proto/shorts/v1alpha1/housing.proto",
      "proto/terrace/v1/explorer.proto",
      "dist/engine/kernels/wasm/filter-wasm-bytes.js",
      "dist/engine/filter/filter-worker.js",
      "dist/web/index.html",
      ...["index", "client", "services", "fastify"].flatMap((entry) => [
        `dist/${entry}.js`,
        `dist/${entry}.d.ts`,
      ]),
    ]) {
      expect(paths).toContain(path);
    }
    const kinds = new Set(paths.map((path) => /(\.d\.ts|\.[a-z]+)$/.exec(path)?.[0] ?? path));
    expect(kinds).toEqual(
      new Set([
        ...[".js", ".d.ts", ".proto", ".binpb", ".md", ".json", ".html", ".css", ".svg", "LICENSE"],
        ...[".cfg", ".conf", ".service", "data/deploy/Containerfile"],
      ]),
    );
  });

  it("has a README of 200 lines at most, and every file that it links to", async () => {
    const paths = tarball.files.map((file) => file.path);
    const text = await readFile(join(ROOT, "README.md"), "utf8");
    expect(text.split("\n").length).toBeLessThanOrEqual(201);
    // Pictures are shown on the repository's page only.
    const links = [...text.matchAll(/(?<!!)\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(
      ([, target]) => target,
    );
    expect(links.length).toBeGreaterThan(8);
    expect(links.filter((target) => !target.includes("://") && !paths.includes(target))).toEqual([]);
  });

  it.runIf(isDeepRun)("is clean to publint", async () => {
    expect((await run(join(TOOLS, "publint"), [tarball.path, "--strict"])).stdout).toContain("All good!");
  });
});

describe("the installed package", () => {
  it("has the explorer page, built", async () => {
    const script = `const { findPage } = await import("./node_modules/terrace/dist/server/routes/page/page-handlers.js");
      const page = await findPage();
      console.log(page.hasScreen("/suburb/10001"), page.hasScreen("/nope"), page.document.type);`;
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], { cwd: project });
    expect(stdout.trim()).toBe("true false text/html; charset=utf-8");
  });

  it("declares what each entry exports, no more and no less, to Node's resolution and to bundlers", async () => {
    const { exports } = JSON.parse(
      await readFile(join(project, "node_modules/terrace/package.json"), "utf8"),
    );
    const entries = Object.keys(exports).filter((path) => exports[path].types !== undefined);
    expect(entries).toEqual([".", "./client", "./services", "./fastify"]);
    const names = entries.map((path) => `terrace${path.slice(1)}`);
    const script = `for (const name of ${JSON.stringify(names)}) console.log(JSON.stringify(Object.keys(await import(name))));`;
    const { stdout: real } = await run(process.execPath, ["--input-type=module", "-e", script], {
      cwd: project,
    });
    const keys = real.trim().split("\n");
    const lines = names.flatMap((name, i) => [
      `import * as entry${i} from "${name}";`,
      `const keys${i} = ${keys[i]} as const satisfies readonly (keyof typeof entry${i})[];`,
      `type Missing${i} = Exclude<keyof typeof entry${i}, (typeof keys${i})[number]>;`,
      `export const isWhole${i}: [Missing${i}] extends [never] ? true : Missing${i} = true;`,
    ]);
    await writeFile(join(project, "entries.ts"), lines.join("\n"));
    for (const resolution of [{ module: "nodenext" }, { module: "esnext", moduleResolution: "bundler" }]) {
      expect(await typeErrors({ ...resolution, include: ["entries.ts"] })).toBe("");
    }
  });

  /** Compiler errors for files of the project under strict settings. */
  async function typeErrors({ include, ...options }: { include: string[]; module: string }): Promise<string> {
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      target: "es2024",
      lib: ["es2024", "esnext.disposable"],
      types: ["node"],
      // skipLibCheck skips dependencies only: the package's own declarations are checked.
      skipLibCheck: true,
      ...options,
    };
    await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, include }));
    return (await run(join(TOOLS, "tsc"), ["-p", project]).catch((error) => error)).stdout;
  }

  it("type-checks the documentation's examples under strict settings", async () => {
    const include = await Promise.all(
      examples.map(async ({ text }, i) => {
        await writeFile(join(project, `example-${i}.ts`), text);
        return `example-${i}.ts`;
      }),
    );
    expect(await typeErrors({ module: "nodenext", include })).toBe("");
    expect(include.length).toBeGreaterThanOrEqual(5);
  });

  it.each(isDeepRun ? ["Node 22", "Node 24"] : ["Node 24"])(
    "serves the same bytes, and runs the documentation's examples, on %s",
    async (name) => {
      const node = nodes[name];
      const server = await startServer(node);
      try {
        for (const [i, { text }] of isDeepRun ? examples.entries() : []) {
          const file = join(project, `run-${i}.ts`);
          await writeFile(
            file,
            adaptedExample(text.replaceAll("../terrace/.terrace", ".terrace"), server.url),
          );
          const { stdout } = await run(node, [file], { cwd: project, env: plainEnv() });
          if (text.includes("console.log")) expect(stdout).not.toBe("");
        }
        const bytes = await sampleAnswers(server.url);
        answers ??= isDeepRun ? bytes : await answersFromSource();
        expect(bytes).toEqual(answers);
        await expectNoPictures(server.url);
        const health = await fetch(`${server.url}/api/health`);
        expect(await health.json()).toMatchObject({ status: "healthy" });
      } finally {
        expect(await server.stop()).toBe(0);
        for (const made of ["small-dataset", "small-data"]) {
          await removeDirectory(join(project, made));
        }
      }
    },
    900_000,
  );

  it("says in a line how to get the open data that it does not hold, and starts a dataset or a made-up country", async () => {
    const main = join(project, "node_modules/terrace/dist/cli/main.js");
    const empty = join(root, "empty");
    await mkdir(empty);
    const start = (...args: string[]) =>
      run(process.execPath, [main, "start", "--port", "0", ...args], { cwd: empty, env: plainEnv() });
    const refused = await start().catch((error) => error);
    expect(refused.stderr.trim().split("\n")).toEqual([
      expect.stringMatching(
        /^terrace: this package does not include the open data of Australia; name data\/australia/,
      ),
    ]);
    expect(refused.stderr).toContain("or use --synthetic");
    const wrong = await start("--dataset", "nowhere").catch((error) => error);
    expect(wrong.stderr).toContain("nowhere");
  });

  it.runIf(isDeepRun)(
    "says which Node it needs when started on Node 20, and not what that one lacks",
    async () => {
      const bin = join(project, "node_modules/.bin/terrace");
      const refused = await run(nodes["Node 20"], [bin, "start"], { cwd: project, env: plainEnv() }).catch(
        (error) => error,
      );
      expect(refused.stderr).toBe(
        `terrace: Node 22.12 or later is needed; this is Node ${TOO_OLD_NODE} (${nodes["Node 20"]}). ` +
          "Install a newer one, or put it first in PATH.\n",
      );
      expect(refused.code).toBe(1);
    },
  );

  it.runIf(isDeepRun).each(["terrace", "terrace/services", "terrace/fastify"])(
    "says which Node it needs when a program on Node 20 imports %s",
    async (entry) => {
      const script = `await import("${entry}").catch((error) => console.log(error.name, error.message));`;
      const args = ["--input-type=module", "-e", script];
      const { stdout } = await run(nodes["Node 20"], args, { cwd: project, env: plainEnv() });
      expect(stdout).toBe(
        `Error terrace: Node 22.12 or later is needed; this is Node ${TOO_OLD_NODE} (${nodes["Node 20"]}). ` +
          "Install a newer one, or put it first in PATH.\n",
      );
    },
  );

  it("says which package an import or a protocol lacks, and how to install it", async () => {
    const main = join(project, "node_modules/terrace/dist/cli/main.js");
    const { peerDependencies } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
    const workbook = join(root, "suburbs.xlsx");
    await writeFile(
      workbook,
      write({ SheetNames: ["a"], Sheets: { a: { "!ref": "A1" } } }, { type: "buffer" }),
    );
    const take = join(root, "take.md");
    await writeFile(take, "---\ntitle: A take\nslug: a-take\n---\nA body.\n");
    const feed = join(root, "feed.xml");
    await writeFile(feed, "<rss><channel><title>News</title></channel></rss>");
    const boundaries = join(root, "areas.json");
    await writeFile(
      boundaries,
      JSON.stringify({
        type: "Topology",
        arcs: [],
        objects: {
          a: {
            type: "GeometryCollection",
            geometries: [{ type: "Point", coordinates: [0, 0], properties: { SAL_CODE21: "10001" } }],
          },
        },
      }),
    );
    const mapping = join(root, "mapping.json");
    const source = { id: "feed", publisher: "Us", title: "Feed", licence: "own", vintage: "2026-11-13" };
    await writeFile(
      mapping,
      JSON.stringify({
        format: "terrace-database-mapping-1",
        dataset: {
          id: "feed",
          title: "Our feed",
          asOf: "2026-11-13T00:00:00Z",
          synthetic: false,
          sources: [{ ...source, tables: ["economic_series"] }],
        },
        tables: { economic_series: { table: "feed.series" } },
      }),
    );
    const out = ["--out", join(root, "imported")];
    const mapped = ["--mapping", mapping, ...out];
    const lacking: readonly (readonly [name: string, args: readonly string[]])[] = [
      ["@modelcontextprotocol/server", ["mcp"]],
      ["standardwebhooks", ["hooks", "add", "https://hooks.example/"]],
      ["@e965/xlsx", ["import", workbook, ...out]],
      ["yaml", ["import", take, ...out]],
      ["fast-xml-parser", ["import", feed, ...out]],
      ["topojson-client", ["import", boundaries, ...out]],
      ["pg", ["import", "postgres://127.0.0.1:1/none", ...mapped]],
      ["@clickhouse/client", ["import", "clickhouse://127.0.0.1:1/none", ...mapped]],
    ];
    for (const [name, args] of someOf(lacking, 3)) {
      const refused = await run(process.execPath, [main, ...args], { cwd: project, env: plainEnv() }).catch(
        (error) => error,
      );
      expect(`${refused.stdout}${refused.stderr}`, name).toContain(
        `needs the package ${name}, which is not installed: npm install ${name}@${peerDependencies[name]}`,
      );
    }
  });

  it("keeps what is not an entry to itself", async () => {
    const deep = 'await import("terrace/dist/engine/engine.js")';
    await expect(
      run(process.execPath, ["--input-type=module", "-e", deep], { cwd: project }),
    ).rejects.toThrow("ERR_PACKAGE_PATH_NOT_EXPORTED");
    const proto = 'import.meta.resolve("terrace/proto/shorts/v1alpha1/housing.proto")';
    await run(process.execPath, ["--input-type=module", "-e", proto], { cwd: project });
  });
});

/** Pages work without pictures; a picture's address names the package to install. */
async function expectNoPictures(url: string): Promise<void> {
  const page = await fetch(`${url}/australia`);
  expect([page.status, (await page.text()).includes("og:image")]).toEqual([200, false]);
  const { peerDependencies } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
  const name = "@resvg/resvg-js";
  const picture = await fetch(`${url}/pictures/australia.png`);
  const message = `the picture of a page needs the package ${name}, which is not installed: npm install ${name}@${peerDependencies[name]}`;
  expect([picture.status, await picture.json()]).toEqual([
    501,
    { error: message, code: "unimplemented", message },
  ]);
  expect(picture.headers.get("cache-control")).toBe("no-store");
}

/** The response of every method to its sample request, as a string. */
async function sampleAnswers(url: string): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const { path } of publicMethods()) {
    const response = await postJson(`${url}${path}`, SAMPLE_REQUESTS.get(path.slice(1)) ?? {});
    texts.push(`${path} ${response.status} ${await response.text()}`);
    expect(response.status, texts.at(-1)).toBe(200);
  }
  return texts;
}

async function answersFromSource(): Promise<readonly string[]> {
  const serving = await serveCountry(inject("country").dataDir, { now: () => new Date() });
  try {
    return await sampleAnswers(serving.url);
  } finally {
    await serving.close();
  }
}

async function startServer(node: string): Promise<{ url: string; stop(): Promise<number | null> }> {
  const bin = join(project, "node_modules/.bin/terrace");
  const child = spawn(node, [bin, "serve", "--port", "0"], {
    cwd: project,
    env: { ...plainEnv(), TERRACE_LIMITS: "off", ...PATIENCE },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /ready at (http:\/\/[\d.]+:\d+)/.exec(line)?.[1];
    if (url === undefined) continue;
    child.stdout.resume();
    const stop = () => {
      child.kill("SIGTERM");
      return ended;
    };
    return { url, stop };
  }
  throw new Error(`the server ended with ${await ended}`);
}
