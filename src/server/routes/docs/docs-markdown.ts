import { type DocField, type DocModel, LIMIT_HEAD, limitRow } from "./docs-model.ts";
import { SUBJECTS } from "./openapi/openapi.ts";

export const SYNTHETIC_NOTICE =
  "This server holds SYNTHETIC data: no place, price, person or company in its answers is real.";

export function docsMarkdown(model: DocModel): string {
  const { facts } = model;
  return `${[
    "# Terrace",
    ...(facts.snapshot.synthetic ? [`> **${SYNTHETIC_NOTICE}**`] : []),
    model.intro,
    `Machine-readable description: ${facts.baseUrl}/openapi.json`,
    ...model.services.flatMap(({ name, text }) => {
      const methods = model.methods.filter(({ service }) => service === name);
      return methods.length === 0 ? [] : [`## ${name}`, text, ...methods.flatMap(methodParts)];
    }),
    "## Plain endpoints",
    model.endpoints.map(({ path, summary }) => `- \`GET ${path}\`: ${summary}`).join("\n"),
    "## Types",
    ...model.types.flatMap(({ name, text, fields }) => [`### ${name}`, text, ...fieldTable(fields)]),
    "## Metrics",
    metricTable(model),
    "## Limits",
    limitTable(model),
    "## Sources",
    sourceList(model),
  ]
    .filter((part) => part !== "")
    .join("\n\n")}\n`;
}

export function limitTable({ facts }: DocModel): string {
  if (facts.limits === undefined) return "Calls are not limited on this server.";
  return table(LIMIT_HEAD, facts.limits.map(limitRow));
}

export function sourceList({ facts }: DocModel): string {
  const { snapshot } = facts;
  const head = `Snapshot \`${snapshot.snapshotId}\`: ${snapshot.title}, as of ${snapshot.asOf}.`;
  const sources = snapshot.sources.map(
    ({ id, publisher, title, licence, vintage, url, attribution, withheld }) => {
      const link = url === undefined ? title : `[${title}](${url})`;
      const note = withheld ? " Withheld from answers because of its licence." : "";
      return `- \`${id}\`: ${publisher}: ${link}, ${vintage}. Licence: ${licence}.${attribution === undefined ? "" : ` ${attribution.replace(/\.$/, "")}.`}${note}`;
    },
  );
  return [head, sources.join("\n")].join("\n\n");
}

function methodParts(method: DocModel["methods"][number]): string[] {
  return [
    `### ${method.name}`,
    `\`POST ${method.path}\``,
    method.text,
    "Request:",
    ...fieldTable(method.request),
    "Answer:",
    ...fieldTable(method.response),
    `\`\`\`sh\n${method.curl}\n\`\`\``,
  ];
}

function fieldTable(fields: readonly DocField[]): string[] {
  if (fields.length === 0) return ["No fields."];
  const rows = fields.map(({ name, type, text }) => [`\`${name}\``, type, text]);
  return [table(["Field", "Type", "Meaning"], rows)];
}

function metricTable({ metrics }: DocModel): string {
  const rows = metrics.map(({ key, unit, label, meaning, sources }) => [
    `\`${key}\``,
    unit,
    label,
    meaning,
    sources.length === 0
      ? "no source in this snapshot"
      : sources.map(({ id, publisher, licence }) => `\`${id}\`: ${publisher}, ${licence}`).join("; "),
  ]);
  return table(["Key", "Unit", "Label", "Meaning", "Source and licence"], rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** A guide for language models in at most 4 kB. */
export function llmsText(model: DocModel): string {
  const { baseUrl, snapshot } = model.facts;
  const paths = Object.groupBy(model.methods, ({ path }) => path.slice(1, path.lastIndexOf("/")));
  const methods = Object.entries(paths).map(
    ([service, of = []]) => `- \`${service}\`: ${of.map(({ name }) => name).join(", ")}`,
  );
  return `${[
    "# Terrace",
    `> Read-only data about ${SUBJECTS}, over plain HTTP with JSON.`,
    ...(snapshot.synthetic ? [SYNTHETIC_NOTICE] : []),
    "Send a POST with `Content-Type: application/json`, a JSON object as the body and a User-Agent that names your application. A missing field in an answer means zero, empty or unknown, as its description says. Cite the publisher of the data you show; every source is listed in the documentation.",
    "## Documentation",
    [
      `- [Every method, field and metric as Markdown](${baseUrl}/docs.md)`,
      `- [OpenAPI 3.1](${baseUrl}/openapi.json)`,
      `- [For browsers](${baseUrl}/docs); tools for assistants at ${baseUrl}/mcp; files at ${baseUrl}/v1`,
    ].join("\n"),
    "## Methods by service: `POST /<service>/<method>`",
    methods.join("\n"),
    "## Example",
    `\`\`\`sh\n${model.methods.find(({ name }) => name === "FilterSuburbs")?.curl ?? ""}\n\`\`\``,
  ].join("\n\n")}\n`;
}
