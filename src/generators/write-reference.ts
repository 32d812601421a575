import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type DescEnum, type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { usedTypes } from "@bufbuild/protobuf/reflect";
import { productServices } from "../domains/public-methods.ts";
import { METRICS } from "../domains/suburbs/metrics/metric-registry.ts";
import { protoComments } from "../rpc/proto-comments.ts";
import { fieldBounds } from "../rpc/request-bounds.ts";

const comments = protoComments();

/** The API reference in Markdown: methods, messages and fields with their proto comments; the metrics. */
export function referenceText(): string {
  const types = referencedTypes();
  return [
    "# Reference",
    "",
    "Written by `npm run generate` from the comments in `proto/` and the metric registry. Paths are",
    "`/<service>/<method>` over Connect (POST, and GET for all of these), gRPC and gRPC-Web; the library and the client",
    "have the same methods and fields in camel case.",
    "",
    ...productServices.flatMap((service) => [
      `## ${service.typeName}`,
      "",
      textOf(service.typeName),
      "",
      ...service.methods.flatMap((method) => [
        `### ${method.name}`,
        "",
        textOf(`${service.typeName}.${method.name}`),
        "",
        ...messageLines(method.input, "Request"),
        ...messageLines(method.output, "Response"),
      ]),
    ]),
    "## Types",
    "",
    ...types.flatMap((type) => [`### ${type.typeName}`, "", textOf(type.typeName), "", ...typeLines(type)]),
    "## Metrics",
    "",
    `The closed registry of ${METRICS.length} suburb metrics, in column order. A value is a float32 or missing.`,
    "",
    "| key | unit | meaning | derivation | table |",
    "| --- | --- | --- | --- | --- |",
    ...METRICS.map(({ key, unit, label, derivation, table, categories }) => {
      const values = categories.length === 0 ? unit : `categories: ${categories.join(", ")}`;
      return `| \`${key}\` | ${cell(values)} | ${cell(label)} | ${cell(derivation)} | \`${table}\` |`;
    }),
    "",
  ].join("\n");
}

/** Messages and enums that requests and responses contain, sorted by name. */
function referencedTypes(): (DescMessage | DescEnum)[] {
  const found = new Map<string, DescMessage | DescEnum>();
  for (const { input, output } of productServices.flatMap((service) => service.methods)) {
    for (const type of [...usedTypes(input), ...usedTypes(output)]) {
      if (comments.has(type.typeName)) found.set(type.typeName, type);
    }
  }
  return [...found.values()].sort((a, b) => (a.typeName < b.typeName ? -1 : 1));
}

function messageLines(message: DescMessage, title: string): string[] {
  if (message.fields.length === 0) return [`${title} \`${message.name}\`: no fields.`, ""];
  return [`${title} \`${message.name}\`: ${textOf(message.typeName)}`, "", ...typeLines(message)];
}

function typeLines(type: DescMessage | DescEnum): string[] {
  if (type.kind === "enum") {
    const values = type.values.map(
      (value) => `| \`${value.name}\` | ${cell(textOf(`${type.typeName}.${value.name}`))} |`,
    );
    return ["| value | meaning |", "| --- | --- |", ...values, ""];
  }
  const fields = type.fields.map(
    (field) =>
      `| \`${field.name}\` | ${typeName(field)}${boundsText(field)} | ${cell(textOf(`${type.typeName}.${field.name}`))} |`,
  );
  return ["| field | type | meaning |", "| --- | --- | --- |", ...fields, ""];
}

function typeName(field: DescField): string {
  const named = field.message ?? field.enum;
  const word = named?.typeName ?? ScalarType[field.scalar as ScalarType].toLowerCase();
  const many = field.fieldKind === "list" ? "repeated " : "";
  const optional = field.proto.proto3Optional ? "optional " : "";
  return `${many}${optional}${named !== undefined && comments.has(named.typeName) ? `[${named.name}](#${anchor(named.typeName)})` : word}`;
}

/** The bounds of a field, to append to its type; "" when unbounded. */
function boundsText(field: DescField): string {
  const { characters, entries } = fieldBounds(field);
  const most = [
    ...(entries === undefined ? [] : [`${entries} entries`]),
    ...(characters === undefined ? [] : [`${characters} characters`]),
  ];
  return most.length === 0 ? "" : `, at most ${most.join(" of ")}`;
}

function anchor(heading: string): string {
  return heading.toLowerCase().replaceAll(".", "");
}

function textOf(name: string): string {
  const text = comments.get(name);
  if (text === undefined) throw new TypeError(`proto: ${name} has no comment`);
  return text;
}

function cell(text: string): string {
  return text.replaceAll("\n", " ").replaceAll("|", "\\|");
}

if (import.meta.main) {
  await writeFile(join(import.meta.dirname, "../../proto/REFERENCE.md"), referenceText());
}
