import { AUSTRALIA_BOX } from "./states.ts";
import type { ColumnDefinition, TableDefinition } from "./table-definition.ts";

/** The Markdown page of a table, generated from its definition. */
export function describeTable(table: TableDefinition): string {
  const presence = table.required
    ? "Required: a build stops without it."
    : "Optional: responses that need it are empty without it.";
  return `# ${table.title} (\`${table.name}\`)

${table.doc}

- ${presence}
- Key: ${table.key.map((name) => `\`${name}\``).join(", ")}. Of several valid rows with the same key, the first is kept.

| column | type | unit | allowed values | missing means | meaning |
| --- | --- | --- | --- | --- | --- |
${table.columns.map(columnRow).join("\n")}

Example row:

\`\`\`csv
${table.columns.map((column) => column.name).join(",")}
${table.columns.map((column) => csvCell(column.example)).join(",")}
\`\`\`
`;
}

function columnRow(column: ColumnDefinition): string {
  const cells = [
    `\`${column.name}\``,
    `${column.type}${column.required ? ", required" : ""}`,
    column.unit ?? "",
    allowedValues(column).join("; "),
    missingMeaning(column),
    column.doc,
  ];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

function allowedValues(column: ColumnDefinition): string[] {
  const rules: string[] = [];
  if (column.values !== undefined) {
    rules.push(
      column.values
        .filter(Boolean)
        .map((value) => `\`${value}\``)
        .join(", "),
    );
  }
  if (column.keyCase !== undefined) rules.push(`plain ASCII, loaded in ${column.keyCase} case`);
  if (column.maxCharacters !== undefined) {
    rules.push(`at most ${column.maxCharacters.toLocaleString("en-AU")} characters`);
  }
  if (column.pattern !== undefined) rules.push(`matches \`${column.pattern}\``);
  if (column.min !== undefined && column.max !== undefined) rules.push(`${column.min} to ${column.max}`);
  else if (column.min !== undefined) rules.push(`at least ${column.min}`);
  else if (column.max !== undefined && column.above === undefined) rules.push(`at most ${column.max}`);
  if (column.above !== undefined) {
    rules.push(`above ${column.above}${column.max === undefined ? "" : `, at most ${column.max}`}`);
  }
  if (column.leastMagnitude !== undefined) rules.push(`0, or at least ${column.leastMagnitude} in size`);
  if (column.outline) {
    const { west, east, south, north } = AUSTRALIA_BOX;
    rules.push(
      "a Polygon or MultiPolygon with only `type` and `coordinates`; each ring has four points or more and ends where it " +
        `begins; longitude ${west} to ${east}, latitude ${south} to ${north}`,
    );
  }
  if (column.unique) rules.push("unique");
  if (column.stateOf !== undefined) rules.push(`the state of \`${column.stateOf}\`'s first digit`);
  if (column.references !== undefined) rules.push(`exists in \`${column.references}\``);
  if (column.sourceId) rules.push("a source id of `dataset.json` (others are reported)");
  return rules;
}

function missingMeaning(column: ColumnDefinition): string {
  if (column.required) return "row rejected";
  if (column.default === "") return "empty text";
  if (column.default !== undefined) return `\`${column.default}\``;
  return column.nullMeaning ?? "unknown";
}

function csvCell(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
