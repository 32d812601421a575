import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { EXPORTS } from "../../../../../src/domains/index.ts";
import {
  documentedServices,
  productServices,
  publicMethods,
} from "../../../../../src/domains/public-methods.ts";
import { SAMPLE_REQUESTS } from "../../../../../src/domains/samples.ts";
import { openApiDocument, type RpcOperation } from "../../../../../src/server/routes/docs/openapi/openapi.ts";
import { servedCountry } from "../../../../support/country/ask-country.ts";
import { callJson } from "../../../../support/country/serve-country.ts";
import { someOf } from "../../../../support/run/test-form.ts";

const document = openApiDocument("https://api.example");
const { schemas } = document.components;
const FILES = EXPORTS.map(({ path }) => `/v1/${path.replace(/:(\w+)$/, "{$1}")}.{extension}`);
const PLAIN = [
  "/api/health",
  "/api/search/stocks",
  "/feed.xml",
  "/feeds/changes.atom",
  "/feeds/{kind}/{key}.atom",
  "/health",
  "/ogc",
  "/ogc/collections/{set}/items",
  "/v1/catalog.json",
  "/v1/changes.{extension}",
  "/v1/columns.arrow",
  "/v1/tables/{table}.parquet",
  "/v1/tiles/{set}.json",
  "/v1/tiles/{set}/{z}/{x}/{y}.mvt",
  "/v1/latest",
  "/v1/snapshots",
  "/v1/sources",
  "/v1/outlines/{state}.geojson",
  "/v1/panel",
];

describe("openApiDocument", () => {
  it("is valid OpenAPI 3.1", async () => {
    const result = await new Validator().validate(structuredClone(document) as never);
    expect(result).toEqual({ valid: true });
    expect(document.openapi).toBe("3.1.0");
  });

  it("has the public methods, the plain endpoints and the files, and nothing else", () => {
    const paths = [...publicMethods(documentedServices).map(({ path }) => path), ...PLAIN, ...FILES].sort();
    expect(Object.keys(document.paths).sort()).toEqual(paths);
    expect(paths.length).toBeGreaterThanOrEqual(32);
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

  it("has the bounds of requests that their check has", () => {
    const { stateCode, metricKeys } = schemas["shorts.v1alpha1.GetSuburbMetricColumnsRequest"].properties!;
    expect(stateCode).toMatchObject({ type: "string", maxLength: 64 });
    expect(metricKeys).toMatchObject({ type: "array", maxItems: 256, items: { maxLength: 128 } });
    const { predicates } = schemas["shorts.v1alpha1.FilterSuburbsRequest"].properties!;
    expect(predicates).toMatchObject({ maxItems: 256, items: { $ref: expect.any(String) } });
  });

  it("says of every field whether it must be there, what its absence means, or that absence is unknown", () => {
    const properties = (name: string) => schemas[name].properties!;
    const { query, limit, stateCode } = properties("shorts.v1alpha1.ListStateSuburbsRequest");
    expect([query.default, limit.default, stateCode.default]).toEqual(["", 0, undefined]);
    expect(schemas["shorts.v1alpha1.ListStateSuburbsRequest"].required).toEqual(["stateCode"]);
    expect(properties("shorts.v1alpha1.ListStateSuburbsResponse").suburbs.default).toEqual([]);
    // A missing bound of a predicate is null, not 0.
    expect(properties("shorts.v1alpha1.SuburbMetricPredicate").min).not.toHaveProperty("default");
    expect(schemas["shorts.v1alpha1.AddressPriceDrop"].required).toContain("addressKey");
  });

  it("lists the rate-limit headers", () => {
    expect(Object.keys(document["x-rate-limit-headers"])).toContain("X-RateLimit-Monthly-Reset");
  });
});

describe("SAMPLE_REQUESTS", () => {
  const serving = servedCountry();

  it("has one request a method", () => {
    expect([...SAMPLE_REQUESTS.keys()].sort()).toEqual(
      productServices
        .flatMap(({ typeName, methods }) => methods.map(({ name }) => `${typeName}/${name}`))
        .sort(),
    );
  });

  it.each(someOf(publicMethods(documentedServices), 20))(
    "needs the fields that the document calls required, in $method",
    async ({ path }) => {
      const sample = SAMPLE_REQUESTS.get(path.slice(1)) as Record<string, unknown>;
      const item = document.paths[path] as { post: RpcOperation };
      const { schema } = item.post.requestBody.content["application/json"];
      const { required = [], properties = {} } = schemas[schema.$ref!.slice("#/components/schemas/".length)];
      const needed: string[] = [];
      for (const field of Object.keys(properties)) {
        const { status } = await callJson(serving.url, path.slice(1), { ...sample, [field]: undefined });
        if (status === 400) needed.push(field);
      }
      // In some methods, one of two fields is required.
      const either = ["ListSuburbDropListings", "GetDropIndexSeries"].some((name) => path.endsWith(name));
      expect(required.filter((field) => !needed.includes(field))).toEqual([]);
      if (either || !/(Housing|Economy|\.Explorer)Service/.test(path)) return;
      expect([...required].sort()).toEqual(needed.sort());
    },
  );

  it("answers a content type that it does not take as the document says", async () => {
    const [{ path }] = publicMethods(documentedServices);
    const headers = { "content-type": "text/plain", "user-agent": "tests/1" };
    const response = await fetch(`${serving.url}${path}`, { method: "POST", headers, body: "{}" });
    expect(response.status).toBe(415);
    expect(response.headers.get("accept-post")).toContain("application/json");
    const item = document.paths[path] as { post: RpcOperation };
    expect(Object.keys(item.post.responses)).toContain("415");
  });

  it.each(someOf(publicMethods(documentedServices), 20))(
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
