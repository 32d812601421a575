import { hash } from "node:crypto";
import { pagePolicy } from "../../wire/http/security-headers.ts";
import { escaped } from "../../wire/http/xml-text.ts";
import { SYNTHETIC_NOTICE } from "./docs-markdown.ts";
import { type DocField, type DocMethod, type DocModel, LIMIT_HEAD, limitRow } from "./docs-model.ts";
import { DOCS_SCRIPT } from "./docs-script.ts";
import { DOCS_STYLE } from "./docs-style.ts";

/** CSP: the page's own style and script and calls to this server; no other origin, no inline handlers. */
export const DOCS_POLICY = pagePolicy([
  `style-src 'sha256-${hash("sha256", DOCS_STYLE, "base64")}'`,
  `script-src 'sha256-${hash("sha256", DOCS_SCRIPT, "base64")}'`,
  "connect-src 'self'",
]);

/** The documentation as one self-contained HTML page. */
export function docsPage(model: DocModel): string {
  const { facts } = model;
  const banner = facts.snapshot.synthetic ? `<div class="banner">${escaped(SYNTHETIC_NOTICE)}</div>` : "";
  return `<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Terrace: documentation</title>
<style>${DOCS_STYLE}</style>
</head>
<body>
${banner}
<div class="bar"><input type="search" placeholder="Search methods, fields and metrics" aria-label="Search" hidden>
<div class="hits" role="region" aria-live="polite" aria-label="Search results" hidden></div></div>
<main>
<h1>Terrace</h1>
${paragraphs(model.intro)}
<p>See the data on <a href="/">the explorer page</a>. Also as <a href="/openapi.json">OpenAPI 3.1</a> and as <a href="/docs.md">Markdown</a>.
Jump to <a href="#metrics">metrics</a>, <a href="#limits">limits</a>, <a href="#sources">sources</a>.</p>
<ul class="index">${model.methods.map(({ name }) => `<li><a href="#${name}">${name}</a></li>`).join("")}</ul>
${model.services.map((service) => serviceSection(model, service)).join("\n")}
<section><h2>Plain endpoints</h2><ul>${model.endpoints
    .map(
      ({ path, summary }) =>
        `<li${part(`GET ${path}`, summary, `get${path.replaceAll(/\W+/g, "-")}`)}><code>GET ${path}</code>: ${escaped(summary)}</li>`,
    )
    .join("")}</ul></section>
<section><h2>Types</h2>${model.types
    .map(
      ({ typeName, name, text, fields }) =>
        `<section${part(name, text.split("\n", 1)[0], typeName)}><h3>${name}</h3>${paragraphs(text)}${fieldTable(fields)}</section>`,
    )
    .join("\n")}</section>
<section id="metrics"><h2>Metrics</h2>${metricTable(model)}</section>
<section id="limits"><h2>Limits</h2>${limitTable(model)}</section>
<section id="sources"><h2>Sources</h2>${sourceList(model)}</section>
</main>
<script>${DOCS_SCRIPT}</script>
</body>
</html>
`;
}

function serviceSection(model: DocModel, { name, text }: DocModel["services"][number]): string {
  const methods = model.methods.filter(({ service }) => service === name);
  if (methods.length === 0) return "";
  return `<h2>${name}</h2>${paragraphs(text)}${methods.map(methodSection).join("\n")}`;
}

function methodSection(method: DocMethod): string {
  const request = JSON.stringify(method.sample, undefined, 2);
  return `<section${part(method.name, method.summary, method.name)}>
<h3>${method.name}</h3>
<p><code>POST ${method.path}</code></p>
${paragraphs(method.text)}
<h4>Request</h4>${fieldTable(method.request)}
<h4>Answer</h4>${fieldTable(method.response)}
<pre><code>${escaped(method.curl)}</code></pre>
<p><a class="open" href="${escaped(method.get)}">Open the answer</a></p>
<div class="try" data-path="${method.path}" hidden>
<textarea rows="${Math.min(18, request.split("\n").length)}" spellcheck="false" aria-label="Request of ${method.name}">${escaped(request)}</textarea>
<button type="button">Try</button>
<pre tabindex="0" aria-live="polite" aria-label="Answer of ${method.name}" hidden></pre>
</div>
</section>`;
}

function fieldTable(fields: readonly DocField[]): string {
  if (fields.length === 0) return "";
  const rows = fields.map(({ name, type, typeName, text }) => {
    const shown = typeName === undefined ? escaped(type) : `<a href="#${typeName}">${escaped(type)}</a>`;
    return [`<code>${name}</code>`, shown, inline(text)];
  });
  return table(["Field", "Type", "Meaning"], rows);
}

function metricTable({ metrics }: DocModel): string {
  const marks = metrics.map(({ key, label }) => part(key, label, `metric-${key}`));
  const rows = metrics.map(({ key, unit, label, meaning, sources }) => [
    `<code>${key}</code>`,
    ...[unit, label, meaning].map(escaped),
    sources.length === 0
      ? "no source in this snapshot"
      : sources
          .map(
            ({ id, publisher, licence }) =>
              `<a href="#source-${escaped(id)}">${escaped(publisher)}</a>, ${escaped(licence)}`,
          )
          .join("; "),
  ]);
  return table(["Key", "Unit", "Label", "Meaning", "Source and licence"], rows, marks);
}

function limitTable({ facts }: DocModel): string {
  if (facts.limits === undefined) return "<p>Calls are not limited on this server.</p>";
  return table(LIMIT_HEAD, facts.limits.map(limitRow));
}

function sourceList({ facts: { snapshot } }: DocModel): string {
  const rows = snapshot.sources.map(({ publisher, title, licence, vintage, url, attribution, withheld }) => [
    escaped(publisher),
    url === undefined || !/^https?:/.test(url)
      ? escaped(title)
      : `<a href="${escaped(url)}">${escaped(title)}</a>`,
    vintage,
    escaped(licence) + (withheld ? " (withheld from answers)" : ""),
    escaped(attribution ?? ""),
  ]);
  const head = `<p>Snapshot <code>${snapshot.snapshotId}</code>: ${escaped(snapshot.title)}, as of ${snapshot.asOf}.</p>`;
  const marks = snapshot.sources.map(({ id, title, publisher }) => part(title, publisher, `source-${id}`));
  return head + table(["Publisher", "Source", "Vintage", "Licence", "Attribution"], rows, marks);
}

function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  marks: readonly string[] = [],
): string {
  // Narrow screens show one cell per line, labelled with its column except for the first two.
  const cell = (text: string, column: number) =>
    column < 2 ? `<td>${text}</td>` : `<td data-head="${head[column]}">${text}</td>`;
  const heads = head.map((text) => `<th>${text}</th>`).join("");
  const lines = rows.map((row, i) => `<tr${marks[i] ?? ""}>${row.map(cell).join("")}</tr>`);
  return `<table><thead><tr>${heads}</tr></thead><tbody>${lines.join("")}</tbody></table>`;
}

/** Attributes that make a part searchable: title, summary line and anchor. */
function part(title: string, line: string, id: string): string {
  return ` id="${escaped(id)}" data-part="${escaped(title)}" data-line="${escaped(line)}"`;
}

function paragraphs(text: string): string {
  return text
    .split("\n\n")
    .filter((part) => part !== "")
    .map((part) =>
      part.startsWith("- ")
        ? `<ul>${part
            .split("\n")
            .map((item) => `<li>${inline(item.slice(2))}</li>`)
            .join("")}</ul>`
        : `<p>${inline(part)}</p>`,
    )
    .join("");
}

/** Escapes, and turns backticks into code. */
function inline(text: string): string {
  return escaped(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}
