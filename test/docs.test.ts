import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { parse } from "csv-parse/sync";
import { strToU8, zipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import { servedCountry } from "./support/country/ask-country.ts";
import { copyKept, sharedTerritory } from "./support/country/shared-country.ts";
import { AREA_LIST, censusCsv } from "./support/data/import-files.ts";
import { sharedDirectory } from "./support/run/fixtures.ts";
import { commandsOf, documentationBlocks, type MarkdownBlock } from "./support/run/markdown-blocks.ts";
import { readyServer } from "./support/run/run-terrace.ts";
import { isDeepRun } from "./support/run/test-form.ts";

const ROOT = resolve(import.meta.dirname, "..");
const MAIN = join(ROOT, "src/cli/main.ts");
const CURL = join(import.meta.dirname, "support/wire/curl.ts");
const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const run = promisify(execFile);

const blocks = documentationBlocks();
// The README's shell blocks are run in order by test/readme.test.ts.
const titled = (language: string) =>
  blocks
    .filter((block) => block.language === language && (language !== "sh" || block.file !== "README.md"))
    .map((block) => [`${block.file}:${block.line}`, block] as const);

const serving = servedCountry({ config: { agentPolicy: true } });
const root = sharedDirectory("docs");
let env: NodeJS.ProcessEnv;
/** Value of `<id>` in commands: the snapshot that was built last. */
let builtId: string;

beforeAll(async () => {
  const bin = join(root, "bin");
  await mkdir(bin);
  // The commands in a reader's PATH: terrace, npx, and curl, which a minimal machine may lack.
  await command(join(bin, "terrace"), `exec "${process.execPath}" "${MAIN}" "$@"`);
  await command(join(bin, "npx"), '[ "$1" = terrace ] || exit 64\nexec "$@"');
  await command(join(bin, "curl"), `exec "${process.execPath}" "${CURL}" "$@"`);
  const census = censusCsv("G04", { SAL10001: { Tot_P: 500 }, SAL20001: { Tot_P: 50 } });
  await writeDownload("downloads", "names.csv", AREA_LIST);
  await writeDownload(
    "more-downloads",
    "census.zip",
    zipSync({ "2021 Census GCP/SAL/G04.csv": strToU8(census) }),
  );
  await writeListingFeeds();
  const dataDir = join(root, "data");
  if (isDeepRun) {
    await copyKept(dataDir);
    await copyKept(dataDir, await sharedTerritory());
  }
  env = {
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    HOME: process.env.HOME,
    TERRACE_DATA_DIR: dataDir,
  };
});

async function writeDownload(folder: string, name: string, content: string | Uint8Array): Promise<void> {
  await mkdir(join(root, folder));
  await writeFile(join(root, folder, name), content);
}

/** Two sweeps of one advert, and the mapping in the page about listing feeds. */
async function writeListingFeeds(): Promise<void> {
  const mapping = blocks.find((block) => block.text.includes("terrace-listings-mapping-1"))!;
  await writeFile(join(root, "portal.json"), mapping.text);
  for (const [captured, priceText] of [
    ["2026-08-01", "$900,000"],
    ["2026-08-02", "$850,000"],
  ]) {
    const address = { street: "1 Sample Street", suburb: "Abbotsford", postcode: "3067" };
    const sighting = { captured, advert: { id: "a1" }, address, priceText, state: "live" };
    await writeFile(join(root, `feed-${captured}.ndjson`), `${JSON.stringify(sighting)}\n`);
  }
}

async function command(path: string, text: string): Promise<void> {
  await writeFile(path, `#!/bin/sh\n${text}\n`);
  await chmod(path, 0o755);
}

/** Runs one command of a shell block; those that install, start or test the checkout are only checked. */
async function runCommand(line: string): Promise<void> {
  if (/^npm\b/.test(line)) {
    for (const part of line.split("&&")) checkNpm(part.trim());
    return;
  }
  if (/^(npx )?terrace (serve|start)\b/.test(line)) {
    const command = `${line.replace(/^(npx )?terrace /, "")} --port 0`;
    const { stop } = await readyServer(command, { TERRACE_DATA_DIR: env.TERRACE_DATA_DIR! });
    expect((await stop()).exitCode).toBe(0);
    return;
  }
  expect(line).toMatch(/^(npx )?terrace |^curl /);
  const text = line.replaceAll("http://127.0.0.1:8080", serving.url).replaceAll("<id>", builtId);
  const { stdout } = await run("sh", ["-c", text], { cwd: root, env });
  if (line.startsWith("curl")) expect(JSON.parse(stdout)).not.toHaveProperty("code");
  builtId = /snapshot (\d{4}-\d\d-\d\d-[0-9a-f]{12})/.exec(stdout)?.[1] ?? builtId;
}

function checkNpm(part: string): void {
  const [, verb, name] = part.split(/\s+/);
  if (verb === "install") return;
  const script = verb === "run" ? name : verb;
  expect(Object.keys(scripts), part).toContain(script);
}

describe("the documentation", () => {
  it("has shell and code blocks, and no block of a kind that no test runs", () => {
    // ts blocks are type-checked and run by test/package.test.ts from the installed package, other tools'
    // blocks by test/tools.test.ts, GDAL's commands by ogc-features.test.ts.
    expect(new Set(blocks.map((block) => block.language))).toEqual(
      new Set(["sh", "ts", "json", "csv", "text", "python", "sql", "r", "jq", "gdal", "qgis"]),
    );
    expect(blocks.filter(({ language }) => language === "sh").length).toBeGreaterThan(9);
    expect(titled("sh").length).toBeGreaterThan(3);
  });

  // The short form does not build or export here: other tests of it do.
  const commands = titled("sh").filter(([, { text }]) => isDeepRun || !/snapshot (build|delta)/.test(text));
  it.each(commands)("has commands that work at %s", { timeout: 600_000 }, async (_title, block) => {
    for (const line of commandsOf(block)) await runCommand(line);
  });

  it.each(titled("json"))("has JSON at %s", (_title, { text }: MarkdownBlock) => {
    expect(JSON.parse(text)).toBeTypeOf("object");
  });

  it.each(titled("csv"))("has rows of one length at %s", (_title, { text }: MarkdownBlock) => {
    const rows = parse(text, { columns: true, relax_column_count: false }) as object[];
    expect(rows.length).toBeGreaterThan(0);
  });
});
