import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import { type ImportRequest, importPaths } from "../../src/cli/import/import-paths.ts";
import { runCommand } from "../../src/cli/program.ts";
import type { Progress } from "../../src/cli/progress.ts";
import { processTerminal } from "../../src/cli/terminal.ts";
import { readDatasetManifest } from "../../src/dataset/dataset.ts";
import { tablesFolderOf } from "../../src/dataset/locate-tables.ts";
import { writeDataset } from "../../src/importers/run/write-dataset.ts";
import { hostileWorkbook } from "../support/data/hostile-workbook.ts";
import { AREA_LIST, censusCsv } from "../support/data/import-files.ts";
import { eventually, sharedDirectory } from "../support/run/fixtures.ts";
import { expectRefusal, runHere, runTerrace, startTerrace, stopProcess } from "../support/run/run-terrace.ts";
import { isDeepRun } from "../support/run/test-form.ts";

const root = sharedDirectory("import");
let downloads: string;

const G04 = censusCsv("G04", { SAL10001: { Tot_P: 500 }, SAL20001: { Tot_P: 50 }, SAL19494: { Tot_P: 3 } });
const G37 = censusCsv("G37", { SAL10001: { R_Tot_Total: 30, Total_Total: 120 } });

beforeAll(async () => {
  downloads = join(root, "downloads");
  await mkdir(downloads);
  await writeFile(join(downloads, "names.csv"), AREA_LIST);
  await writeFile(join(downloads, "notes.txt"), "nothing to import\n");
  await writeFile(
    join(downloads, "pack.zip"),
    zipSync({ "2021 Census GCP/SAL/G04.csv": strToU8(G04), "2021 Census GCP/SAL/G37.csv": strToU8(G37) }),
  );
});

/** A copy of the dataset of all downloads, which the second test imports. */
async function importedAs(name: string): Promise<string> {
  await cp(join(root, "twice"), join(root, name), { recursive: true });
  return join(root, name);
}

/** Imports in this process, by default the downloads. */
function importInto(out: string, progress: Progress, more: Partial<ImportRequest> = {}, signal = NEVER) {
  const request = { paths: [downloads], out, merge: false, allowedSources: new Set<string>(), ...more };
  return importPaths(request, progress, signal);
}
const NEVER = new AbortController().signal;
const UNSEEN: Progress = { report() {}, finish() {} };

/** Checksum of every file of a folder, dot folders included. */
async function fingerprint(dir: string): Promise<Record<string, string>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sums: Record<string, string> = {};
  for (const file of files.sort()) {
    sums[file.slice(dir.length)] = createHash("sha256")
      .update(await readFile(file))
      .digest("hex");
  }
  return sums;
}

async function suburbsOf(dataset: string): Promise<string> {
  const folder = await tablesFolderOf(dataset, await readDatasetManifest(dataset));
  return readFile(join(folder, "suburb_demographics.csv"), "utf8");
}

