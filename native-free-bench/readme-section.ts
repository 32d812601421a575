import { readFileSync, writeFileSync } from "node:fs";
import type { Goal } from "./harness.ts";
import { printGoals } from "./print-report.ts";

const BEGIN = "<!-- bench: made by npm run bench -- --readme -->";
const END = "<!-- bench end -->";

/** The benchmarks' README with the goals of a run in place of the previous ones. */
export function withGoals(readme: string, goals: readonly Goal[], machine: string): string {
  const from = readme.indexOf(BEGIN);
  const to = readme.indexOf(END);
  if (from < 0 || to < from)
    throw new Error(`native-free-bench/README.md lacks the lines ${BEGIN} and ${END}`);
  const table = printGoals(goals).replace("\n## Goals\n\n", "");
  return `${readme.slice(0, from)}${BEGIN}\n\nOne run on ${machine}:\n\n${table}\n\n${readme.slice(to)}`;
}

export function updateReadme(path: string, goals: readonly Goal[], machine: string): void {
  writeFileSync(path, withGoals(readFileSync(path, "utf8"), goals, machine));
}
