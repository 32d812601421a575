import { createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { beforeEach, describe, expect, inject, it, vi } from "vitest";
import { explorerOf } from "../../../src/domains/explorer/queries/suburb-explorer.ts";
import { HousingService } from "../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { servedCountry } from "../../support/country/ask-country.ts";
import { postJson } from "../../support/country/call-json.ts";
import { serveForTest } from "../../support/country/serve-for-test.ts";
import { eventually } from "../../support/run/fixtures.ts";

const INDEX = "/shorts.v1alpha1.HousingService/GetSuburbIndex";

interface RequestLine {
  readonly level: number;
  readonly msg: string;
  readonly requestId: string;
  readonly verb: string;
  readonly method: string;
  readonly status: number;
  readonly code: string;
  readonly durationMs: number;
  readonly bytes: number;
  readonly snapshotId?: string;
  readonly tier?: string;
  readonly caller?: string;
  readonly err?: { readonly message: string };
}

const serving = servedCountry({
  config: { trustedProxies: "127.0.0.1" },
  logTo: (line) => lines.push(JSON.parse(line)),
});
const lines: RequestLine[] = [];
beforeEach(() => lines.splice(0));

const requests = () => lines.filter(({ msg }) => msg === "request");

function post(body: string, headers: Record<string, string> = {}): Promise<Response> {
  return postJson(`${serving.url}${INDEX}`, body, { "user-agent": "terrace-tests/1", ...headers });
}

function written(count: number): Promise<RequestLine[]> {
  return eventually(() => {
    expect(requests().length).toBe(count);
    return requests();
  });
}

describe("requestLog", () => {
  it("writes one line a request with what an operator asks for", async () => {
    const response = await post('{"stateCode":"ACT"}', { "x-forwarded-for": "203.0.113.9" });
    const body = await response.text();
    const [line] = await written(1);
    expect(line).toMatchObject({
      level: 30,
      requestId: response.headers.get("x-request-id"),
      verb: "POST",
      method: INDEX,
      status: 200,
      code: "ok",
      bytes: Buffer.byteLength(body),
      snapshotId: serving.engine.manifest.snapshotId,
      tier: "anonymous",
    });
    expect(line.durationMs).toBeGreaterThan(0);
    expect(line.caller).toMatch(/^ip:[0-9a-f]{8}$/);
    expect(JSON.stringify(lines)).not.toContain("203.0.113.9");
  });

  it("names the code in every protocol, and for plain paths and unknown ones", async () => {
    await (await post("{}")).text();
    const client = createClient(HousingService, createGrpcTransport({ baseUrl: serving.url }));
    await expect(client.getSuburbIndex({})).rejects.toThrow();
    await client.getSuburbIndex({ stateCode: "ACT" });
    await (await fetch(`${serving.url}/health`)).text();
    await (await fetch(`${serving.url}/shorts.v1alpha1.NoService/None`)).text();
    const found = (await written(5)).map(({ method, code, status }) => `${method} ${code} ${status}`);
    expect(found.sort()).toEqual([
      "/health ok 200",
      `${INDEX} invalid_argument 200`,
      `${INDEX} invalid_argument 400`,
      `${INDEX} ok 200`,
      "other not_found 404",
    ]);
    expect(requests().every(({ bytes, status }) => bytes > 0 || status === 200)).toBe(true);
  });

  it("writes the cause of our own fault under the request's id, and keeps it off the wire", async () => {
    const pin = serving.engine.pin();
    const ask = vi.spyOn(explorerOf(pin.view), "ask").mockRejectedValue(new Error("secret cause"));
    const response = await postJson(
      `${serving.url}/terrace.v1.ExplorerService/AggregateAgencies`,
      '{"stateCode":"TAS"}',
    );
    ask.mockRestore();
    pin.release();
    expect(await response.json()).toEqual({ code: "internal", message: "internal error" });
    const [line] = await written(1);
    expect([line.level, line.code]).toEqual([50, "internal"]);
    const failure = lines.find(({ msg }) => msg === "call failed");
    expect(failure?.requestId).toBe(line.requestId);
    expect(JSON.stringify(failure)).toContain("secret cause");
  });

  it("is silent when it is switched off", async () => {
    const quiet: string[] = [];
    const other = await serveForTest(inject("country").dataDir, {
      config: { requestLog: false },
      logTo: (line) => quiet.push(line),
    });
    await (await fetch(`${other.url}/health`)).text();
    await other.close();
    expect(quiet.filter((line) => line.includes('"request"'))).toEqual([]);
  });
});

describe("requestIds", () => {
  it("echoes a sane id and replaces any other", async () => {
    const idOf = async (id: string) => (await post("{}", { "x-request-id": id })).headers.get("x-request-id");
    expect(await idOf("order-7f:1/a=b+c.d@e")).toBe("order-7f:1/a=b+c.d@e");
    for (const id of ["", "two words", "x".repeat(129), '"quoted"', "naïve"]) {
      expect(await idOf(id)).toMatch(/^[0-9a-f]{12}-[0-9a-z]+$/);
    }
    const fresh = await Promise.all(Array.from({ length: 20 }, () => post("{}")));
    expect(new Set(fresh.map(({ headers }) => headers.get("x-request-id"))).size).toBe(20);
  });

  it("gives an id to answers in every protocol and to unknown paths", async () => {
    const header = new Headers();
    const client = createClient(HousingService, createGrpcTransport({ baseUrl: serving.url }));
    await client.getSuburbIndex(
      { stateCode: "ACT" },
      {
        headers: { "x-request-id": "mine" },
        onHeader: (received) => header.set("id", received.get("x-request-id") ?? ""),
      },
    );
    expect(header.get("id")).toBe("mine");
    expect((await fetch(`${serving.url}/nothing`)).headers.get("x-request-id")).toBeTruthy();
  });
});

describe("securityHeadersHook", () => {
  it("keeps browsers from sniffing any answer, and from running or framing what they open", async () => {
    for (const path of [
      "/health",
      "/api/health",
      "/docs",
      "/openapi.json",
      "/nothing",
      `${INDEX}?encoding=json&message={}`,
    ]) {
      const { headers } = await fetch(`${serving.url}${path}`);
      expect(headers.get("x-content-type-options"), path).toBe("nosniff");
      expect(headers.get("content-security-policy"), path).toContain("default-src 'none'");
      expect(headers.get("x-frame-options"), path).toBe("DENY");
      expect(headers.get("referrer-policy"), path).toBe("no-referrer");
      expect(headers.get("strict-transport-security"), path).toBeNull();
    }
    expect((await post("{}")).headers.get("x-content-type-options")).toBe("nosniff");
  });
});
