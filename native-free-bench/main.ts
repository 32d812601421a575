import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Goal, isMet, machineLine, type Report, type Subject } from "./harness.ts";
import { fetchPolars } from "./polars.ts";
import { printGoals, printReport } from "./print-report.ts";
import { updateReadme } from "./readme-section.ts";

/** Subjects in running order; each file is loaded when it is measured. */
const SUBJECTS: readonly { name: string; load: () => Promise<Subject> }[] = [
  { name: "kernels", load: async () => (await import("./kernels.bench.ts")).kernels },
  { name: "correlations", load: async () => (await import("./correlations.bench.ts")).correlations },
  { name: "bandwidth", load: async () => (await import("./bandwidth.bench.ts")).bandwidth },
  { name: "dispatch", load: async () => (await import("./dispatch.bench.ts")).dispatch },
  { name: "wire", load: async () => (await import("./wire.bench.ts")).wire },
  { name: "threads", load: async () => (await import("./threads.bench.ts")).threads },
  { name: "fairness", load: async () => (await import("./fairness.bench.ts")).fairness },
  { name: "addresses", load: async () => (await import("./addresses.bench.ts")).addresses },
  { name: "sql", load: async () => (await import("./sql.bench.ts")).sql },
  { name: "market", load: async () => (await import("./market.bench.ts")).market },
  { name: "pages", load: async () => (await import("./pages.bench.ts")).pages },
  { name: "news", load: async () => (await import("./news.bench.ts")).news },
  { name: "files", load: async () => (await import("./files.bench.ts")).files },
  { name: "rendered", load: async () => (await import("./rendered.bench.ts")).rendered },
  { name: "page", load: async () => (await import("./page.bench.ts")).page },
  { name: "build", load: async () => (await import("./build.bench.ts")).build },
  { name: "reduce", load: async () => (await import("./reduce.bench.ts")).reduce },
  { name: "start", load: async () => (await import("./start.bench.ts")).start },
  { name: "first-answer", load: async () => (await import("./first-answer.bench.ts")).firstAnswer },
];

const HELP = `npm run bench -- [options]

  --only <names>   subjects to run, separated by commas: ${SUBJECTS.map((s) => s.name).join(", ")}
  --quick          short runs, to see that everything works; the figures mean little
  --large          also with 16 times the data, which is built first where it is missing: minutes
  --huge           also build 64 times the data: an hour, and 10 GB of the temporary folder
  --json [file]    also write every figure as JSON (default: bench.json)
  --readme         also put the goals table into native-free-bench/README.md; not after a quick or partial run
  --seed <number>  seed of the data and of the bounds (default: 1)
  --fetch          install what only comparisons need (polars, 98 MB) and end; without it that row is left out

Every answer is checked before it is timed. A goal is a ratio within one run; machines are noisy, so run it twice.
`;

const { values } = parseArgs({
  args: jsonWithDefault(process.argv.slice(2)),
  options: {
    only: { type: "string" },
    quick: { type: "boolean", default: false },
    large: { type: "boolean", default: false },
    huge: { type: "boolean", default: false },
    json: { type: "string" },
    readme: { type: "boolean", default: false },
    seed: { type: "string", default: "1" },
    fetch: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});

if (values.help) {
  console.log(HELP);
  process.exit(0);
}
if (values.fetch) {
  fetchPolars();
  process.exit(0);
}
const names = values.only?.split(",").map((name) => name.trim());
const unknown = names?.filter((name) => !SUBJECTS.some((subject) => subject.name === name)) ?? [];
if (unknown.length > 0) {
  console.error(`unknown subject "${unknown[0]}"; there are ${SUBJECTS.map((s) => s.name).join(", ")}`);
  process.exit(2);
}

const seed = Number(values.seed);
console.log(
  `machine: ${machineLine()}\nseed: ${seed}${values.quick ? "\nquick run: figures mean little" : ""}`,
);
const reports: Report[] = [];
for (const subject of SUBJECTS.filter(({ name }) => names?.includes(name) ?? true)) {
  const { run, what } = await subject.load();
  console.error(`measuring ${subject.name}: ${what}`);
  const report = await run({
    seed,
    quick: values.quick,
    large: values.large,
    huge: values.huge,
    say: (text) => console.error(`  ${text}`),
  });
  reports.push(report);
  console.log(printReport(report));
}
const goals: Goal[] = reports.flatMap((report) => report.goals);
console.log(printGoals(goals));
console.log(`\n${goals.filter(isMet).length} of ${goals.length} goals met`);
if (values.json !== undefined) {
  const result = { machine: machineLine(), seed, quick: values.quick, reports };
  writeFileSync(values.json, `${JSON.stringify(result, null, 1)}\n`);
  console.log(`written to ${values.json}`);
}
if (values.readme) {
  if (values.quick || names !== undefined) {
    console.error("--readme needs a whole run: leave out --quick and --only");
    process.exit(2);
  }
  updateReadme("native-free-bench/README.md", goals, machineLine());
  console.log("native-free-bench/README.md updated");
}
process.exit(0);

/** Adds the default file to `--json` without a value. */
function jsonWithDefault(args: readonly string[]): string[] {
  return args.flatMap((arg, i) => {
    const next = args[i + 1];
    return arg === "--json" && (next === undefined || next.startsWith("--"))
      ? ["--json", "bench.json"]
      : [arg];
  });
}
