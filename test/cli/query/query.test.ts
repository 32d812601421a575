import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { completer } from "../../../src/cli/query/sql-shell.ts";
import { duckdbRows } from "../../support/exports/read-back.ts";
import { runTerrace } from "../../support/run/run-terrace.ts";
import { temporaryDirectory } from "../../support/run/temporary-directory.ts";

const MAIN = resolve(import.meta.dirname, "../../../src/cli/main.ts");
const query = (...words: string[]) =>
  runTerrace(["query", ...words, "--data-dir", inject("country").dataDir]);

/** The shell with lines on its standard input. */
async function shell(lines: readonly string[]): Promise<{ out: string; err: string; code: number | null }> {
  const child = spawn(process.execPath, [MAIN, "sql", "--data-dir", inject("country").dataDir], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  const texts = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (texts.out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (texts.err += text));
  child.stdin.end(lines.join("\n"));
  const [code] = await once(child, "close");
  return { ...texts, code };
}

describe("terrace query", () => {
  it("answers SQL as a table, as CSV and as a file", async () => {
    const sql = "select state_code, count(*) as suburbs from suburbs group by all order by all";
    const table = await query(sql);
    expect([table.exitCode, table.stdout.split("\n")[0]]).toEqual([0, "state_code  suburbs"]);
    expect(table.stderr).toContain("8 rows");
    const csv = await query(sql, "--format", "csv");
    expect(csv.stdout.split("\n").slice(0, 2)).toEqual([
      "state_code,suburbs",
      expect.stringMatching(/^ACT,\d+$/),
    ]);
    const out = join(await temporaryDirectory(), "x.parquet");
    const file = await query(sql, "--format", "parquet", "--out", out);
    expect([file.exitCode, file.stdout]).toEqual([0, ""]);
    expect((await duckdbRows(out, "parquet")).length).toBe(8);
  });

  it("answers the methods in words", async () => {
    const filter = await query(
      "filter",
      "NSW",
      "population > 100",
      "--metrics",
      "population",
      "--sort",
      "-population",
      "--limit",
      "3",
      "--format",
      "json",
    );
    const rows = JSON.parse(filter.stdout) as { population: number; state_code: string }[];
    expect(rows.map(({ state_code }) => state_code)).toEqual(["NSW", "NSW", "NSW"]);
    expect(rows[0].population).toBeGreaterThanOrEqual(rows[2].population);
    const series = await query("series", "rates.cash_rate_target.aus", "--format", "csv");
    expect(series.stdout).toMatch(/^period,value\n\d{4}-\d\d-\d\d,/);
    const drops = await query("drops", "suburbs", "AU");
    expect(drops.stdout).toContain("dropped_listing_count");
    const profile = await query(
      "profile",
      String((JSON.parse(filter.stdout) as { sal_code: string }[])[0].sal_code),
    );
    expect(JSON.parse(profile.stdout)).toHaveProperty("summary");
  });

  it("says what is wrong and where", async () => {
    const cases = [
      [["select nothing from suburbs"], '"nothing" not found'],
      [["drop table suburbs"], "only statements that read"],
      [["filter", "NSW", "population >"], "population >\n            ^"],
      [["drops", "houses", "NSW"], '"houses" is not one of suburbs, addresses, agencies, index'],
      [["series"], "expected series <key>"],
      [["select 1", "--format", "xls"], '--format: "xls" is not one of table, csv'],
    ] as const;
    for (const [words, reason] of cases) {
      const { exitCode, stderr } = await query(...words);
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining(reason)]);
    }
  });
});

describe("terrace sql", () => {
  it("answers statements of many lines, tells mistakes and goes on", async () => {
    const { out, err, code } = await shell([
      ".tables",
      ".schema suburbs",
      ".schema houses",
      ".format csv",
      "select count(*) as n",
      "  from suburbs;",
      "select nope from suburbs;",
      "attach 'x.db';",
      ".sources",
      "select 2 as two;",
      ".quit",
      "select 3 as three;",
    ]);
    expect(code).toBe(0);
    expect(out).toContain("economic_series\n");
    expect(out).toContain("sal_code  VARCHAR");
    expect(out).toMatch(/\nn\n\d+\n/);
    expect(out).toContain("two\n2\n");
    expect(out).not.toContain("three");
    expect(err).toContain("SYNTHETIC data");
    expect(err).toContain('no table "houses"');
    expect(err).toContain('"nope" not found');
    expect(err).toContain("only statements that read");
  });

  it("completes tables, columns and words of SQL", () => {
    const complete = completer(["suburbs", "sal_code"]);
    expect(complete("select * from sub")).toEqual([["suburbs"], "sub"]);
    expect(complete("s")).toEqual([["SELECT", "SUMMARIZE", "suburbs", "sal_code"], "s"]);
    expect(complete("select ")).toEqual([[], ""]);
  });
});
