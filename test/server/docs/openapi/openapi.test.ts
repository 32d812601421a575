import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import {
  documentedServices,
  productServices,
  publicMethods,
} from "../../../../src/domains/public-methods.ts";
import { SAMPLE_REQUESTS } from "../../../../src/domains/samples.ts";
import { openApiDocument } from "../../../../src/server/docs/openapi/openapi.ts";
import { EXPORTS } from "../../../../src/server/exports/export-routes.ts";
import type { Serving } from "../../../../src/server/start-serving.ts";
import { callJson, serveCountry } from "../../../support/country/serve-country.ts";

const document = openApiDocument("https://api.example");
const { schemas } = document.components;
const FILES = EXPORTS.map(({ path }) => `/v1/${path.replace(/:(\w+)$/, "{$1}")}.{extension}`);
const PLAIN = ["/api/health", "/feed.xml", "/health", "/v1/latest", "/v1/outlines/{state}.geojson"];

describe("openApiDocument", () => {
  it("is valid OpenAPI 3.1", async () => {
    const result = await new Validator().validate(structuredClone(document) as never);
    expect(result).toEqual({ valid: true });
    expect(document.openapi).toBe("3.1.0");
  });

  it("has the public methods, the plain endpoints and the files, and nothing else", () => {
    const paths = [...publicMethods(documentedServices).map(({ path }) => path), ...PLAIN, ...FILES].sort();
    expect(Object.keys(document.paths).sort()).toEqual(paths);
    expect(paths.length).toBeGreaterThan(31);
  });

  it("describes every method and every field, in lowerCamelCase", () => {
    for (const [path, item] of Object.entries(document.paths)) {
      if (!("post" in item)) continue;
      expect(item.post.summary, path).toMatch(/^[A-Z].*\.$/);
      expect(item.post.description.length, path).toBeGreaterThanOrEqual(item.post.summary.length);
      expect(item.post.security).toEqual([{ bearerAuth: [] }, {}]);
    }
    let fields = 0;
    for (const [name, { properties = {} }] of Object.entries(schemas)) {
      for (const [field, schema] of Object.entries(properties)) {
        expect(field, name).toMatch(/^[a-z][A-Za-z0-9]*$/);
        if (name !== "Error") expect(schema.description, `${name}.${field}`).toBeTruthy();
        fields++;
      }
    }
    expect(fields).toBeGreaterThan(600);
  });

  it("writes the types of proto3 JSON", () => {
    const properties = (name: string) => schemas[`shorts.v1alpha1.${name}`].properties!;
    expect(properties("FilterSuburbsResponse").matchMask).toMatchObject({
      type: "string",
      contentEncoding: "base64",
    });
    expect(properties("GetPriceDropsOverviewResponse").asOf).toMatchObject({
      type: "string",
      format: "date-time",
    });
    const int64 = Object.values(schemas).flatMap(({ properties: all = {} }) =>
      Object.values(all).filter(({ format }) => format === "int64" || format === "uint64"),
    );
    expect(int64.filter(({ type, minimum }) => type !== "string" && minimum === undefined)).toEqual([]);
  });

  it("lists the rate-limit headers", () => {
    expect(Object.keys(document["x-rate-limit-headers"])).toContain("X-RateLimit-Monthly-Reset");
  });
});

describe("SAMPLE_REQUESTS", () => {
  let serving: Serving;
  beforeAll(async () => {
    serving = await serveCountry(inject("country").dataDir);
  });
  afterAll(() => serving.close());

  it("has one request a method", () => {
    expect([...SAMPLE_REQUESTS.keys()].sort()).toEqual(
      productServices
        .flatMap(({ typeName, methods }) => methods.map(({ name }) => `${typeName}/${name}`))
        .sort(),
    );
  });

  it.each(publicMethods(documentedServices))(
    "is answered as the document says by $method",
    async ({ path }) => {
      const { status, body } = await callJson(serving.url, path.slice(1), SAMPLE_REQUESTS.get(path.slice(1)));
      expect(status, JSON.stringify(body)).toBe(200);
      const item = document.paths[path] as { post: { responses: Record<string, object> } };
      const answer = item.post.responses["200"] as { content: { "application/json": { schema: object } } };
      const closed = Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => [
          name,
          schema.properties === undefined ? schema : { ...schema, additionalProperties: false },
        ]),
      );
      const ajv = new Ajv2020({ strict: false, validateFormats: false });
      const validate = ajv.compile({
        ...answer.content["application/json"].schema,
        components: { schemas: closed },
      });
      expect(validate(body), JSON.stringify(validate.errors)).toBe(true);
    },
  );
});
