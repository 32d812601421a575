import { connect as connectHttp2 } from "node:http2";
import type { Code } from "@connectrpc/connect";
import { codeToString } from "@connectrpc/connect/protocol-connect";
import { describe, expect, it } from "vitest";
import { servedCountry } from "../support/country/ask-country.ts";
import { eventually } from "../support/run/fixtures.ts";
import { callRoughly } from "../support/wire/hostile-exchange.ts";
import { METRICS_TOKEN, metricOf, metricsPage } from "../support/wire/metric-value.ts";
import { exchange, framed, type RawRequest, requestBytes } from "../support/wire/raw-http.ts";

const PATH = "/shorts.v1alpha1.HousingService/GetSuburbIndex";
const EXPLORE = "/terrace.v1.ExplorerService/Explore";

/** Field 1 as a string that ends too early, an illegal tag, and a string that is not UTF-8. */
const NO_MESSAGES = {
  "cut short": Buffer.from([0x0a, 0x05, 0x41]),
  "an illegal tag": Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
  "no UTF-8": Buffer.from([0x0a, 0x02, 0xc3, 0x28]),
};
const NO_JSON = {
  "cut short": Buffer.from('{"stateCode":'),
  "another type": Buffer.from('{"stateCode":[]}'),
  "no UTF-8": Buffer.concat([Buffer.from('{"stateCode":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
};

const serving = servedCountry({ config: { metricsToken: METRICS_TOKEN } });

const post = (contentType: string, body: Uint8Array, path = PATH): RawRequest => ({
  path,
  headers: { "Content-Type": contentType },
  body,
});

async function codeOf(request: RawRequest): Promise<string> {
  const { status, body } = await exchange(Number(new URL(serving.url).port), requestBytes(request));
  const text = body.toString("latin1");
  const grpcStatus = /grpc-status: *(\d+)/i.exec(text)?.[1];
  if (grpcStatus !== undefined) return codeToString(Number(grpcStatus) as Code);
  const { code } = JSON.parse(text) as { code: string };
  return status === 400 ? code : `${status} ${code}`;
}

async function grpcCodeOf(path: string, message: Uint8Array): Promise<string> {
  const session = connectHttp2(serving.url);
  const { status } = await callRoughly(session, path, framed(message));
  session.destroy();
  return codeToString(status as Code);
}

async function counted(): Promise<number> {
  const sample = `terrace_requests_total{method="${PATH}",code="invalid_argument",tier="anonymous"}`;
  return metricOf(await metricsPage(serving), sample) || 0;
}

describe("a request that is not a message", () => {
  it.each(Object.entries(NO_MESSAGES))(
    "is invalid_argument over every protocol, and counted as such: binary, %s",
    async (_kind, message) => {
      const before = await counted();
      const get = `${PATH}?connect=v1&encoding=proto&base64=1&message=${message.toString("base64url")}`;
      const codes = [
        await codeOf(post("application/proto", message)),
        await codeOf({ method: "GET", path: get }),
        await codeOf(post("application/grpc-web+proto", framed(message))),
        await codeOf(post("application/grpc-web", framed(message))),
        await grpcCodeOf(PATH, message),
      ];
      expect(codes).toEqual(codes.map(() => "invalid_argument"));
      await eventually(async () => expect(await counted()).toBe(before + codes.length));
    },
  );

  it.each(Object.entries(NO_JSON))(
    "is invalid_argument over every protocol, and counted as such: JSON, %s",
    async (_kind, message) => {
      const before = await counted();
      const get = `${PATH}?connect=v1&encoding=json&base64=1&message=${message.toString("base64url")}`;
      const codes = [
        await codeOf(post("application/json", message)),
        await codeOf({ method: "GET", path: get }),
        await codeOf(post("application/grpc-web+json", framed(message))),
      ];
      expect(codes).toEqual(codes.map(() => "invalid_argument"));
      await eventually(async () => expect(await counted()).toBe(before + codes.length));
    },
  );

  it("is invalid_argument when it is nested deeper than anyone means", async () => {
    // ExploreRequest.filter, then FilterExpression.not in itself, with wrong lengths.
    const nested = Buffer.from([0x12, 0x7f, ...Array<number>(200).fill(0x1a)]);
    expect(await codeOf(post("application/proto", nested, EXPLORE))).toBe("invalid_argument");
    expect(await codeOf(post("application/grpc-web+proto", framed(nested), EXPLORE))).toBe(
      "invalid_argument",
    );
    expect(await grpcCodeOf(EXPLORE, nested)).toBe("invalid_argument");
  });

  it("is the caller's fault to health and reflection too", async () => {
    const health = "/grpc.health.v1.Health/Check";
    expect(await grpcCodeOf(health, NO_MESSAGES["cut short"])).toBe("invalid_argument");
    const reflection = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo";
    expect(await grpcCodeOf(reflection, NO_MESSAGES["cut short"])).toBe("invalid_argument");
  });
});
