import type { DatasetManifest, DatasetSource } from "../../dataset/manifest.ts";
import { STATE_CODES } from "../../dataset/states.ts";
import type { DatasetCoverage, StateCoverage, StateShare } from "../../importers/coverage/coverage.ts";
import type { OpenFile } from "./open-files.ts";

export interface PageFacts {
  readonly manifest: DatasetManifest;
  readonly files: readonly OpenFile[];
  readonly coverage: DatasetCoverage;
  readonly firstDailyDay: string;
}

/** The README of the dataset: contents, publishers, licences, and what is missing. */
export function licencePage({ manifest, files, coverage, firstDailyDay }: PageFacts): string {
  const filled = coverage.metrics.filter(({ suburbs }) => suburbs > 0);
  const rows = new Map(coverage.tables.map(({ table, rows }) => [table, rows]));
  const outlined = (100 * coverage.outlines.suburbs) / coverage.outlines.total;
  return `# ${manifest.title}

The open record of a country as a dataset of Terrace, as of ${manifest.asOf.slice(0, 10)}: ${number(rows.get("suburb_demographics")!)} suburbs, ${filled.length} of ${coverage.metrics.length}
metrics with figures, outlines of ${outlined.toFixed(2)} % of suburbs. No row is made up. Everything here was made by
\`npm run data:australia -- <folders>\` from publishers' files through the ordinary importers; the same files give the
same bytes. The figures belong to their publishers and may be passed on under the licences below, with attribution.

## Sources

| publisher and title | licence | attribution | of | address | fills |
| --- | --- | --- | --- | --- | --- |
${manifest.sources.map(sourceLine).join("\n")}

## Tables

| table | rows |
| --- | --- |
${coverage.tables.map(({ table, rows }) => `| [\`${table}\`](../tables/${table}.md) | ${number(rows)} |`).join("\n")}

- Short positions: every day since ${firstDailyDay}, and the last reporting day of each month before.
- Outlines are drawn from arcs that neighbours share, simplified by less than 1 % of a suburb's width; the suburbs of the other territories
  (Christmas Island, the Cocos Islands, Jervis Bay, Norfolk Island) belong to no state and are left out.
- The federal division of a suburb is the one that holds most of it, by the boundaries of 2025; only its name is here.
  The member, party and margin are those of the general election: later by-elections are not in the files.
- Shares are absent below 100 residents, where the publisher's perturbation of small cells would show more than the
  suburb; counts and medians are there for every suburb for which the publisher gives them.

## Coverage

Share of suburbs with a figure, in percent; \`terrace coverage data/australia\` counts the same.

| metric | all | ${STATE_CODES.join(" | ")} |
| --- |${" ---: |".repeat(STATE_CODES.length + 1)}
${shareLine("outlines", coverage.outlines)}
${filled.map((one) => shareLine(`\`${one.metric}\``, one)).join("\n")}

## What is missing

| metric | now | what fills it, and why it is missing |
| --- | --- | --- |
${coverage.metrics.flatMap(gapLine).join("\n")}

## Files

The publishers' files themselves are not in this folder. These are the ones it was made from.

| file | licence | sha256 |
| --- | --- | --- |
${files.map(({ file, licence, sha256 }) => `| \`${file}\` | ${licence} | \`${sha256}\` |`).join("\n")}

What was decided where the terms of a part are stated in two ways:

${files.flatMap(({ file, decision }) => (decision === "" ? [] : [`- \`${file}\`, ${decision}.`])).join("\n")}
`;
}

function sourceLine({ publisher, title, licence, attribution, vintage, url, tables }: DatasetSource): string {
  const cells = [`${publisher}: ${title}`, licence, attribution ?? "", vintage, url ?? ""];
  return `| ${[...cells, tables.map((table) => `\`${table}\``).join(", ")].join(" | ")} |`;
}

function shareLine(name: string, { byState, ...all }: StateShare): string {
  const cells = [all, ...STATE_CODES.map((code) => byState[code])].map(({ suburbs, total }) =>
    suburbs === 0 ? "" : ((100 * suburbs) / total).toFixed(1),
  );
  return `| ${name} | ${cells.join(" | ")} |`;
}

function gapLine({ metric, gap, suburbs, total }: StateCoverage): string[] {
  if (gap === undefined) return [];
  const now = suburbs === 0 ? "empty" : `${((100 * suburbs) / total).toFixed(1)} %`;
  return [`| \`${metric}\` | ${now} | ${gap} |`];
}

function number(value: number): string {
  return value.toLocaleString("en-AU");
}
