import { join } from "node:path";
import type { FileOutcome } from "../../importers/run/import-outcome.ts";
import type { RejectedRule } from "../../importers/run/reject-tally.ts";
import type { ImportResult } from "./import-paths.ts";

/** A longer report is kept in a file, and the terminal shows what matters of it. */
const SCREEN_LINES = 60;

/** The file of the whole report, in the folder of the dataset. */
export const REPORT_FILE = "import-report.txt";

/** The report a person reads after an import, and the whole of it where that does not fit on a screen. */
export function importReport(result: ImportResult): { screen: string; whole?: string } {
  const lines = wholeReport(result);
  if (lines.length <= SCREEN_LINES) return { screen: lines.join("\n") };
  return { screen: screenReport(result, lines).join("\n"), whole: `${lines.join("\n")}\n` };
}

/** Entries of a list on the screen. */
const SHOWN = 8;

/** What was used, what was not and why, what is doubtful: lists end after some entries. */
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
    entries.length === 0
      ? []
      : [
          `${title} (${count(entries.length)}):`,
          ...entries.slice(0, SHOWN).map((entry) => `  ${entry}`),
          ...(entries.length > SHOWN ? [`  and ${count(entries.length - SHOWN)} more`] : []),
        ];
  const kinds = (of: typeof read, reasonOf: (file: (typeof read)[number]) => string) =>
    [...Map.groupBy(of, (file) => `${file.what}${reasonOf(file)}`)]
      .sort(([, a], [, b]) => b.length - a.length)
      .map(([kind, own]) => `${count(own.length)} × ${kind}`);
  const doubts = read.flatMap(({ path, report }) =>
    report.rejects
      .filter(({ rule }) => DOUBTS.has(rule))
      .map(({ rule, examples: [first] }) => `${path}: ${rule}: ${first.reason}`),
  );
  const together = outcome.combined.flatMap(({ importerId, rejects }) =>
    rejects
      .filter(({ rule }) => DOUBTS.has(rule))
      .map(({ rule, count: rows, examples: [first] }) => `${importerId}: ${rule}: ${rows}, ${first.reason}`),
  );
  const contested = whole.filter((line) => / is taken before |: files of /.test(line));
  const withFigures = coverage.filter(({ suburbs }) => suburbs > 0).length;
  return [
    `${count(files.length)} files: ${count(used.length)} used, ${count(same)} the same content again, ` +
      `${count(unused.length)} known and not used, ${count(refused.length)} refused, ${count(unknown.length)} not recognised`,
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
    ...list("of two values for a cell", contested),
    `${withFigures} of ${coverage.length} metrics have figures`,
    ...whole.slice(-2),
    `all of it, ${count(whole.length)} lines: ${join(out, REPORT_FILE)}`,
  ];
}

/** Rules that say that a file may be damaged, not that a row is unfit. */
const DOUBTS: ReadonlySet<string> = new Set([
  ...["areas missing", "cut row", "failed formula", "list may be cut", "rows may be missing", "rows twice"],
  ...["shares do not add up", "suburb without council", "two series, one key", "year may be cut"],
]);

/** Every file, what was refused and why, coverage, sources. */
function wholeReport({ out, outcome, manifest, rows, coverage }: ImportResult): string[] {
  const used = outcome.files.filter((file) => file.status !== "unknown");
  const unknown = outcome.files.filter((file) => file.status === "unknown");
  const lines = used.flatMap(fileLines);
  const unused = outcome.unused.filter(({ path }) =>
    outcome.files.some((file) => file.path === path && file.status === "read" && file.report.rowsUsed > 0),
  );
  if (unused.length > 0) {
    lines.push(
      `read, and nothing of it is in the dataset (${unused.length}):`,
      ...unused.map(({ path, reason }) => `  ${path}: ${reason}`),
    );
  }
  if (unknown.length > 0) {
    lines.push(
      `not recognised, left aside (${unknown.length}):`,
      ...unknown.map((file) => `  ${file.path}: ${file.looksLike}`),
    );
  }
  for (const { importerId, notes, rejects } of outcome.combined) {
    if (notes.length + rejects.length === 0) continue;
    lines.push(
      `all files of ${importerId} together`,
      ...notes.map((note) => `  ${note}`),
      ...rejects.map(ruleLine),
    );
  }
  for (const { table, sourceId, column, count: cells, example } of outcome.conflicts) {
    lines.push(
      `${table}.${column}: files of ${sourceId} differ in ${count(cells)} rows, first at ${example}`,
    );
  }
  for (const { table, column, winnerId, loserId, count: cells, example } of outcome.contested) {
    lines.push(
      `${table}.${column}: ${winnerId} is taken before ${loserId} in ${count(cells)} rows, first at ${example}`,
    );
  }
  for (const { table, rule, count: left, example } of outcome.leftOut) {
    lines.push(`${table}: ${count(left)} rows left out: ${rule}, first at ${example}`);
  }
  for (const { what, sourceId, ownerId, count: rows, example } of outcome.foreign) {
    lines.push(`${count(rows)} ${what}: ${ownerId} gives them, ${sourceId} is left out; first ${example}`);
  }
  for (const { sourceId, table, rows: left } of outcome.withheld) {
    lines.push(
      `${table}: ${count(left)} rows of ${sourceId} withheld by its licence; --allow-restricted ${sourceId} serves them`,
    );
  }
  lines.push("suburbs with a figure, by metric");
  const present = coverage.filter((metric) => metric.suburbs > 0);
  lines.push(
    ...present.map(({ metric, suburbs, total }) => `  ${metric}: ${count(suburbs)} of ${count(total)}`),
  );
  const absent = coverage.filter((metric) => metric.suburbs === 0).map((metric) => metric.metric);
  if (absent.length > 0) lines.push(`  none: ${absent.join(", ")}`);
  lines.push("sources");
  for (const { id, publisher, licence, vintage, earlierVintages = [], withheld } of manifest.sources) {
    const before = earlierVintages.length === 0 ? "" : `, before it ${earlierVintages.join(", ")}`;
    lines.push(`  ${id}: ${publisher}, ${licence}${withheld ? " (withheld)" : ""}, of ${vintage}${before}`);
  }
  const tables = Object.entries(rows).map(([table, n]) => `${table} ${count(n)}`);
  lines.push(`wrote ${out} as of ${manifest.asOf}: ${tables.join(", ")}`);
  lines.push(`next: terrace snapshot build ${out} --publish`);
  return lines;
}

function fileLines(file: FileOutcome): string[] {
  switch (file.status) {
    case "unknown":
      return [];
    case "known":
      return [`${file.path}: ${file.what}; read before, the same content`];
    case "refused":
      return [`${file.path}: ${file.what ?? "unreadable"}; refused: ${file.reason}`];
    case "read": {
      const { rowsRead, rowsUsed, rejects, vintage, notes } = file.report;
      return [
        `${file.path}: ${file.what}`,
        `  ${count(rowsUsed)} of ${count(rowsRead)} rows used, vintage ${vintage}`,
        ...notes.map((note) => `  ${note}`),
        ...rejects.map(ruleLine),
      ];
    }
  }
}

function ruleLine({ rule, count: rows, examples }: RejectedRule): string {
  const [first] = examples;
  return `  rejected by "${rule}": ${count(rows)}${first === undefined ? "" : `, first in row ${first.row}: ${first.reason}`}`;
}

function count(n: number): string {
  return n.toLocaleString("en-AU");
}
