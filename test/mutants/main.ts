import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { AREAS, areaFiles } from "./areas.ts";
import { changedText, drawMutants, type Mutant, placeOf } from "./draw-mutants.ts";
import { WorkingCopy } from "./working-copy.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const NAMES = Object.keys(AREAS);
const MAX_MUTANTS = 1000;

/** With a mutant, tests may take four times as long as without, and at least a minute. */
const BOUND_FACTOR = 4;
const MIN_BOUND_MS = 60_000;
/** The deep forms of an area take minutes on a slow machine. */
const UNCHANGED_BOUND_MS = 3_600_000;

const HELP = `npm run mutants -- [options]

Changes one line of the sources at a time, in a copy of the tree, and tells which changes no test of their area notices.

  --area <name>     one of ${NAMES.join(", ")} (default: each in turn)
  --count <number>  mutants of an area, at most ${MAX_MUTANTS} (default: 20)
  --seed <number>   seed of the draw (default: 1)
  --out <file>      add each result to this file at once, as a line of JSON; places that are in it are not run again
  --json            print one JSON document at the end; what goes on is told on the error output
  --help            print this
`;

type Outcome = "noticed" | "noticed by not ending" | "left";

interface Result extends Mutant {
  readonly area: string;
  readonly outcome: Outcome;
  readonly seconds: number;
}

const values = readValues();
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
if (values.area !== undefined && !NAMES.includes(values.area)) {
  refuse(`unknown area "${values.area}"; there are ${NAMES.join(", ")}`);
}
const count = wholeNumber("count", 1, MAX_MUTANTS);
const seed = wholeNumber("seed", 0, 2 ** 31 - 1);
const earlier = earlierResults();
const say = (text: string) => (values.json ? console.error(text) : console.log(text));

const copy = new WorkingCopy();
process.on("exit", () => copy.remove());
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => process.exit(128 + constants.signals[signal]));
}
copy.fill(ROOT);

say(`seed: ${seed}`);
const results: Result[] = [];
for (const area of values.area === undefined ? NAMES : [values.area]) results.push(...(await runArea(area)));
const summaries = summariesOf(results);
if (values.json) console.log(JSON.stringify({ seed, count, areas: summaries, results }, null, 1));
else printSummary();

async function runArea(area: string): Promise<Result[]> {
  const { sources, tests } = areaFiles(copy.root, area);
  const mutants = drawMutants(new Map(sources.map((file) => [file, copy.read(file)])), count, seed);
  say(`${area}: ${mutants.length} mutants of ${sources.length} files, ${tests.length} test files`);
  let boundMs: number | undefined;
  const found: Result[] = [];
  for (const mutant of mutants) {
    let result = earlier.get(keyOf(area, mutant));
    if (result === undefined) {
      boundMs ??= await boundOf(area, tests);
      result = await resultOf(area, mutant, tests, boundMs);
      if (values.out !== undefined) appendFileSync(values.out, `${JSON.stringify(result)}\n`);
    }
    found.push(result);
    say(`  ${found.length}. ${result.outcome}, ${Math.round(result.seconds)} s: ${shown(result)}`);
  }
  return found;
}

/** Time limit for an area's tests with a mutant; they must pass without one. */
async function boundOf(area: string, tests: readonly string[]): Promise<number> {
  const { code, isOverdue, ms } = await copy.runTests(tests, UNCHANGED_BOUND_MS);
  if (isOverdue) refuse(`the tests of ${area} did not end in an hour without a change:\n${copy.output()}`);
  if (code !== 0) refuse(`the tests of ${area} fail without a change:\n${copy.output()}`);
  const boundMs = Math.max(MIN_BOUND_MS, BOUND_FACTOR * ms);
  say(`  unchanged: passed in ${Math.round(ms / 1000)} s; a mutant has ${Math.round(boundMs / 1000)} s`);
  return boundMs;
}

async function resultOf(
  area: string,
  mutant: Mutant,
  tests: readonly string[],
  boundMs: number,
): Promise<Result> {
  const change = (text: string) => changedText(text, mutant);
  const { code, isOverdue, ms } = await copy.runChanged(mutant.file, change, tests, boundMs);
  const ended: Outcome = code === 0 ? "left" : "noticed";
  const seconds = Math.round(ms / 100) / 10;
  return { area, ...mutant, outcome: isOverdue ? "noticed by not ending" : ended, seconds };
}

function summariesOf(all: readonly Result[]) {
  return [...Map.groupBy(all, ({ area }) => area)].map(([area, ofArea]) => {
    const counted = (outcome: Outcome) => ofArea.filter((one) => one.outcome === outcome).length;
    const notEnding = counted("noticed by not ending");
    const noticed = counted("noticed") + notEnding;
    return { area, mutants: ofArea.length, noticed, notEnding, left: counted("left") };
  });
}

function printSummary(): void {
  for (const { area, mutants, noticed, notEnding, left } of summaries) {
    console.log(`${area}: ${mutants} mutants, ${noticed} noticed (${notEnding} by not ending), ${left} left`);
  }
  for (const result of results.filter(({ outcome }) => outcome === "left")) {
    console.log(`left: ${shown(result)}`);
  }
}

function shown({ file, line, kind, before, after }: Result): string {
  return `${file}:${line} ${kind}: ${before} -> ${after}`;
}

/** Identifies a mutant by place and source line, so that a changed line gives another key. */
function keyOf(area: string, mutant: Mutant): string {
  return `${area} ${placeOf(mutant)} ${mutant.before}`;
}

/** The results in the output file of an earlier run, by key. */
function earlierResults(): Map<string, Result> {
  const found = new Map<string, Result>();
  const { out } = values;
  if (out === undefined) return found;
  try {
    const text = existsSync(out) ? readFileSync(out, "utf8") : "";
    for (const line of text.split("\n").filter((one) => one !== "")) {
      if (!line.startsWith('{"area":')) refuse(`--out "${out}" holds something else than results of mutants`);
      const result = resultFrom(line);
      if (result !== undefined) found.set(keyOf(result.area, result), result);
    }
    appendFileSync(out, text === "" || text.endsWith("\n") ? "" : "\n");
  } catch (error) {
    refuse(`--out "${out}" cannot be used: ${(error as Error).message}`);
  }
  return found;
}

/** Undefined for a truncated line. */
function resultFrom(line: string): Result | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function readValues() {
  try {
    return parseArgs({
      options: {
        area: { type: "string" },
        count: { type: "string", default: "20" },
        seed: { type: "string", default: "1" },
        out: { type: "string" },
        json: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    }).values;
  } catch (error) {
    const [wrong] = (error as Error).message.split(/[.\n]/);
    return refuse(`${wrong}; allowed are --area, --count, --seed, --out, --json and --help`);
  }
}

function wholeNumber(name: "count" | "seed", least: number, most: number): number {
  const text = values[name];
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most) {
    refuse(`--${name} "${text}" is not a whole number from ${least} to ${most}`);
  }
  return value;
}

function refuse(message: string): never {
  console.error(message);
  process.exit(2);
}
