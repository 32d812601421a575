import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { Serving } from "../src/server/start/start-serving.ts";
import { serveCountry } from "./support/country/serve-country.ts";
import { documentationBlocks } from "./support/run/markdown-blocks.ts";
import { inPageOrder, programRows, shownByProgram, suburbCount } from "./support/run/program-rows.ts";
import { PANDAS_PYTHON, runsProgram } from "./support/run/runs-program.ts";
import { temporaryDirectory } from "./support/run/temporary-directory.ts";

const run = promisify(execFile);

const HAS_R = runsProgram("Rscript", "--version");
const HAS_JQ = runsProgram("jq", "--version");

let serving: Serving;
beforeAll(async () => {
  serving = await serveCountry(inject("country").dataDir, { config: { agentPolicy: true } });
});
afterAll(() => serving.close());

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

/** Known prices and their median, by state. */
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
    const instance = await DuckDBInstance.create();
    const connection = await instance.connect();
    const answer = await connection.runAndReadAll(example("sql").replace("suburbs.parquet", path));
    const rows = answer.getRowObjectsJson().filter(({ known }) => Number(known) > 0);
    expect(rows).toEqual(
      [...(await medians())]
        .map(([state_code, { known, median }]) => ({ state_code, known: String(known), median }))
        .sort((a, b) => (a.state_code < b.state_code ? -1 : 1)),
    );
    const [[count]] = (await connection.runAndReadAll(`SELECT count(*) FROM '${path}'`)).getRows();
    connection.closeSync();
    instance.closeSync();
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
