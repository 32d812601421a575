import { limitTable, SYNTHETIC_NOTICE } from "./docs-markdown.ts";
import type { DocModel } from "./docs-model.ts";
import { SUBJECTS } from "./openapi/openapi.ts";

/** A short guide for language models: what is here, how it is called, where the rest is. */
export function llmsText(model: DocModel): string {
  const { baseUrl, snapshot } = model.facts;
  const methods = model.methods.map(
    ({ name, path, summary }) => `- [${name}](${baseUrl}/docs#${name}): \`POST ${path}\`. ${summary}`,
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
      `- [For browsers](${baseUrl}/docs)`,
    ].join("\n"),
    "## Methods",
    methods.join("\n"),
    "## Example",
    `\`\`\`sh\n${model.methods.find(({ name }) => name === "FilterSuburbs")?.curl ?? ""}\n\`\`\``,
    "## Limits",
    limitTable(model),
  ].join("\n\n")}\n`;
}
