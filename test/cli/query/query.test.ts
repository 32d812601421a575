import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { completer } from "../../../src/cli/query/sql-shell.ts";
import { duckdbRows } from "../../support/exports/read-back.ts";
import { eventually, temporaryDirectory } from "../../support/run/fixtures.ts";
import { expectRefusal, MAIN, runHere, runTerrace } from "../../support/run/run-terrace.ts";

const query = (words: string) => runTerrace(`query ${words} --data-dir ${inject("country").dataDir}`);
const queryHere = (words: string) => runHere(`query ${words} --data-dir ${inject("country").dataDir}`);

const shell = (lines: readonly string[]) =>
  runTerrace(`sql --data-dir ${inject("country").dataDir}`, {}, lines.join("\n"));

describe("terrace query", () => {
  it("answers SQL as a table, as CSV and as a file", async () => {
    const sql = "select state_code, count(*) as suburbs from suburbs group by all order by all";
    const table = await query(`"${sql}"`);
    expect([table.exitCode, table.stdout.split("\n")[0]]).toEqual([0, "state_code  suburbs"]);
    expect(table.stderr).toContain("8 rows");
    const csv = await query(`"${sql}" --format csv`);
    expect(csv.stdout.split("\n").slice(0, 2)).toEqual([
      "state_code,suburbs",
      expect.stringMatching(/^ACT,\d+$/),
    ]);
    const out = join(await temporaryDirectory(), "x.parquet");
    const file = await queryHere(`"${sql}" --format parquet --out ${out}`);
    expect([file.exitCode, file.stdout]).toEqual([0, ""]);
    expect((await duckdbRows(out, "parquet")).length).toBe(8);
    // A query that fails half way leaves the old file unchanged and no temp file.
    const failing = "select i, case when i < 90000 then i else error('half way') end from range(100000) t(i)";
    const before = await readFile(out);
    for (const sql of [failing, `${failing}; -- every row`]) {
      const failed = await queryHere(`"${sql}" --format csv --out ${out}`);
      expectRefusal(failed, "Invalid Input Error: half way");
    }
    expect((await readFile(out)).equals(before)).toBe(true);
    expect(existsSync(`${out}.part`)).toBe(false);
    const profile = join(await temporaryDirectory(), "profile.json");
    expect((await queryHere(`profile 10001 --out ${profile}`)).exitCode).toBe(0);
    expect(JSON.parse(await readFile(profile, "utf8"))).toMatchObject({ summary: { salCode: "10001" } });
  });

  it("answers the methods in words", async () => {
    const largest = "--metrics population --sort -population --limit 3 --format json";
    const filter = await query(`filter NSW "population > 100" ${largest}`);
    const rows = JSON.parse(filter.stdout) as { sal_code: string; population: number; state_code: string }[];
    expect(rows.map(({ state_code }) => state_code)).toEqual(["NSW", "NSW", "NSW"]);
    expect(rows[0].population).toBeGreaterThanOrEqual(rows[2].population);
    const shown = await queryHere('filter NSW "distance_to_coast < 50" --limit 2');
    expect(shown.stdout.split("\n")[0].trim().split(/\s+/)).toEqual([
      ...["sal_code", "sal_name", "state_code", "postcode"],
      ...["distance_to_coast", "price", "population", "income"],
    ]);
    const series = await query("series rates.cash_rate_target.aus --format csv");
    expect(series.stdout).toMatch(/^period,value\n\d{4}-\d\d-\d\d,/);
    const newest = await queryHere("series rates.cash_rate_target.aus");
    expect(newest.stdout.trim().split("\n").at(-1)!.trim().split(/\s+/)).toEqual(
      series.stdout.trim().split("\n").at(-1)!.split(","),
    );
    expect(newest.stderr).toContain("the newest 40 of ");
    const shorts = await queryHere("shorts latest --limit 2");
    expect(shorts.stdout).toContain("percent_shorted");
    const drops = await queryHere("drops suburbs AU");
    expect(drops.stdout).toContain("dropped_listing_count");
    const profile = await queryHere(`profile ${rows[0].sal_code}`);
    expect(JSON.parse(profile.stdout)).toHaveProperty("summary");
  });

  it("says what is wrong and where", async () => {
    const cases = [
      ['"select nothing from suburbs"', '"nothing" not found'],
      ['"drop table suburbs"', "only statements that read"],
      ['filter NSW "population >"', "population >\n            ^"],
      ["drops houses NSW", '"houses" is not one of suburbs, addresses, agencies, index'],
      ["series", "expected series <key>"],
      ["profil 10001", '"profil" is neither SQL nor a method; did you mean profile <sal_code>'],
      ['"select 1" --format xls', '--format: "xls" is not one of table, csv'],
      [
        '"select 1" --out nowhere/x.csv',
        "the table format is for the screen; --format csv writes all rows to",
      ],
      ['"select 1" --limit 5', "--limit does not apply to SQL"],
      ["profile 10001 --sort price", "--sort does not apply to profile"],
      ["profile 10001 --format csv", '"csv" does not apply'],
    ] as const;
    expectRefusal(await query(cases[0][0]), cases[0][1]);
    for (const [words, reason] of cases) expectRefusal(await queryHere(words), reason);
  });
});

