import { type Figure, type Goal, isMet, type Report } from "./harness.ts";

export function printReport(report: Report): string {
  const rows = report.figures.map((figure) => [
    figure.name,
    time(figure.medianNs),
    time(figure.p99Ns),
    figure.ratio ?? "",
    String(figure.samples),
  ]);
  return [
    `\n## ${report.subject}\n`,
    table(["what", "median", "p99", "ratio", "samples"], rows),
    ...report.notes.map((note) => `- ${note}`),
  ].join("\n");
}

export function printGoals(goals: readonly Goal[]): string {
  const rows = goals.map((goal) => [
    goal.id,
    goal.what,
    number(goal.figure),
    `${goal.better === "more" ? "≥" : "≤"} ${number(goal.goal)}`,
    isMet(goal) ? "pass" : `short${goal.bound === undefined ? "" : `: ${goal.bound}`}`,
  ]);
  return `\n## Goals\n\n${table(["goal", "what", "figure", "wanted", "result"], rows)}`;
}

/** The ratio of two medians, such as `3.2×`. */
export function times(base: Figure, other: Figure): string {
  return `${number(other.medianNs / base.medianNs)}×`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function time(ns: number): string {
  if (ns < 1e3) return `${number(ns)} ns`;
  if (ns < 1e6) return `${number(ns / 1e3)} µs`;
  return ns < 1e9 ? `${number(ns / 1e6)} ms` : `${number(ns / 1e9)} s`;
}

function number(value: number): string {
  return Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
