import { describe, expect, it } from "vitest";
import { openStreamsHook } from "../../../../src/server/admission/open-streams.ts";
import { openSession, openStream } from "../../../support/wire/open-stream.ts";
import { exchange, exchangeHttp2 } from "../../../support/wire/raw-http.ts";
import { FILTER_PATH, serveWire } from "../../../support/wire/wire-server.ts";

const WATCH = "/grpc.health.v1.Health/Watch";
const REFLECTION = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo";
const PATHS = [FILTER_PATH, WATCH, REFLECTION, "/health", "/api/health", "/", "/nowhere", "/v1/latest"];

async function serve() {
  const started: string[] = [];
  const admission = [openStreamsHook({ trustedProxies: "", clientIpHeader: "", most: 4, mostOfOne: 2 })];
  const observer = { started: (route: string) => started.push(route), ended: () => {} };
  const server = await serveWire({ admission, observer });
  return { ...server, started };
}

describe("headProblem", () => {
  it("refuses other versions on every path at once, counts nothing, logs nothing and takes no stream's place", async () => {
    const { port, url, log, started } = await serve();
    for (const path of PATHS) {
      for (const line of [
        `POST ${path} HTTP/2.0`,
        `GET ${path} HTTP/0.9`,
        `GET ${path}`,
        `GET ${path} HTTP/1.2`,
      ]) {
        const headers = "Host: a\r\nContent-Type: application/grpc\r\nContent-Length: 0\r\n";
        const reply = await exchange(port, `${line}\r\n${headers}\r\n`);
        expect([400, 505], line).toContain(reply.status);
      }
    }
    expect(started).toEqual([]);
    expect(log).toEqual([]);
    for (const path of [WATCH, REFLECTION]) {
      expect((await openStream(openSession(url), path)).status).toBeUndefined();
    }
  });

  it("refuses a request that names two hosts", async () => {
    const { port, url } = await serve();
    for (const path of PATHS) {
      const reply = await exchange(port, `GET ${path} HTTP/1.1\r\nHost: a\r\nhOST: b\r\n\r\n`);
      expect([reply.status, String(reply.body)], path).toEqual([
        400,
        expect.stringContaining("2 Host headers"),
      ]);
      const two = await exchangeHttp2(url, {
        method: "GET",
        path,
        headers: { ":authority": "a", host: "b" },
      });
      expect(two.status, path).toBe(400);
    }
  });
});
