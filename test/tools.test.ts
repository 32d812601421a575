import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { servedCountry } from "./support/country/ask-country.ts";
import { callJson } from "./support/country/serve-country.ts";
import { askDuckdb } from "./support/data/ask-duckdb.ts";
import { temporaryDirectory } from "./support/run/fixtures.ts";
import { documentationBlocks } from "./support/run/markdown-blocks.ts";
import { inPageOrder, programRows, shownByProgram, suburbCount } from "./support/run/program-rows.ts";
import { hasProgram, PANDAS_PYTHON, runsProgram } from "./support/run/runs-program.ts";

const run = promisify(execFile);

const HAS_R = runsProgram("Rscript", "--version");
const HAS_JQ = runsProgram("jq", "--version");

const serving = servedCountry({ config: { agentPolicy: true } });

/** The blocks of a guide as one program that calls this server. */
const walk = (page: string, language: string) =>
  documentationBlocks()
    .filter((block) => block.file === `data/guides/${page}` && block.language === language)
    .map(({ text }) => text.replaceAll("http://127.0.0.1:8080", serving.url))
    .join("\n");

const example = (language: string) =>
  documentationBlocks()
    .find((block) => block.file === "data/guides/tools.md" && block.language === language)!
    .text.replaceAll("http://127.0.0.1:8080", serving.url);

interface Suburb {
  readonly sal_name: string;
  readonly state_code: string;
  readonly price: number | null;
}

async function suburbsOf(state: string): Promise<Suburb[]> {
  const headers = { "user-agent": "terrace-tests/1" };
  const answer = await fetch(`${serving.url}/v1/suburbs/${state}.json?metrics=price`, { headers });
  return (await answer.json()) as Suburb[];
}

/** Number of non-null prices and their median, by state. */
async function medians(): Promise<Map<string, { known: number; median: number }>> {
  const byState = Map.groupBy(await suburbsOf("AU"), ({ state_code }) => state_code);
  return new Map(
    [...byState].flatMap(([state, rows]) => {
      const prices = rows.flatMap(({ price }) => price ?? []).sort((a, b) => a - b);
      const middle = prices.length / 2;
      const median = (prices[Math.ceil(middle) - 1] + prices[Math.floor(middle)]) / 2;
      return prices.length === 0 ? [] : [[state, { known: prices.length, median }] as const];
    }),
  );
}

describe("the page of programs", () => {
  it("has rows in order, each of a test that has it", () => {
    const rows = programRows();
    expect(rows.length).toBeGreaterThan(0);
    expect(rows).toEqual(inPageOrder(rows));
    for (const { program, door, read, test } of rows) {
      const text = readFileSync(resolve(import.meta.dirname, "..", test), "utf8");
      for (const words of [program, door, read]) expect(text, test).toContain(JSON.stringify(words));
    }
  });
});

describe("the examples for other tools", () => {
  it.skipIf(PANDAS_PYTHON === undefined)("run in pandas (Debian's python3-pandas)", async () => {
    const { stdout } = await run(PANDAS_PYTHON!, ["-c", `${example("python")}\nprint("rows", len(suburbs))`]);
    for (const [state, { known, median }] of await medians()) {
      expect(stdout).toMatch(new RegExp(`^${state} +${known} +${median}`, "m"));
    }
    const door = "`/v1/suburbs/AU.csv`";
    const rows = Number(/^rows (\d+)$/m.exec(stdout)?.[1]);
    shownByProgram({
      program: "pandas",
      door,
      read: "every suburb",
      rows,
      api: await suburbCount(serving.url),
    });
  });

  it("run in DuckDB", async () => {
    const headers = { "user-agent": "my-analysis/1.0" };
    const address = `${serving.url}/v1/suburbs/AU.parquet?metrics=price,income`;
    const path = join(await temporaryDirectory(), "suburbs.parquet");
    await writeFile(path, Buffer.from(await (await fetch(address, { headers })).arrayBuffer()));
    const answer = await askDuckdb(example("sql").replace("suburbs.parquet", path));
    const rows = answer.getRowObjectsJson().filter(({ known }) => Number(known) > 0);
    expect(rows).toEqual(
      [...(await medians())]
        .map(([state_code, { known, median }]) => ({ state_code, known: String(known), median }))
        .sort((a, b) => (a.state_code < b.state_code ? -1 : 1)),
    );
    const [[count]] = (await askDuckdb(`SELECT count(*) FROM '${path}'`)).getRows();
    const door = "`/v1/suburbs/AU.parquet`";
    const api = await suburbCount(serving.url);
    shownByProgram({ program: "DuckDB", door, read: "every suburb", rows: Number(count), api });
  });

  it.skipIf(!HAS_R)("run in R (Debian's r-base-core)", async () => {
    const { stdout } = await run("Rscript", ["-e", `${example("r")}\ncat("rows", nrow(suburbs), "\\n")`]);
    for (const [state, { median }] of await medians()) {
      expect(stdout).toMatch(new RegExp(`${state} +${median}`));
    }
    const door = "`/v1/suburbs/AU.csv`";
    const rows = Number(/^rows (\d+)/m.exec(stdout)?.[1]);
    shownByProgram({ program: "R", door, read: "every suburb", rows, api: await suburbCount(serving.url) });
  });

  it.skipIf(!HAS_JQ)("run in jq", async () => {
    const suburbs = await suburbsOf("NSW");
    const path = join(await temporaryDirectory(), "nsw.json");
    await writeFile(path, JSON.stringify(suburbs));
    const { stdout } = await run("jq", ["-c", example("jq"), path]);
    const dearest = suburbs
      .filter(({ price }) => price !== null)
      .sort((a, b) => b.price! - a.price!)
      .slice(0, 3)
      .map(({ sal_name, price }) => ({ sal_name, price }));
    expect((JSON.parse(stdout) as Suburb[]).map(({ price }) => price)).toEqual(
      dearest.map(({ price }) => price),
    );
  });
});

