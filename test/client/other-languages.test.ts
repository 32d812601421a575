import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { asking, servedCountry } from "../support/country/ask-country.ts";
import { callJson } from "../support/country/serve-country.ts";
import { PANDAS_PYTHON, runsProgram } from "../support/run/runs-program.ts";

const run = promisify(execFile);
const CLIENTS = resolve(import.meta.dirname, "../../src/client");

const HAS_R = runsProgram("Rscript", "-e", "library(jsonlite)");
const WHERE = "population > 500 and state in (VIC, TAS)";

const serving = servedCountry({ config: { agentPolicy: true } });
const { json: get } = asking(serving);

type Row = Record<string, string | number | null>;

/** The expected results of both clients, from the server itself. */
async function expected() {
  const [rows, series, columns, snapshots] = await Promise.all([
    get<Row[]>(`/v1/suburbs/AU.json?metrics=price,population&where=${encodeURIComponent(WHERE)}`),
    get<Row[]>("/v1/series/rates.cash_rate_target.aus.json"),
    get<Row[]>("/v1/suburbs/VIC.json?metrics=price,population"),
    get<{ snapshots: { snapshot_id: string; is_current: boolean }[] }>("/v1/snapshots"),
  ]);
  const current = snapshots.snapshots.find((one) => one.is_current)!.snapshot_id;
  const profile = await callJson(serving.url, "shorts.v1alpha1.HousingService/GetSuburbProfile", {
    salCode: String(rows[0].sal_code),
  });
  return {
    current,
    salCode: String(rows[0].sal_code),
    answer: {
      rows: rows.map(({ sal_code, price, population }) => [sal_code, price, population]),
      series: series.map(({ value }) => value),
      population: columns.map(({ population }) => population),
      price: columns.map(({ price }) => price),
      mask: columns.map(({ population }) => population !== null && Number(population) >= 500),
      name: (profile.body as { summary: { salName: string } }).summary.salName,
      asOf: rows.length,
      code: "invalid_argument",
      problem: "populatin",
    },
  };
}

/** Rounds numbers to float32: a file has its shortest form, a column more digits. */
const near = (value: unknown): unknown => {
  if (typeof value === "number") return Math.fround(value);
  if (Array.isArray(value)) return value.map(near);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, near(item)]));
};

const python = (url: string, salCode: string, snapshot: string, hides: string) => `
import json, math, sys
${hides}
sys.path.insert(0, ${JSON.stringify(`${CLIENTS}/python`)})
from terrace_client import Terrace, TerraceError
t = Terrace(${JSON.stringify(url)})
def rows(frame, *names):
    held = frame if isinstance(frame, list) else frame.to_dict("records")
    clean = lambda cell: None if isinstance(cell, float) and math.isnan(cell) else cell
    return [[clean(row[name]) for name in names] for row in held]
found = t.suburbs(where=${JSON.stringify(WHERE)}, metrics=["price", "population"])
columns = t.columns(["population", "price"], "VIC")
try:
    t.suburbs(where="populatin > 1")
except TerraceError as error:
    problem = error
print(json.dumps({
    "rows": rows(found, "sal_code", "price", "population"),
    "series": [row[0] for row in rows(t.series("rates.cash_rate_target.aus"), "value")],
    "population": columns["population"], "price": columns["price"],
    "mask": t.mask({"population": (500, None)}, "VIC"),
    "name": t.profile(${JSON.stringify(salCode)})["summary"]["salName"],
    "asOf": len(t.at(${JSON.stringify(snapshot)}).suburbs(where=${JSON.stringify(WHERE)}, metrics=["price"])),
    "code": problem.code, "problem": "populatin" if "populatin" in problem.message else problem.message,
}))
`;

const r = (url: string, salCode: string, snapshot: string) => `
library(jsonlite)
source(${JSON.stringify(`${CLIENTS}/r/R/terrace.R`)})
s <- terrace(${JSON.stringify(url)})
found <- terrace_suburbs(s, where = ${JSON.stringify(WHERE)}, metrics = c("price", "population"))
columns <- terrace_columns(s, c("population", "price"), "VIC")
problem <- tryCatch(terrace_suburbs(s, where = "populatin > 1"), terrace_error = function(e) e)
rows <- lapply(seq_len(nrow(found)), function(i) list(found$sal_code[i], found$price[i], found$population[i]))
cat(toJSON(list(
  rows = rows, series = terrace_series(s, "rates.cash_rate_target.aus")$value,
  population = columns$population, price = columns$price,
  mask = terrace_mask(s, list(population = c(500, NA)), "VIC"),
  name = terrace_profile(s, ${JSON.stringify(salCode)})$summary$salName,
  asOf = nrow(terrace_suburbs(terrace_at(s, ${JSON.stringify(snapshot)}), where = ${JSON.stringify(WHERE)}, metrics = "price")),
  code = problem$code, problem = if (grepl("populatin", conditionMessage(problem))) "populatin" else conditionMessage(problem)
), auto_unbox = TRUE, digits = NA, na = "null"))
`;

describe.skipIf(PANDAS_PYTHON === undefined)("the Python client (Debian's python3-pandas)", () => {
  it.each([
    ["as data frames", ""],
    ["as dictionaries without pandas", 'sys.modules["pandas"] = None'],
  ])("answers %s what the server answers", async (_form, hides) => {
    const { current, salCode, answer } = await expected();
    const { stdout } = await run(PANDAS_PYTHON!, ["-c", python(serving.url, salCode, current, hides)]);
    expect(near(JSON.parse(stdout))).toEqual(near(answer));
  });

  it("runs the examples of its page", async () => {
    const page = await readFile(`${CLIENTS}/python/README.md`, "utf8");
    const [, example] = /```python\n(.*?)```/s.exec(page)!;
    const code = example.replaceAll("http://127.0.0.1:8080", serving.url);
    await run(PANDAS_PYTHON!, ["-c", `import sys; sys.path.insert(0, "${CLIENTS}/python")\n${code}`]);
  });

  it("asks again after the time that a server names, and no more often than it may", async () => {
    let asked = 0;
    const busy = createServer((_request, response) => {
      asked++;
      response.writeHead(503, { "retry-after": "0", "content-type": "application/json" });
      response.end('{"code":"unavailable","message":"busy"}');
    }).listen(0, "127.0.0.1");
    await once(busy, "listening");
    onTestFinished(() => void busy.close());
    const { port } = busy.address() as AddressInfo;
    const code = `
import sys; sys.path.insert(0, "${CLIENTS}/python")
from terrace_client import Terrace, TerraceError
try:
    Terrace("http://127.0.0.1:${port}", retries=2).snapshots()
except TerraceError as error:
    print(error.code, error.message, error.status)
`;
    const { stdout } = await run(PANDAS_PYTHON!, ["-c", code]);
    expect([stdout.trim(), asked]).toEqual(["unavailable busy 503", 3]);
  });
});

describe.skipIf(!HAS_R)("the R client (Debian's r-base and r-cran-jsonlite)", () => {
  it("answers what the server answers", async () => {
    const { current, salCode, answer } = await expected();
    const { stdout } = await run("Rscript", ["-e", r(serving.url, salCode, current)]);
    expect(near(JSON.parse(stdout))).toEqual(near(answer));
  });
});
