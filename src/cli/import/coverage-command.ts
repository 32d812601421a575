import type { Command } from "commander";
import type { DatasetCoverage } from "../../importers/coverage/coverage.ts";
import { DAY_MS } from "../../runtime/time/calendar-date.ts";
import { sayer } from "../configuration.ts";
import type { Terminal } from "../terminal.ts";

/** Adds `coverage`: how much of a dataset is real. */
export function addCoverageCommand(program: Command, terminal: Terminal): void {
  program
    .command("coverage")
    .argument("<dataset>", "dataset folder")
    .description(
      "show the share of suburbs with real data, by state and metric, and what each method can answer",
    )
    .option("--json", "print the result as JSON")
    .action(async (dataset: string, flags: Record<string, unknown>) => {
      const { datasetCoverage } = await import("../../importers/coverage/coverage.ts");
      const { METRICS } = await import("../../domains/suburbs/metrics/metric-registry.ts");
      const { METHOD_TABLES } = await import("../../domains/samples.ts");
      const coverage = await datasetCoverage(dataset, METRICS, METHOD_TABLES, terminal.signal);
      sayer(flags, terminal)(coverage, coverageText(coverage));
    });
}

function coverageText(coverage: DatasetCoverage): string {
  const { synthetic, asOf, tables, outlines, metrics, methods, sources } = coverage;
  if (synthetic) return "the dataset is synthetic: none of its data is real";
  const states = Object.keys(metrics[0]?.byState ?? {});
  const share = ({ suburbs, total }: { suburbs: number; total: number }) =>
    suburbs === 0 ? "-" : `${Math.floor((100 * suburbs) / Math.max(total, 1))}%`;
  const filled = metrics.filter(({ suburbs }) => suburbs > 0);
  const width = Math.max(6, ...filled.map(({ metric }) => metric.length));
  const line = (name: string, cells: readonly string[]) =>
    [name.padEnd(width), ...cells.map((cell) => cell.padStart(5))].join(" ");
  return [
    `as of ${asOf}: ${filled.length} of ${metrics.length} metrics have real figures; share of suburbs, by state`,
    line("metric", ["all", ...states]),
    ...filled.map((metric) =>
      line(metric.metric, [share(metric), ...states.map((state) => share(metric.byState[state]))]),
    ),
    line("outlines", [share(outlines), ...states.map((state) => share(outlines.byState[state]))]),
    `none: ${metrics
      .filter(({ suburbs }) => suburbs === 0)
      .map(({ metric }) => metric)
      .join(", ")}`,
    ...gapLines(metrics),
    `${methods.filter(({ real }) => real !== "none").length} of ${methods.length} methods have real figures to answer from`,
    ...methods.map(methodLine),
    ...tables
      .filter(({ rows }) => rows > 0)
      .map(
        ({ table, rows, sources }) =>
          `${table}: ${rows.toLocaleString("en-AU")} rows from ${sources.join(", ")}`,
      ),
    ...sources.map(
      ({ id, publisher, title, vintage }) =>
        `${id}: ${publisher}, ${title}, of ${vintage}${ageOf(vintage, asOf)}`,
    ),
  ].join("\n");
}

/** The age of a source at the date of the data, in whole years; "" below one year. */
function ageOf(vintage: string, asOf: string): string {
  const years = Math.floor((Date.parse(asOf) - Date.parse(vintage)) / (365.25 * DAY_MS));
  return years >= 1 ? ` (${years} year${years > 1 ? "s" : ""} old)` : "";
}

/** `born_overseas, pct_year_12: wait for tables G01 …`. */
function gapLines(metrics: DatasetCoverage["metrics"]): string[] {
  const groups = Map.groupBy(
    metrics.filter(({ gap }) => gap !== undefined),
    ({ gap }) => gap!,
  );
  return [...groups].map(([gap, own]) => `${own.map(({ metric }) => metric).join(", ")}: wait for ${gap}`);
}

/** `GetSuburbProfile: in part, without suburb_planning`. */
function methodLine({ method, real, without }: DatasetCoverage["methods"][number]): string {
  const missing = without.length === 0 ? "" : `, without ${without.join(", ")}`;
  return `${method}: ${{ all: "real", part: "in part", none: "nothing" }[real]}${missing}`;
}
