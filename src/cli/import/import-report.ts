import { join } from "node:path";
import type { FileOutcome } from "../../importers/run/import-outcome.ts";
import type { RejectedRule } from "../../importers/run/reject-tally.ts";
import type { ImportResult } from "./import-paths.ts";

/** A longer report goes to a file, and the terminal shows a summary. */
const SCREEN_LINES = 60;

export const REPORT_FILE = "import-report.txt";

/** The report for the terminal; `whole` is set when it is longer than a screen. */
export function importReport(result: ImportResult): { screen: string; whole?: string } {
  const lines = wholeReport(result);
  if (lines.length <= SCREEN_LINES) return { screen: lines.join("\n") };
  return { screen: screenReport(result, lines).join("\n"), whole: `${lines.join("\n")}\n` };
}

const SHOWN = 8;

/** Summary for the terminal: files used, not used with the reason, and doubtful; lists are cut. */
function screenReport({ out, outcome, coverage }: ImportResult, whole: readonly string[]): string[] {
  const { files } = outcome;
  const reasons = new Map(outcome.unused.map(({ path, reason }) => [path, reason]));
  const read = files.filter((file) => file.status === "read");
  const used = read.filter(({ path }) => !reasons.has(path));
  const unused = read.filter(({ path }) => reasons.has(path));
  const refused = files.filter((file) => file.status === "refused");
  const unknown = files.filter((file) => file.status === "unknown");
  const same = files.length - read.length - refused.length - unknown.length;
  const list = (title: string, entries: readonly string[]) =>
    under(`${title} (${count(entries.length)}):`, [
      ...entries.slice(0, SHOWN),
      ...(entries.length > SHOWN ? [`and ${count(entries.length - SHOWN)} more`] : []),
    ]);
  const kinds = (of: typeof read, reasonOf: (file: (typeof read)[number]) => string) =>
    [...Map.groupBy(of, (file) => `${file.what}${reasonOf(file)}`)]
      .sort(([, a], [, b]) => b.length - a.length)
      .map(([kind, own]) => `${count(own.length)} × ${kind}`);
  const isDoubt = ({ rule }: RejectedRule) => DOUBTS.has(rule);
  const doubts = read.flatMap(({ path, report }) =>
    report.rejects.filter(isDoubt).map(({ rule, examples: [first] }) => `${path}: ${rule}: ${first.reason}`),
  );
  const together = outcome.combined.flatMap(({ importerId, rejects }) =>
    rejects
      .filter(isDoubt)
      .map(({ rule, count: rows, examples: [first] }) => `${importerId}: ${rule}: ${rows}, ${first.reason}`),
  );
  const contested = whole.filter((line) => / is preferred to |: files of /.test(line));
  const withFigures = coverage.filter(({ suburbs }) => suburbs > 0).length;
  return [
    `${count(files.length)} files: ${count(used.length)} used, ${count(same)} duplicates, ` +
      `${count(unused.length)} known but not used, ${count(refused.length)} rejected, ${count(unknown.length)} not recognised`,
    ...list(
      "used",
      kinds(used, () => ""),
    ),
    ...list(
      "not used",
      kinds(unused, ({ path }) => `; ${reasons.get(path)}`),
    ),
    ...list(
      "refused",
      refused.map((file) => file.reason),
    ),
    ...list(
      "not recognised",
      unknown.map(({ path, looksLike }) => `${path}: ${looksLike}`),
    ),
    ...list("doubtful", [...doubts, ...together]),
    ...list("conflicting values", contested),
    `${withFigures} of ${coverage.length} metrics have figures`,
    ...whole.slice(-2),
    `full report, ${count(whole.length)} lines: ${join(out, REPORT_FILE)}`,
  ];
}

/** Reject rules that hint at a damaged file rather than at an unfit row. */
const DOUBTS: ReadonlySet<string> = new Set([
  "areas missing",
  "cut row",
  "failed formula",
  "list may be cut",
  "rows may be missing",
  "rows twice",
  "shares do not add up",
  "suburb without council",
  "two series, one key",
  "year may be cut",
]);

