import { SYNTHETIC_NOTICE } from "./docs-markdown.ts";
import type { DocModel } from "./docs-model.ts";
import { SUBJECTS } from "./openapi/openapi.ts";

/** A guide for language models that fits into 4 kB: what is here, how it is called, where the rest is. */
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
