import { fromJson } from "@bufbuild/protobuf";
import { describe, expect, inject, it } from "vitest";
import { STATES } from "../../src/dataset/states.ts";
import { SAMPLE_REQUESTS } from "../../src/domains/samples.ts";
import { RankSuburbsRequestSchema } from "../../src/gen/terrace/v1/explorer_pb.ts";
import { postJson } from "../support/country/call-json.ts";
import { serveForTest } from "../support/country/serve-for-test.ts";
import { framed } from "../support/wire/raw-http.ts";

const LIST = "shorts.v1alpha1.HousingService/ListStateSuburbs";
const RANK = "terrace.v1.ExplorerService/RankSuburbs";
const NAMED = "x-terrace-unknown-fields";

async function serve(strictFields: boolean) {
  const serving = await serveForTest(inject("country").dataDir, { config: { strictFields } });
  return serving.url;
}

async function post(url: string, method: string, request: unknown, headers: Record<string, string> = {}) {
  const response = await postJson(`${url}/${method}`, request, { "user-agent": "tests/1", ...headers });
  const body = (await response.json()) as { message: string };
  return { status: response.status, named: response.headers.get(NAMED), body };
}

async function get(url: string, method: string, request: unknown, headers: Record<string, string> = {}) {
  const message = encodeURIComponent(JSON.stringify(request));
  const address = `${url}/${method}?connect=v1&encoding=json&message=${message}`;
  const response = await fetch(address, { headers: { "user-agent": "tests/1", ...headers } });
  const body = (await response.json()) as { message: string };
  return { status: response.status, named: response.headers.get(NAMED), body };
}

describe("unknown fields", () => {
  it("are named in a header, and the answer is as without them", async () => {
    const url = await serve(false);
    for (const call of [post, get]) {
      const plain = await call(url, LIST, { stateCode: "ACT", limit: 2 });
      expect([plain.status, plain.named]).toEqual([200, null]);
      const odd = await call(url, LIST, { stateCode: "ACT", limit: 2, limt: 1, "späße\r\n": { a: 1 } });
      expect([odd.status, odd.named]).toEqual([200, "limt, sp%C3%A4%C3%9Fe%0D%0A"]);
      expect(odd.body).toEqual(plain.body);
      const weights = [
        { metricKey: "income", weight: 1 },
        { metric_key: "age", weight: 1, wieght: 2 },
      ];
      const deep = await call(url, RANK, {
        stateCode: "ACT",
        weights,
        filter: { not: { range: {}, rnage: 1 } },
      });
      expect(deep.named).toBe("weights[1].wieght, filter.not.rnage");
      const many = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`x${i}`, i]));
      if (call === post)
        expect((await call(url, LIST, { stateCode: "ACT", ...many })).named).toMatch(/x9, \.\.\.$/);
    }
  });

  it("are refused with the nearest name where the caller or the server wants that", async () => {
    const lax = await serve(false);
    const strict = await serve(true);
    const asked = { "terrace-strict": "1" };
    for (const call of [post, get]) {
      for (const [url, headers] of [
        [lax, asked],
        [strict, {}],
      ] as const) {
        const refused = await call(url, LIST, { stateCode: "ACT", limt: 1 }, headers);
        expect(refused.status).toBe(400);
        expect(refused.body).toMatchObject({ code: "invalid_argument" });
        expect(refused.body.message).toBe(
          '"limt": ListStateSuburbsRequest has no such field; did you mean "limit"? It has stateCode, query, limit',
        );
        const rank = { stateCode: "ACT", weights: [{ metricKey: "age", weight: 1 }], limit: 3 };
        expect((await call(url, RANK, rank, headers)).body.message).toContain('did you mean "k"?');
        expect((await call(url, LIST, { stateCode: "ACT", zzz: 1 }, headers)).body.message).toBe(
          '"zzz": ListStateSuburbsRequest has no such field; it has stateCode, query, limit',
        );
        expect((await call(url, LIST, { state_code: "ACT", limit: 1 }, headers)).status).toBe(200);
      }
      expect(
        (await call(strict, LIST, { stateCode: "ACT", limt: 1 }, { "terrace-strict": "0" })).status,
      ).toBe(200);
    }
  });

  it("are refused however the caller spells that it sends JSON", async () => {
    const url = `${await serve(true)}/${LIST}`;
    const body = '{"stateCode":"ACT","limt":1}';
    const byGet = await fetch(`${url}?connect=v1&encoding=%6Ason&message=${encodeURIComponent(body)}`);
    const byPost = await postJson(url, body, { "content-type": "Application/JSON" });
    for (const answer of [byGet, byPost]) {
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("no such field")]);
    }
    const byGrpcWeb = await postJson(url, framed(body), { "content-type": "application/grpc-web+JSON" });
    expect(await byGrpcWeb.text()).toContain("grpc-status: 3");
  });

  it("do not overflow the stack, however deep", async () => {
    const url = await serve(true);
    const depth = 3000;
    const body = `{"stateCode":"ACT","filter":${'{"not":'.repeat(depth)}{}${"}".repeat(depth)}}`;
    const { status } = await postJson(`${url}/terrace.v1.ExplorerService/Explore`, body);
    expect(status).toBe(400);
    expect(() => fromJson(RankSuburbsRequestSchema, { k: 1 })).not.toThrow();
  });
});

describe("a state's full name", () => {
  it("means its code in every method that takes one, in any case", async () => {
    const url = await serve(true);
    let asked = 0;
    for (const [method, sample] of SAMPLE_REQUESTS) {
      const request = sample as Record<string, unknown>;
      const field = ["stateCode", "state", "grainKey"].find((one) => typeof request[one] === "string");
      const state = STATES.find(({ code }) => code === String(request[field ?? ""]).toUpperCase());
      if (state === undefined) continue;
      asked++;
      const byCode = await post(url, method, request);
      const name = state.name.replace(" ", "  ").replace("a", "A").toLowerCase();
      const byName = await post(url, method, { ...request, [field!]: ` ${name}` });
      expect([method, byName.status]).toEqual([method, 200]);
      expect(byName.body).toEqual(byCode.body);
    }
    expect(asked).toBeGreaterThanOrEqual(10);
    const outlines = await fetch(`${url}/v1/outlines/Northern%20Territory.geojson`);
    expect(outlines.status).toBe(200);
  });
});
