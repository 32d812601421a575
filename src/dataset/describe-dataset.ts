import { describeTable } from "./describe-table.ts";
import type { TableDefinition } from "./table-definition.ts";
import { DATASET_TABLES } from "./tables/index.ts";

const INTRODUCTION = `# Dataset format

A dataset is a folder, and the only input of Terrace: \`terrace snapshot build\` reads it, checks every row and builds a
snapshot from the valid ones. \`npm run docs:data\` generates these pages from the definitions that the check uses.
[importing.md](../guides/importing.md) describes how to make a dataset from publishers' files,
[databases.md](../guides/databases.md) from databases. \`data/example\` is a small complete dataset with invented rows,
\`data/australia\` the real country from open data.

## Folder

- \`dataset.json\`, written last: a folder without it is incomplete.
- One file per table, named \`<table>.parquet\`, \`<table>.csv\`, \`<table>.csv.gz\` or \`<table>.ndjson\`. Formats may be
  mixed; two files for one table are an error.
- Files that end in \`.tmp\` or \`.part\`, or begin with \`tmp_\`, are leftovers of an interrupted writer and stop
  the build. Other files are reported and ignored; dot files and \`README.md\` are ignored.
- Only regular files are read; a link or a pipe in place of a file is rejected.

## dataset.json

| key | value |
| --- | --- |
| \`formatVersion\` | \`1\` |
| \`id\` | 1 to 64 of \`a-z\`, \`0-9\`, dot, dash and underscore |
| \`title\` | one line that describes the dataset |
| \`asOf\` | UTC instant such as \`2026-11-13T00:00:00Z\`; used as "now" in every window and average |
| \`synthetic\` | \`true\` when the rows are invented |
| \`sources\` | list of \`{ id, publisher, title, licence, vintage, url?, attribution?, earlierVintages?, withheld?, tables, columns? }\`; \`vintage\` is a date and \`earlierVintages\` those it replaced, \`withheld\` is \`true\` when the licence keeps the rows out of public reads, \`tables\` lists the tables that hold the source's rows, \`columns\` the columns it filled (\`table.column\`) if a table has several sources, and the kinds of rows of prices and offences (\`house_prices.rows_median_price_house\`) |
| \`tablesFolder\` | optional: name of the folder next to \`dataset.json\` that holds the table files; imports write one, so a dataset is replaced by one rename |

Other keys are an error. A source id in a row that \`sources\` does not declare is counted in the build's report.

## Cells

| type | CSV | NDJSON | Parquet |
| --- | --- | --- | --- |
| text | UTF-8 | string (a number is read as its digits) | string |
| int | whole number in digits, with \`-\` if negative | number or string | integer, or a number type that holds whole numbers |
| double | finite number up to 3.4e38 in digits, dot as decimal mark, exponent allowed (\`1e-7\`) | number or string | number |
| bool | \`true\`, \`false\` | boolean or string | boolean |
| date | \`YYYY-MM-DD\`, a day of the calendar from 1800 to 2199 | string | date |
| timestamp | \`YYYY-MM-DDThh:mm:ssZ\`, UTC; fractions of a second are allowed | string | timestamp, UTC |
| text[] | JSON array of strings | array of strings | list of strings |
| json | JSON | any value | string with JSON, struct or list |

- A missing value is an empty cell, a \`null\` or an absent key. An empty text is a missing value in every format.
- Numbers have no separators (\`1_000\`), no plus sign, no spaces around them, and no other base (\`0x1f\`).
- Required texts and keys neither begin nor end with a space, so none is blank; other texts are kept unchanged.
- Parquet may hold any column as string, written as in CSV.
- CSV: comma, double quotes, a header line with column names in any order, and a line break after the last line; a
  file without it may be truncated and is rejected.
- NDJSON: one object per line.
- Columns that a table does not have are reported and not loaded. Optional columns may be left out.
- Integers are 32 bits wide, \`id\` and \`listing_pk\` 64.

## Rejected rows

A row that breaks a rule is left out. The rejects file has one line for each rule it breaks:

\`\`\`json
{"table":"suburb_lga","row":3,"column":"share","value":"1.4","rule":"max","expected":"at most 1"}
\`\`\`

\`row\` counts the rows of the file from 1, without the CSV header. Rules: \`required\`, \`type\`, \`whole\`,
\`finite\`, \`outline\`, \`min\`, \`max\`, \`above\`, \`values\`, \`length\`, \`pattern\`, \`state\`, \`references\` (checked against loaded rows, not
rejected ones), \`key\` and \`unique\` (the first valid row is kept, later ones are rejected). The file is always
written and is empty if all rows are valid.

The build stops when more than 1 % of a table's rows are rejected, or any row with \`--strict\`. It stops at once when
a required table or column is missing, a Parquet column has a type that cannot hold the values, or a file is damaged.

## Tables
`;

export function describeDataset(): ReadonlyMap<string, string> {
  const pages = new Map<string, string>([["README.md", describeOverview()]]);
  for (const table of DATASET_TABLES) pages.set(`${table.name}.md`, describeTable(table));
  return pages;
}

function describeOverview(): string {
  return `${INTRODUCTION}
| table | required | what a row is about |
| --- | --- | --- |
${DATASET_TABLES.map(tableRow).join("\n")}
`;
}

function tableRow(table: TableDefinition): string {
  return `| [${table.name}](${table.name}.md) | ${table.required ? "yes" : "no"} | ${table.doc} |`;
}