function wholeReport({ out, outcome, manifest, rows, coverage }: ImportResult): string[] {
  const unknown = outcome.files.filter((file) => file.status === "unknown");
  const unused = outcome.unused.filter(({ path }) =>
    outcome.files.some((file) => file.path === path && file.status === "read" && file.report.rowsUsed > 0),
  );
  const present = coverage.filter((metric) => metric.suburbs > 0);
  const absent = coverage.filter((metric) => metric.suburbs === 0).map((metric) => metric.metric);
  const tables = Object.entries(rows).map(([table, n]) => `${table} ${count(n)}`);
  return [
    ...outcome.files.flatMap(fileLines),
    ...under(
      `read, but not used in the dataset (${unused.length}):`,
      unused.map(({ path, reason }) => `${path}: ${reason}`),
    ),
    ...under(
      `not recognised, ignored (${unknown.length}):`,
      unknown.map((file) => `${file.path}: ${file.looksLike}`),
    ),
    ...outcome.combined.flatMap(({ importerId, notes, rejects }) =>
      under(`all files of ${importerId}`, [...notes, ...rejects.map(ruleLine)]),
    ),
    ...outcome.conflicts.map(
      ({ table, sourceId, column, count: cells, example }) =>
        `${table}.${column}: files of ${sourceId} differ in ${count(cells)} rows, first at ${example}`,
    ),
    ...outcome.contested.map(
      ({ table, column, winnerId, loserId, count: cells, example }) =>
        `${table}.${column}: ${winnerId} is preferred to ${loserId} in ${count(cells)} rows, first at ${example}`,
    ),
    ...outcome.leftOut.map(
      ({ table, rule, count: left, example }) =>
        `${table}: ${count(left)} rows left out: ${rule}, first at ${example}`,
    ),
    ...outcome.foreign.map(
      ({ what, sourceId, ownerId, count: left, example }) =>
        `${count(left)} ${what}: taken from ${ownerId}, not from ${sourceId}; first ${example}`,
    ),
    ...outcome.withheld.map(
      ({ sourceId, table, rows: left }) =>
        `${table}: ${count(left)} rows of ${sourceId} withheld by its licence; use --allow-restricted ${sourceId} to serve them`,
    ),
    "suburbs with a figure, by metric",
    ...present.map(({ metric, suburbs, total }) => `  ${metric}: ${count(suburbs)} of ${count(total)}`),
    ...(absent.length > 0 ? [`  none: ${absent.join(", ")}`] : []),
    "sources",
    ...manifest.sources.map(({ id, publisher, licence, vintage, earlierVintages = [], withheld }) => {
      const before = earlierVintages.length === 0 ? "" : `, before it ${earlierVintages.join(", ")}`;
      return `  ${id}: ${publisher}, ${licence}${withheld ? " (withheld)" : ""}, of ${vintage}${before}`;
    }),
    `wrote ${out} as of ${manifest.asOf}: ${tables.join(", ")}`,
    `next: terrace snapshot build ${out} --publish`,
  ];
}

function under(title: string, entries: readonly string[]): string[] {
  return entries.length === 0 ? [] : [title, ...entries.map((entry) => `  ${entry}`)];
}

function fileLines(file: FileOutcome): string[] {
  switch (file.status) {
    case "unknown":
      return [];
    case "known":
      return [`${file.path}: ${file.what}; duplicate of a file read before`];
    case "refused":
      return [`${file.path}: ${file.what ?? "unreadable"}; refused: ${file.reason}`];
    case "read": {
      const { rowsRead, rowsUsed, rejects, vintage, notes } = file.report;
      const used = `${count(rowsUsed)} of ${count(rowsRead)} rows used, vintage ${vintage}`;
      return under(`${file.path}: ${file.what}`, [used, ...notes, ...rejects.map(ruleLine)]);
    }
  }
}

function ruleLine({ rule, count: rows, examples }: RejectedRule): string {
  const [first] = examples;
  return `rejected by "${rule}": ${count(rows)}${first === undefined ? "" : `, first in row ${first.row}: ${first.reason}`}`;
}

function count(n: number): string {
  return n.toLocaleString("en-AU");
}
