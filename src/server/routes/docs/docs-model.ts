import type { TierLimits } from "../../../config/tier-limits.ts";
import { missingSentence } from "../../../dataset/not-open.ts";
import { METHOD_TABLES } from "../../../domains/samples.ts";
import { METRICS } from "../../../domains/suburbs/metrics/metric-registry.ts";
import type { SnapshotManifest } from "../../../snapshot/manifest/manifest.ts";
import { sourcesOfMetric } from "../../../snapshot/manifest/metric-sources.ts";
import type { OpenApiDocument, RpcOperation } from "./openapi/openapi.ts";
import type { Schema } from "./openapi/openapi-schemas.ts";

/** Requests a tier may make; 0 is unlimited. */
type DocLimit = TierLimits & { readonly tier: string };

/** Facts of the deployment. */
export interface DocFacts {
  /** Base URL without a trailing slash. */
  readonly baseUrl: string;
  readonly snapshot: SnapshotManifest;
  /** Undefined when limits are off. */
  readonly limits: readonly DocLimit[] | undefined;
}

export type DocModel = ReturnType<typeof docModel>;
export type DocField = ReturnType<typeof fieldsOf>[number];
export type DocMethod = DocModel["methods"][number];

export function docModel(document: OpenApiDocument, facts: DocFacts) {
  const { schemas } = document.components;
  const roots = new Set<string>(["Error"]);
  const endpoints = Object.entries(document.paths).flatMap(([path, item]) =>
    "post" in item ? [] : [{ path, summary: (item.get as { summary: string }).summary }],
  );
  const methods = Object.entries(document.paths).flatMap(([path, item]) => {
    if (!("post" in item)) return [];
    const { schema, example: sample } = item.post.requestBody.content["application/json"];
    const request = typeNameOf(schema) ?? "";
    const answer = item.post.responses["200"] as { content: { "application/json": { schema: Schema } } };
    const response = typeNameOf(answer.content["application/json"].schema) ?? "";
    roots.add(request).add(response);
    return {
      ...withMissing(textOf(item.post), path, facts.snapshot),
      path,
      request: fieldsOf(schemas[request]),
      response: fieldsOf(schemas[response]),
      /** A complete command. */
      curl: curlSample(facts.baseUrl, path, sample),
      /** The request in it. */
      sample,
      /** The same request as a GET path for browsers. */
      get: `${path}?connect=v1&encoding=json&message=${encodeURIComponent(JSON.stringify(sample))}`,
    };
  });
  // A method's request or answer is listed as a type only if another message contains it.
  const held = new Set(
    Object.values(schemas).flatMap((schema) => fieldsOf(schema).map(({ typeName }) => typeName)),
  );
  const types = Object.entries(schemas).filter(([typeName]) => !roots.has(typeName) || held.has(typeName));
  return {
    facts,
    intro: document.info.description,
    services: document.tags.map(({ name, description }) => ({ name, text: description })),
    methods,
    /** Messages and enums inside requests and answers, by name. */
    types: types.map(([typeName, schema]) => ({
      typeName,
      name: shortName(typeName),
      text: schema.description ?? "",
      fields: fieldsOf(schema),
    })),
    endpoints,
    metrics: METRICS.map(({ categories, derivation, ...metric }) => ({
      ...metric,
      unit: metric.unit === "" ? "category" : metric.unit,
      meaning: categories.length === 0 ? derivation : `${derivation}. Categories: ${categories.join(", ")}`,
      /** In the served snapshot; empty if no source has the metric. */
      sources: sourcesOfMetric(metric, facts.snapshot.sources),
    })),
  };
}

/** Adds a paragraph about tables that are empty in this snapshot. */
function withMissing<Text extends { readonly text: string }>(
  text: Text,
  path: string,
  { datasetRows, synthetic }: SnapshotManifest,
): Text {
  const { needs = [], adds = [] } = METHOD_TABLES.get(path.slice(1)) ?? {};
  const missing = [...needs, ...adds].filter((table) => !(datasetRows[table] > 0));
  if (synthetic || missing.length === 0) return text;
  return { ...text, text: `${text.text}\n\n${missingSentence(missing)}` };
}

export const LIMIT_HEAD = ["Tier", "API a minute", "API a month", "browser a minute", "browser a month"];

export function limitRow({ tier, ...limits }: DocLimit): string[] {
  const { apiPerMinute, apiPerMonth, browserPerMinute, browserPerMonth } = limits;
  const numbers = [apiPerMinute, apiPerMonth, browserPerMinute, browserPerMonth];
  return [tier, ...numbers.map((limit) => (limit === 0 ? "unlimited" : limit.toLocaleString("en-AU")))];
}

function textOf(operation: RpcOperation) {
  const { operationId, tags, summary, description: text } = operation;
  const name = operationId.slice(operationId.indexOf("_") + 1);
  return { name, service: tags[0], summary, text };
}

function fieldsOf(schema: Schema) {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    // `type` in words, such as `array of SuburbRow`; `typeName` in full, for the link.
    ...typeOf(field),
    text: field.description ?? "",
  }));
  return fields.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function typeOf(schema: Schema): { type: string; typeName: string | undefined } {
  if (schema.type === "array") {
    const items = typeOf(schema.items ?? {});
    return { ...items, type: `array of ${items.type}` };
  }
  const typeName = typeNameOf(schema);
  if (typeName !== undefined) return { type: shortName(typeName), typeName };
  const note = schema.format ?? (schema.contentEncoding === undefined ? undefined : "base64");
  return { type: note === undefined ? `${schema.type}` : `${schema.type} (${note})`, typeName: undefined };
}

function typeNameOf({ $ref }: Schema): string | undefined {
  return $ref?.slice("#/components/schemas/".length);
}

function shortName(typeName: string): string {
  return typeName.slice(typeName.lastIndexOf(".") + 1);
}

/** Sets a User-Agent, because curl's default one is denied. */
function curlSample(baseUrl: string, path: string, request: object): string {
  return [
    "curl -sS -A 'my-app/1.0' -H 'Content-Type: application/json' \\",
    `  ${baseUrl}${path} \\`,
    `  -d '${JSON.stringify(request)}'`,
  ].join("\n");
}
