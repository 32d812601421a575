import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { productServices } from "../../src/domains/public-methods.ts";
import { servedCountry } from "../support/country/ask-country.ts";
import { postJson } from "../support/country/call-json.ts";
import { framed } from "../support/wire/raw-http.ts";

/** A request with an unknown name in an enum field, and the field's path. */
interface OddRequest {
  readonly path: string;
  readonly field: string;
  readonly request: Record<string, unknown>;
  readonly allowed: string;
}

const ODD_NAME = "NO_SUCH_NAME";

/** One request for every enum field of a message, nested ones included. */
function oddRequests(desc: DescMessage, above: readonly DescMessage[] = []): Omit<OddRequest, "path">[] {
  if (above.includes(desc)) return [];
  return desc.fields.flatMap((field: DescField) => {
    const put = (value: unknown) => ({ [field.jsonName]: field.fieldKind === "list" ? [value] : value });
    const place = field.fieldKind === "list" ? `${field.name}[0]` : field.name;
    if (field.enum !== undefined) {
      return [{ field: place, request: put(ODD_NAME), allowed: field.enum.values.at(-1)!.name }];
    }
    if (field.message === undefined) return [];
    return oddRequests(field.message, [...above, desc]).map((inner) => ({
      field: `${place}.${inner.field}`,
      allowed: inner.allowed,
      request: put(inner.request),
    }));
  });
}

const ODD: OddRequest[] = productServices.flatMap((service) =>
  service.methods.flatMap((method) =>
    oddRequests(method.input).map((odd) => ({ ...odd, path: `${service.typeName}/${method.name}` })),
  ),
);

describe("an enum name that does not exist", () => {
  const serving = servedCountry();

  const agent = { "user-agent": "terrace-tests/1" };
  const doors: Record<string, (path: string, json: string) => Promise<string>> = {
    "Connect POST": async (path, json) => (await postJson(`${serving.url}/${path}`, json, agent)).text(),
    "Connect GET": async (path, json) => {
      const query = `connect=v1&encoding=json&message=${encodeURIComponent(json)}`;
      return (await fetch(`${serving.url}/${path}?${query}`, { headers: agent })).text();
    },
    "gRPC-Web JSON": async (path, json) => {
      const headers = { ...agent, "content-type": "application/grpc-web+json" };
      const response = await postJson(`${serving.url}/${path}`, framed(json), headers);
      const trailers = `${await response.text()} ${response.headers.get("grpc-message")}`;
      return decodeURIComponent(trailers.replaceAll(/%(?![0-9a-f]{2})/gi, "%25")).replaceAll('"', '\\"');
    },
  };

  it("can be given somewhere", () => {
    const places = ODD.map(({ path, field }) => `${path} ${field}`);
    expect(places).toContain("terrace.v1.ExplorerService/CorrelateSeries transform");
    expect(places.length).toBeGreaterThanOrEqual(8);
  });

  it.each(Object.keys(doors))(
    "is refused through %s with the field, the name and what is allowed",
    async (door) => {
      for (const { path, field, request, allowed } of ODD) {
        const answer = await doors[door](path, JSON.stringify(request));
        expect(answer).toContain(`${field}: unknown name \\"${ODD_NAME}\\"; did you mean \\"`);
        expect(answer).toContain(allowed);
      }
    },
  );

  it.each(Object.keys(doors))(
    "is told from an unknown member through %s, which is passed over",
    async (door) => {
      const request = {
        baseSeriesKeys: ["no.such"],
        transform: "SERIES_TRANSFORM_YEAR_ON_YEAR",
        nope: ODD_NAME,
      };
      const answer = await doors[door]("terrace.v1.ExplorerService/CorrelateSeries", JSON.stringify(request));
      expect(answer).not.toContain(ODD_NAME);
    },
  );
});