const CLIENTS = resolve(import.meta.dirname, "../src/client");

/** Suburbs of two states with more than 500 residents, counted from a method's columns. */
async function southCount(): Promise<number> {
  const counts = ["VIC", "TAS"].map(async (stateCode) => {
    const request = { stateCode, metricKeys: ["population"] };
    const method = "shorts.v1alpha1.HousingService/GetSuburbMetricColumns";
    const { columns } = (await callJson(serving.url, method, request)).body as {
      columns: { values: number[] }[];
    };
    return columns[0].values.filter((people) => people > 500).length;
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

describe("the walks", () => {
  it.skipIf(PANDAS_PYTHON === undefined)("run in pandas, with the Python client", async () => {
    const code = `import sys; sys.path.insert(0, "${CLIENTS}/python")\n${walk("pandas.md", "python")}`;
    const { stdout } = await run(PANDAS_PYTHON!, ["-c", `${code}\nprint("rows", len(south), len(both))`]);
    const [, rows, both] = /^rows (\d+) (\d+)$/m.exec(stdout)!;
    expect(both).toBe(rows);
    expect(stdout).toMatch(/^invalid_argument .*populatin/m);
    const [program, door, read] = ["pandas", "the Python client", "suburbs by a condition"];
    shownByProgram({ program, door, read, rows: Number(rows), api: await southCount() });
  });

  it.skipIf(!HAS_R)("run in R, with the installed R client", async ({ skip }) => {
    if (!runsProgram("Rscript", "-e", "library(jsonlite)")) skip("R has no jsonlite here");
    const library = await temporaryDirectory();
    const env = { ...process.env, R_LIBS: library };
    await run("R", ["CMD", "INSTALL", "--no-docs", `--library=${library}`, `${CLIENTS}/r`], { env });
    const code = `${walk("r.md", "r")}\ncat("rows", nrow(south), nrow(both), "\\n")`;
    const { stdout } = await run("Rscript", ["-e", code], { env });
    const [, rows, both] = /^rows (\d+) (\d+)/m.exec(stdout)!;
    expect(both).toBe(rows);
    expect(stdout).toContain("populatin");
    const [program, door, read] = ["R", "the R client", "suburbs by a condition"];
    shownByProgram({ program, door, read, rows: Number(rows), api: await southCount() });
  });
});

describe("the page about spreadsheets", () => {
  const page = readFileSync(resolve(import.meta.dirname, "../data/guides/excel.md"), "utf8");
  const addresses = Array.from(page.matchAll(/http:\/\/127\.0\.0\.1:8080(\S+?)`/g), ([, path]) => path);

  it("has addresses that answer Excel and Sheets", async () => {
    expect(addresses.length).toBeGreaterThan(2);
    const names = [
      "Microsoft Office/16.0 (Windows NT 10.0; Microsoft Excel 16.0)",
      "Mozilla/5.0 (compatible; GoogleDocs; apps-spreadsheets; +http://docs.google.com)",
    ];
    for (const path of [...addresses, "/v1/series/rates.cash_rate_target.aus.csv"]) {
      for (const agent of names) {
        const answer = await fetch(`${serving.url}${path}`, { headers: { "user-agent": agent } });
        expect([path, answer.status]).toEqual([path, 200]);
        await answer.arrayBuffer();
      }
    }
  });

  it.skipIf(!hasProgram("ogrinfo"))("has a workbook that GDAL reads (Debian's gdal-bin)", async () => {
    const path = addresses.find((one) => one.includes(".xlsx"))!;
    const answer = await fetch(`${serving.url}${path}`, { headers: { "user-agent": "terrace-tests/1" } });
    const file = join(await temporaryDirectory(), "suburbs.xlsx");
    await writeFile(file, Buffer.from(await answer.arrayBuffer()));
    const { stdout } = await run("ogrinfo", ["-so", "-al", file]);
    const [, rows] = /Feature Count: (\d+)/.exec(stdout)!;
    expect(stdout).toMatch(/price: (Real|Integer)/);
    expect(stdout).toMatch(/sal_code: String/);
    const [program, door, read] = [
      "GDAL, reader of workbooks",
      "`/v1/suburbs/NSW.xlsx`",
      "suburbs of a state",
    ];
    shownByProgram({ program, door, read, rows: Number(rows), api: await suburbCount(serving.url, ["NSW"]) });
  });
});
