import type { RejectedRule } from "../../importers/run/reject-tally.ts";
import type { FileOutcome } from "../../importers/run/run-import.ts";
import type { ImportResult } from "./import-paths.ts";

/** The report a person reads after an import: every file, what was refused and why, coverage, sources. */
export function importReport({ out, outcome, manifest, rows, coverage }: ImportResult): string {
  const used = outcome.files.filter((file) => file.status !== "unknown");
  const unknown = outcome.files.filter((file) => file.status === "unknown");
  const lines = used.flatMap(fileLines);
  if (unknown.length > 0) {
    lines.push(
      `not recognised, left aside (${unknown.length}):`,
      ...unknown.map((file) => `  ${file.path}${file.looksLike === undefined ? "" : `: ${file.looksLike}`}`),
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
  return lines.join("\n");
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
