import { CENSUS_DERIVATIONS, CENSUS_LARGEST, RATE_POPULATION_FLOOR } from "../census/census-derivations.ts";
import { CENSUS_TABLES } from "../census/census-tables.ts";
import { IMPORTERS } from "../registry.ts";
import { needsOptIn } from "../source-licence.ts";

/** Generated pages for `data/` about imports, by file name. */
export function describeImports(): ReadonlyMap<string, string> {
  return new Map([
    ["derivations.md", describeDerivations()],
    ["sources.md", describeSources()],
  ]);
}

function describeDerivations(): string {
  const rows = CENSUS_DERIVATIONS.map(({ column, formula }) => `| \`${column}\` | ${code(formula)} |`);
  const largest = CENSUS_LARGEST.map(({ nameColumn, shareColumn, denominator, groups }) => {
    const lines = groups.map(({ name, add, subtract = [] }) => {
      const minus = subtract.map((cell) => ` − \`${cell}\``).join("");
      return `| ${name} | ${add.map((cell) => `\`${cell}\``).join(" + ")}${minus} |`;
    });
    return `## ${nameColumn}

The largest group; \`${shareColumn}\` is its share of \`${denominator}\`. The first in this list wins a tie, a difference is
at least 0, and both columns are null below ${RATE_POPULATION_FLOOR} residents and where the denominator is 0.

| group | persons |
| --- | --- |
${lines.join("\n")}
`;
  });
  return `# How Census columns follow from published cells

\`terrace import\` reads the General Community Profile DataPack of the 2021 Census. A cell is written as the table and the
short header of its column: \`G37.R_Tot_Total\`. The columns are those of [suburb_demographics](suburb_demographics.md).
Written from the importer's own table (\`npm run docs:data\`).

- Denominators include "not stated", as the publisher's own percentages of these tables do.
- The publisher perturbs small cells, so that a part can exceed its whole; a share is at most 100.
- Shares, rates and culture columns are null below ${RATE_POPULATION_FLOOR} usual residents, and while no table gives the
  residents. A median of 0 is the publisher's way to say that there is no figure.
- A table that was not imported leaves its columns empty; the import's report lists them.

| column | from |
| --- | --- |
${rows.join("\n")}

${largest.join("\n")}
## Tables

| table | what it holds | cells used | release |
| --- | --- | --- | --- |
${CENSUS_TABLES.map(({ id, title, cells, vintage }) => `| ${id} | ${title} | ${cells.length} | ${vintage} |`).join("\n")}
`;
}

function describeSources(): string {
  const sources = IMPORTERS.flatMap((importer) => importer.sources.map((source) => ({ importer, source })));
  const ids = new Set<string>();
  const rows = sources
    .filter(({ source }) => !ids.has(source.id) && ids.add(source.id))
    .sort((a, b) => (a.source.id < b.source.id ? -1 : 1))
    .map(({ source }) => {
      const { id, publisher, title, licence, licenceClass, precedence, attribution } = source;
      const served = needsOptIn(source) ? `\`--allow-restricted ${id}\`` : "yes";
      return `| \`${id}\` | ${publisher}: ${title} | ${licence} (${licenceClass}) | ${served} | ${precedence} | ${attribution} |`;
    });
  return `# Sources of imported rows

Every source that \`terrace import\` knows, written from the importers (\`npm run docs:data\`). Where two sources give the
same cell, the one of higher precedence is taken; of two vintages of one source, the newer. Sources whose licence is
not plainly open are served only after the operator has named them: until then their rows carry the licence
\`proprietary-tos-restricted\`, which no public read shows, and tables without a licence column leave them out.

| id | publisher and title | licence | served | precedence | attribution |
| --- | --- | --- | --- | --- | --- |
${rows.join("\n")}

## Kinds of files

| importer | what it reads | sources |
| --- | --- | --- |
${IMPORTERS.map(({ id, title, sources: own }) => `| \`${id}\` | ${title} | ${own.map((source) => `\`${source.id}\``).join(", ")} |`).join("\n")}
`;
}

function code(formula: string): string {
  return formula.replace(/G[0-9]+\.[A-Za-z0-9_]+/g, (cell) => `\`${cell}\``);
}