describe("terrace sql", () => {
  it("answers statements of many lines, tells mistakes and goes on", async () => {
    const {
      stdout: out,
      stderr: err,
      exitCode,
    } = await shell([
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
    expect(exitCode).toBe(0);
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

  it("completes tables where one is, columns and words of SQL elsewhere, and commands", () => {
    const column = { name: "sal_code", type: "VARCHAR" };
    const complete = completer(
      new Map([
        ["suburbs", [column]],
        ["series", [column]],
      ]),
    );
    expect(complete("select * from sub")).toEqual([["suburbs"], "sub"]);
    expect(complete("select * from ")).toEqual([["suburbs", "series"], ""]);
    expect(complete("select * from suburbs join s")).toEqual([["suburbs", "series"], "s"]);
    expect(complete("s")).toEqual([["SELECT", "SUMMARIZE", "suburbs", "series", "sal_code"], "s"]);
    expect(complete("select ")).toEqual([[], ""]);
    expect(complete(".s")).toEqual([[".schema", ".sources"], ".s"]);
    expect(complete(".schema sub")).toEqual([["suburbs"], "sub"]);
    expect(complete(".format p")).toEqual([["parquet"], "p"]);
  });

  it("writes the next answer into a file when told, in formats that are not text too", async () => {
    const out = join(await temporaryDirectory(), "answer.parquet");
    const { stdout: said, stderr: err } = await shell([
      ".format parquet",
      `.out ${out}`,
      "select wrong;",
      "select 7 as seven;",
      ".format csv",
      "select 8 as eight;",
      `.out ${out}`,
      ".out",
      "select 9 as nine;",
      ".schema suburbz",
      ".tabels",
    ]);
    expect(await duckdbRows(out, "parquet")).toEqual([{ seven: 7 }]);
    expect(said).toBe("eight\n8\nnine\n9\n");
    expect(err).toContain(`written to ${out}`);
    expect(err).toContain('no table "suburbz"; .tables lists them; did you mean "suburbs"?');
    expect(err).toContain('no command ".tabels"');
  });

  it.skipIf(!existsSync("/usr/bin/script"))(
    "on a terminal keeps statements for later, completes, and goes on after ctrl-C (util-linux script)",
    async () => {
      const home = await temporaryDirectory();
      const command = `${process.execPath} ${MAIN} sql --data-dir ${inject("country").dataDir}`;
      const child = spawn("/usr/bin/script", ["-qfec", command, "/dev/null"], {
        env: { PATH: process.env.PATH, HOME: home, TERM: "xterm" },
        stdio: ["pipe", "pipe", "ignore"],
      });
      const ended = once(child, "close");
      let seen = "";
      child.stdout.setEncoding("utf8").on("data", (text: string) => (seen += text));
      const types = async (keys: string, answer: RegExp) => {
        seen = "";
        child.stdin.write(keys);
        await eventually(() => expect(seen).toMatch(answer));
      };
      await eventually(() => expect(seen).toContain("terrace> "));
      await types("select 40 + 2 as sum;\r", /sum[\s\S]*42[\s\S]*1 row[\s\S]*terrace> /);
      // Cancels a statement that would run for hours.
      await types("select count(*) from range(10000000000) a, range(100000) b;\r", /range/);
      await types("\u0003", /stopped[\s\S]*terrace> /);
      await types("select wrong", /wrong/);
      await types("\u0003", /\^C[\s\S]*terrace> /);
      await types("select 1 as one from suburb_met\t", /suburb_metrics/);
      await types(" limit 1;\r", /one[\s\S]*1 row[\s\S]*terrace> /);
      for (const format of ["arrow", "parquet", "xlsx", "zip"])
        await types(
          `.format ${format}\rselect 1;\r`,
          new RegExp(`${format} is a binary format; write it to a file with .out FILE`),
        );
      await types("\u0003", /\(.quit or ctrl-D to exit\)/);
      child.stdin.write("\u0004");
      const [code] = await ended;
      expect(code).toBe(0);
      const history = await readFile(join(home, ".terrace_sql_history"), "utf8");
      expect(history.split("\n")[0]).toBe("select 40 + 2 as sum;");
    },
  );
});
