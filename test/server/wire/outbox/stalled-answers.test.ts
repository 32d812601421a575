import { once } from "node:events";
import { constants, createServer } from "node:http2";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { connect as connectTls } from "node:tls";
import { fastify } from "fastify";
import { describe, expect, it, onTestFinished } from "vitest";
import { ownNumber, type SharedNumber } from "../../../../src/runtime/shared/thread-numbers.ts";
import { stalledAnswers } from "../../../../src/server/wire/outbox/stalled-answers.ts";
import type { ConnectionLimits } from "../../../../src/server/wire/port/connection-limits.ts";
import { listen } from "../../../../src/server/wire/port/listen.ts";
import { eventually } from "../../../support/run/fixtures.ts";
import { someOf } from "../../../support/run/test-form.ts";
import { getRequest, HTTP2_PREFACE, widestWindows } from "../../../support/wire/http2-frames.ts";
import { openSession } from "../../../support/wire/open-stream.ts";
import { closed, deaf, listenForTest, socketForTest } from "../../../support/wire/sockets.ts";
import { localhostPair } from "../../../support/wire/wire-server.ts";

const MEBIBYTE = 2 ** 20;
/** More than the system buffers for a connection. */
const LARGE = 32 * MEBIBYTE;
const ANSWER_TIMEOUT_MS = 200;

/** A port before routes that do nothing about clients that do not read. */
async function serve(limits: Partial<ConnectionLimits> = {}, isTls = false) {
  const server = fastify();
  server.get("/large", (_request, reply) => reply.send(Buffer.alloc(LARGE)));
  server.get("/small", (_request, reply) => reply.send(Buffer.alloc(8192)));
  server.get("/head", (_request, reply) => reply.code(204).send());
  server.get("/stream", (_request, reply) =>
    reply.send(Readable.from(Array.from({ length: 64 }, () => Buffer.alloc(MEBIBYTE / 4)))),
  );
  const connections = ownNumber();
  const port = await listen(server, {
    host: "127.0.0.1",
    port: 0,
    limits: { answerTimeoutMs: ANSWER_TIMEOUT_MS, ...limits },
    connections,
    ...(isTls ? { tls: localhostPair() } : {}),
  });
  onTestFinished(() => port.close(0).then(() => {}));
  return { ...port, connections };
}

const LARGE_OVER_HTTP2 = Buffer.concat([HTTP2_PREFACE, widestWindows(), getRequest("/large")]);
const gets = (path: string, count: number) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(count);

async function expectAllClosed({ connections }: { connections: SharedNumber }): Promise<void> {
  await eventually(() => expect(connections.total()).toBe(0));
}

describe("stalledAnswers", () => {
  it.each(someOf(["/small", "/large", "/stream", "/nowhere"], 1))(
    "closes a call of %s whose window is shut, and keeps its connection",
    async (path) => {
      // A PING is sent to the client too, which must have time to answer.
      const { url } = await serve({ answerTimeoutMs: 2000 });
      const client = openSession(url, 0);
      const call = client.request({ ":path": path });
      await once(call, "response");
      await closed(call);
      expect(call.rstCode).toBe(constants.NGHTTP2_CANCEL);
      const next = client.request({ ":path": "/head" });
      expect((await once(next, "response"))[0][":status"]).toBe(204);
    },
  );

  it.each([
    ["one large answer over HTTP/1.1", gets("/large", 1)],
    ["many small ones over HTTP/1.1", gets("/small", LARGE / 8192)],
    ["a stream over HTTP/1.1", gets("/stream", 1)],
    ["an answer over HTTP/2, though it opens its windows", LARGE_OVER_HTTP2],
  ])("closes a connection that takes nothing of %s", async (_what, bytes) => {
    const server = await serve();
    const socket = deaf(socketForTest(server.port), bytes);
    await once(socket, "connect");
    await eventually(() => expect(server.connections.total()).toBe(1));
    await expectAllClosed(server);
  });

  it("closes connections over TLS that take nothing, of either version", async () => {
    const server = await serve({}, true);
    const open = async (protocol: string) => {
      const options = {
        port: server.port,
        host: "127.0.0.1",
        ca: localhostPair().cert,
        ALPNProtocols: [protocol],
      };
      const socket = connectTls(options);
      onTestFinished(() => void socket.destroy());
      await once(socket, "secureConnect");
      return socket;
    };
    // Opens both before the timeout of either begins.
    const [http1, http2] = [await open("http/1.1"), await open("h2")];
    deaf(http1, gets("/large", 1));
    deaf(http2, LARGE_OVER_HTTP2);
    await eventually(() => expect(server.connections.total()).toBe(2));
    await expectAllClosed(server);
  });

  it("closes an idle HTTP/2 connection whose caller keeps its own side open", async () => {
    const server = await serve({ idleSessionMs: 100 });
    const socket = connect({ port: server.port, host: "127.0.0.1", allowHalfOpen: true });
    onTestFinished(() => void socket.destroy());
    socket.on("error", () => {}).resume();
    socket.write(Buffer.concat([HTTP2_PREFACE, widestWindows(), getRequest("/head")]));
    await once(socket, "end");
    expect(socket.writable).toBe(true);
    await expectAllClosed(server);
  });

  it("leaves a call alone that takes something between looks, until its answer is whole", async () => {
    const stalled = stalledAnswers(3_600_000);
    onTestFinished(() => stalled.close());
    const server = createServer();
    const client = openSession(`http://127.0.0.1:${await listenForTest(server)}`, 65_535);
    const call = client.request({ ":path": "/" });
    let received = 0;
    call.on("data", (chunk: Buffer) => {
      received += chunk.byteLength;
    });
    const [stream] = await once(server, "stream");
    stalled.watchCall(stream, () => {});
    stream.respond({ ":status": 200 });
    for (let piece = 0; piece < 12; piece++) {
      call.pause();
      expect(stream.write(Buffer.alloc(256 * 1024))).toBe(false);
      stalled.look();
      stalled.look();
      expect(stream.closed).toBe(false);
      call.resume();
      await once(stream, "drain");
    }
    // Nothing is left to send: it may wait for its source as long as it likes.
    for (let look = 0; look < 20; look++) stalled.look();
    expect(stream.closed).toBe(false);
    stream.end();
    await once(call, "end");
    expect([received, call.rstCode]).toEqual([12 * 256 * 1024, constants.NGHTTP2_NO_ERROR]);
  });
});
