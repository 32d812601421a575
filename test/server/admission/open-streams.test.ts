import { constants } from "node:http2";
import { Code, ConnectError, createClient, type Interceptor } from "@connectrpc/connect";
import { describe, expect, inject, it } from "vitest";
import { Health as HealthService } from "../../../src/gen/grpc/health/v1/health_pb.ts";
import { openStreamsHook } from "../../../src/server/admission/open-streams.ts";
import { serveForTest } from "../../support/country/serve-for-test.ts";
import { eventually } from "../../support/run/fixtures.ts";
import { openSession, openStream } from "../../support/wire/open-stream.ts";
import { allTransports } from "../../support/wire/transports.ts";
import { serveWire } from "../../support/wire/wire-server.ts";

const WATCH = "/grpc.health.v1.Health/Watch";
const REFLECTION = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo";
const ALPHA = "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo";
const OPEN = undefined;
const EXHAUSTED = String(Code.ResourceExhausted);
const TOO_MANY = "4 streams of health and reflection are open, as many as may be; try again later";
const TOO_MANY_OF_ONE =
  "2 streams of health and reflection are open from your address, as many as may be; close some";

/** A server that trusts its clients' forwarded addresses, with few streams allowed. */
async function serve() {
  const proxies = { trustedProxies: "127.0.0.1", clientIpHeader: "" };
  const admission = [openStreamsHook({ ...proxies, most: 4, mostOfOne: 2 })];
  const server = await serveWire({ admission });
  return server.url;
}

describe("openStreamsHook", () => {
  it.each([WATCH, REFLECTION, ALPHA])("bounds the open streams of an address: %s", async (path) => {
    const url = await serve();
    const session = openSession(url);
    const first = await openStream(session, path, "192.0.2.1");
    const second = await openStream(session, path, "192.0.2.1");
    expect([first.status, second.status]).toEqual([OPEN, OPEN]);
    // Over another connection and to another service too.
    const refused = await openStream(openSession(url), WATCH, "192.0.2.1");
    expect([refused.status, refused.message]).toEqual([EXHAUSTED, TOO_MANY_OF_ONE]);
    expect((await openStream(session, path, "192.0.2.2")).status).toBe(OPEN);
    first.call.close(constants.NGHTTP2_CANCEL);
    await eventually(async () => expect((await openStream(session, path, "192.0.2.1")).status).toBe(OPEN));
  });

  it("bounds those of all strangers, and never refuses our proxy for their sake", async () => {
    const session = openSession(await serve());
    for (const address of ["192.0.2.1", "192.0.2.1", "192.0.2.2", "2001:db8::1"])
      expect((await openStream(session, WATCH, address)).status).toBe(OPEN);
    const refused = await openStream(session, WATCH, "192.0.2.3");
    expect([refused.status, refused.message]).toEqual([EXHAUSTED, TOO_MANY]);
    expect((await openStream(session, WATCH)).status).toBe(OPEN);
    expect((await openStream(session, WATCH)).status).toBe(OPEN);
    expect((await openStream(session, WATCH)).status).toBe(EXHAUSTED);
  });

  it("refuses in every protocol, and leaves calls that end by themselves alone", async () => {
    const url = await serve();
    const session = openSession(url);
    for (let i = 0; i < 2; i++) await openStream(session, WATCH, "192.0.2.1");
    const from: Interceptor = (next) => (request) => {
      request.header.set("x-forwarded-for", "192.0.2.1");
      return next(request);
    };
    for (const { name, transport } of allTransports(url, [from])) {
      const client = createClient(HealthService, transport);
      const watching = client.watch({})[Symbol.asyncIterator]();
      const error = ConnectError.from(await watching.next().catch((reason: unknown) => reason));
      expect([error.code, error.rawMessage], name).toEqual([Code.ResourceExhausted, TOO_MANY_OF_ONE]);
      await client.check({});
    }
  });

  it("comes before a server's streams, and lets as many watch as one connection has", async () => {
    const serving = await serveForTest(inject("country").dataDir);
    const session = openSession(serving.url);
    const watches = await Promise.all(Array.from({ length: 256 }, () => openStream(session, WATCH)));
    expect(watches.every(({ status }) => status === OPEN)).toBe(true);
    const another = openSession(serving.url);
    expect((await openStream(another, REFLECTION)).status).toBe(EXHAUSTED);
    session.destroy();
    await eventually(async () => expect((await openStream(another, WATCH)).status).toBe(OPEN));
  });
});