describe("terrace import", () => {
  it("says what each file is and what became of it, and writes a dataset that builds", async () => {
    const out = join(root, "first");
    const { exitCode, stdout } = await runHere(`import ${downloads} --out ${out} --as-of 2024-01-31`);
    expect(exitCode).toBe(0);
    for (const text of [
      "pack.zip/2021 Census GCP/SAL/G04.csv: Census 2021 table G04 (age by sex) by SAL",
      "2 of 3 rows used, vintage 2022-06-28",
      "left out: 1 no usual address",
      "not recognised, ignored (1):",
      "population: 2 of 3",
      "abs-census-2021: Australian Bureau of Statistics, CC-BY-4.0, of 2022-06-28",
      "suburb_demographics 3",
    ]) {
      expect(stdout).toContain(text);
    }
    const built = await runHere(
      `snapshot build ${out} --publish --strict --json --data-dir ${join(root, "data")}`,
    );
    expect(built.exitCode).toBe(0);
    expect(JSON.parse(built.stdout).manifest).toMatchObject({
      asOf: "2024-01-31T00:00:00.000Z",
      synthetic: false,
      national: { suburbs: 3 },
      sources: [
        { id: "abs-asgs-2021", attribution: "Source: Australian Bureau of Statistics" },
        { id: "abs-census-2021", licence: "CC-BY-4.0", vintage: "2022-06-28" },
      ],
    });
  });

  it("changes nothing when the same files are imported again, with and without --merge", async () => {
    const out = join(root, "twice");
    await runHere(`import ${downloads} --out ${out}`);
    const before = await fingerprint(out);
    expect(Object.keys(before).length).toBeGreaterThan(5);
    for (const flag of ["", "--merge"]) {
      expect(await runHere(`import ${downloads} --out ${out} ${flag}`)).toMatchObject({ exitCode: 0 });
      expect(await fingerprint(out)).toEqual(before);
    }
    expect(await readdir(root)).not.toContainEqual(expect.stringContaining("importing"));
  });

  it("merges later files as if all had come at once", async () => {
    const out = join(root, "merged");
    await writeFile(join(root, "g37.csv"), G37);
    await runHere(`import ${join(root, "g37.csv")} ${join(downloads, "names.csv")} --out ${out}`);
    await runHere(`import ${join(downloads, "pack.zip")} --out ${out} --merge`);
    const rows = await suburbsOf(out);
    expect(rows).toBe(await suburbsOf(join(root, "twice")));
    expect(rows).toContain("10001,Aldgrove,NSW");
  });

  it("is refused where another import has changed the dataset that it adds to, and loses nothing of it", async () => {
    const [out, other] = ["grown", "grown-elsewhere"].map((name) => join(root, name));
    for (const dir of [out, other]) await runHere(`import ${join(downloads, "names.csv")} --out ${dir}`);
    await writeFile(join(root, "g04.csv"), G04);
    const { tablesFolder: folder } = await readDatasetManifest(out);
    const merged = (name: string, into: string) =>
      importInto(into, UNSEEN, { paths: [join(root, name)], merge: true, asOf: "2025-01-01" });
    await merged("g37.csv", out);
    const before = await fingerprint(out);
    // The write of an import that began before the other one ended.
    const { manifest, outcome } = await merged("g04.csv", other);
    const { tables, parts } = outcome;
    const write = writeDataset(out, { manifest, tables, parts, grown: { folder }, signal: NEVER });
    await expect(write).rejects.toThrow(/another import has changed .*grown in the meantime/);
    expect(await fingerprint(out)).toEqual(before);
    await merged("g04.csv", out);
    expect(await suburbsOf(out)).toBe(await suburbsOf(join(root, "twice")));
  });

  it("leaves the dataset as it was when nothing can be used", async () => {
    const out = await importedAs("kept");
    const before = await fingerprint(out);
    expectRefusal(
      await runHere(`import ${join(downloads, "notes.txt")} --out ${out}`),
      "none of the 1 files has usable rows",
      3,
    );
    expect(await fingerprint(out)).toEqual(before);
  });

  it("names every file of a folder of junk, with the reason of those that are damaged", async () => {
    const junk = join(root, "junk");
    await mkdir(junk);
    await writeFile(join(junk, "a.zip"), "PK\u0003\u0004broken");
    await writeFile(join(junk, "b.parquet"), "PAR1xx");
    await writeFile(join(junk, "c.txt"), "hello");
    const { exitCode, stderr } = await runHere(`import ${junk} --out ${join(root, "nothing")}`);
    expect(exitCode).toBe(3);
    expect(stderr).toContain("none of the 3 files has usable rows; nothing was written");
    expect(stderr).toContain(`refused: ${join(junk, "a.zip")}: damaged archive`);
    expect(stderr).toContain(`refused: ${join(junk, "b.parquet")}: not a whole Parquet file`);
    expect(stderr).toContain(`not recognised: ${join(junk, "c.txt")}`);
    const explained = await runHere(`import --explain ${junk} --json`);
    expect(explained.exitCode).toBe(0);
    expect(JSON.parse(explained.stdout)).toMatchObject([
      { path: join(junk, "a.zip"), problem: expect.stringContaining("damaged archive") },
      { path: join(junk, "b.parquet"), problem: expect.stringContaining("not a whole Parquet file") },
      { path: join(junk, "c.txt"), problem: "no importer recognises this content" },
    ]);
  });

  it("explains for programs what it explains for people", async () => {
    const file = join(downloads, "names.csv");
    const { stdout } = await runHere(`import --explain ${file} --json`);
    const text = (await runHere(`import --explain ${file}`)).stdout;
    const [explained] = JSON.parse(stdout) as { importer: string; confidence: number; lines: string[] }[];
    expect(explained).toMatchObject({ path: file, importer: "abs-area-list", what: expect.any(String) });
    const publisher = "Australian Bureau of Statistics";
    expect(text.split("\n")).toEqual([
      `${file}: list of SAL areas with names`,
      `  by abs-area-list, ${explained.confidence} % sure`,
      `  source abs-asgs-2021: ${publisher}, CC-BY-4.0 (open); "Source: ${publisher}"`,
      ...explained.lines.map((line) => `  ${line}`),
      "",
    ]);
  });

  it("refuses a folder that it may not write before it reads anything", async () => {
    expectRefusal(
      await runHere(`import ${downloads} --out ${downloads}`),
      "has files that no import created",
    );
    expect((await readdir(downloads)).sort()).toEqual(["names.csv", "notes.txt", "pack.zip"]);
    const read: string[] = [];
    const progress = { ...UNSEEN, report: (step: string) => void read.push(step) };
    await expect(importInto(downloads, progress)).rejects.toThrow(/no import created/);
    const nowhere = importInto(join(root, "no", "where"), progress);
    await expect(nowhere).rejects.toThrow(/no folder .* to write the dataset into/);
    expect(read).toEqual([]);
  });

  it("counts the files of archives in its progress", async () => {
    const seen: [number, number][] = [];
    const report: Progress["report"] = (step, done, total) =>
      void (step === "read files" && seen.push([done, total]));
    await importInto(join(root, "counted"), { ...UNSEEN, report });
    expect(seen.at(-1)).toEqual([4, 4]);
    expect(seen.map(([done]) => done)).toEqual(seen.map(([done]) => done).toSorted((a, b) => a - b));
  });

  it("leaves the dataset as it was when it is stopped", async () => {
    const out = await importedAs("stopped");
    const before = await fingerprint(out);
    const stop = new AbortController();
    const report = (step: string) => void (step === "write tables" && stop.abort());
    const stopped = importInto(out, { ...UNSEEN, report }, { asOf: "2025-01-01" }, stop.signal);
    await expect(stopped).rejects.toThrow("the import was canceled");
    expect(await fingerprint(out)).toEqual(before);
    expect(await readdir(root)).not.toContainEqual(expect.stringContaining("importing"));
  });

  it.runIf(isDeepRun)(
    "hears a signal in the middle of a file that takes long to read, when it imports and when it explains",
    async () => {
      const slow = join(root, "slow.xlsx");
      const sharedStrings = `<sst>${"<si><t>x</t></si>".repeat(4_000_000)}</sst>`;
      await writeFile(slow, hostileWorkbook({ sharedStrings }));
      const imports = (name: string) => startTerrace(`import ${slow} --out ${join(root, name)}`);
      const unsignaled = imports("unheard");
      for (const stopped of [imports("heard"), startTerrace(`import --explain ${slow}`)]) {
        // The reading process is well past its start: it is in the middle of the file.
        await eventually(() => expect(secondsOfChild(stopped.child.pid!)).toBeGreaterThan(1.5));
        await stopProcess(stopped.child, "SIGINT");
        const { exitCode, stdout, stderr } = await stopped.finished;
        expect(exitCode).toBe(130);
        expect(stderr).toContain("stopped");
        expect(stdout).not.toContain("slow.xlsx");
      }
      // The one that got no signal still reads.
      expect(unsignaled.child.exitCode).toBeNull();
      unsignaled.child.kill("SIGKILL");
      await unsignaled.finished;
      expect((await readdir(root)).filter((name) => /heard/.test(name))).toEqual([]);
    },
  );

  it("explains how a file would be read, and writes nothing", async () => {
    const { exitCode, stdout } = await runHere(`import --explain ${downloads}`);
    expect(exitCode).toBe(0);
    expect(stdout).toContain("suburb_demographics.pct_rented: 100 × (G37.R_Tot_Total) / G37.Total_Total");
    expect(stdout).toContain("source abs-census-2021: Australian Bureau of Statistics, CC-BY-4.0 (open)");
    expect(stdout).toContain("notes.txt: no importer recognises this content");
  });

  it("lists what a real Australia needs, ticked off against a dataset, and how much of each metric is real", async () => {
    const out = await importedAs("listed");
    const bare = JSON.parse((await runHere("import --real --json")).stdout) as {
      imported: string[];
    }[];
    expect(bare.length).toBeGreaterThan(30);
    expect(bare.every(({ imported }) => imported.length === 0)).toBe(true);
    const { stdout } = await runHere(`import --real --out ${out}`);
    expect(stdout).toContain("[x] 2021_GCP_SAL_for_AUS_short-header.zip, table G37: tenure");
    expect(stdout).toContain("[ ] 2021_GCP_SAL_for_AUS_short-header.zip, table G02: medians");
    expect(stdout).toContain("Australian Bureau of Statistics, CC-BY-4.0; https://www.abs.gov.au/census/");
    const coverage = JSON.parse((await runHere(`coverage ${out} --json`)).stdout);
    expect(coverage.metrics.find(({ metric }: { metric: string }) => metric === "population")).toMatchObject({
      suburbs: 2,
      total: 3,
      byState: { NSW: { suburbs: 1, total: 2 }, VIC: { suburbs: 1, total: 1 }, WA: { suburbs: 0, total: 0 } },
    });
    const text = (await runHere(`coverage ${out}`)).stdout;
    expect(text).toMatch(/population +66% +50% +100%/);
    expect(text).toContain("suburb_demographics: 3 rows from abs-asgs-2021, abs-census-2021");
    expect(text).toMatch(/HousingService\/GetSuburbIndex: real\n/);
    expect(text).toMatch(/born_overseas: wait for table G01 of the Census DataPack/);
    expect(text).toMatch(/abs-census-2021: Australian Bureau of Statistics, .+, of \d{4}-\d\d-\d\d/);
    expect(text).toMatch(/HousingService\/FilterSuburbs: in part, without house_prices, .*suburb_planning/);
    expect(text).toMatch(
      /HousingService\/GetDropIndexSeries: nothing, without property_listings, property_price_events/,
    );
    expect(text).toMatch(/\d+ of \d+ methods have real figures/);
  });

  it("stops counting what is real when it is told to", async () => {
    const out = await importedAs("uncounted");
    const said: string[] = [];
    const say = (text: string) => void said.push(text);
    const terminal = { ...processTerminal(AbortSignal.abort()), out: say, err: say };
    expect(await runCommand(["coverage", out], terminal)).toBe(130);
    expect(said).toEqual(["stopped"]);
  });

  it.each([
    ["imports", (path: string) => `import ${path} --out ${join(root, "unlisted-out")}`],
    ["explains", (path: string) => `import --explain ${path}`],
  ])("names the folder that it may not list, when it %s", async (_, commandOf) => {
    const path = await mkdtemp(join(root, "unlisted-"));
    // Two nested halves exceed the longest path: not even root can list such a folder.
    const names = Array<string>(9).fill("x".repeat(250));
    const upper = join(path, ...names);
    const lower = await mkdtemp(join(root, "lower-"));
    await mkdir(upper, { recursive: true });
    await mkdir(join(lower, ...names), { recursive: true });
    await rename(lower, join(upper, "lower"));
    const { exitCode, stderr } = await runHere(commandOf(path));
    await rename(join(upper, "lower"), lower);
    expect(stderr).toContain(`terrace: cannot list ${join(upper, "lower")}`);
    expect(stderr).toContain("ENAMETOOLONG");
    expect(exitCode).toBe(1);
  });

  it.each([
    ["imports", () => `import ${downloads} --out ${join(root, "unforeseen")}`],
    ["explains", () => `import --explain ${downloads}`],
  ])("says what went wrong unforeseen, and where, when it %s", async (_, command) => {
    const breaking = `
      import promises from "node:fs/promises";
      import { syncBuiltinESMExports } from "node:module";
      const { readdir } = promises;
      promises.readdir = async (dir, how) => (how?.recursive ? null : readdir(dir, how));
      syncBuiltinESMExports();`;
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(breaking)}`;
    const { exitCode, stderr } = await runTerrace(command(), { NODE_OPTIONS });
    expect(stderr).toMatch(/^terrace: Cannot read properties of null \(reading 'filter'\)\n/);
    expect(stderr.match(/at listFiles \(.*find-files\.ts/g)).toHaveLength(1);
    expect(exitCode).toBe(1);
  });

  it("prints one screen of a long report and keeps all of it in a file; JSON may be longer than a pipe holds", async () => {
    const many = join(root, "many");
    await mkdir(many);
    await writeFile(join(many, "SAL.csv"), "SAL_CODE_2021,SAL_NAME_2021\n10001,Aldgrove\n");
    const names = Array.from({ length: 1500 }, (_, i) => `${"a-note-with-a-long-name-".repeat(8)}${i}.txt`);
    await Promise.all(names.map((name) => writeFile(join(many, name), "note\n")));
    const out = join(root, "many-out");
    const { stdout, exitCode } = await runTerrace(`import ${many} --out ${out}`);
    expect(exitCode).toBe(0);
    const lines = stdout.trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(60);
    expect(lines[0]).toBe(
      "1,501 files: 1 used, 0 duplicates, 0 known but not used, 0 rejected, 1,500 not recognised",
    );
    const report = await readFile(join(out, "import-report.txt"), "utf8");
    expect(names.filter((name) => !report.includes(name))).toEqual([]);
    const { stdout: json } = await runTerrace(`import ${many} --out ${out} --json`);
    expect(names.filter((name) => !json.includes(name))).toEqual([]);
  });

  it("prints the report as JSON", async () => {
    const { stdout } = await runHere(`import ${downloads} --out ${join(root, "json")} --json`);
    const report = JSON.parse(stdout);
    expect(report.files).toHaveLength(4);
    expect(report.rows).toMatchObject({ suburb_demographics: 3, house_prices: 0 });
    expect(report.coverage).toContainEqual({ metric: "population", suburbs: 2, total: 3 });
  });

  it.each([
    ["import", "no files to import"],
    ["import x", "--out"],
    ["import /nonexistent --out /tmp/terrace-none", 'no file or folder "/nonexistent"'],
    ["import x --out y --as-of 2024-02-31", '--as-of "2024-02-31" is not a date'],
    ["import x --out y --allow-restricted abs-census-2021", "is not a restricted source"],
  ])("answers %j with exit code 2 and what is wrong", async (command, message) => {
    expectRefusal(await runHere(command), message);
  });
});

/** CPU seconds that the first child of a process has used; 0 while it has none. */
function secondsOfChild(pid: number): number {
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ");
  if (child === "") return 0;
  const stat = readFileSync(`/proc/${child}/stat`, "utf8");
  // Fields after the command in parentheses; ticks are hundredths of a second.
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[11]) / 100;
}
