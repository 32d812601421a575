import { once } from "node:events";
import { connect as connectHttp2, constants } from "node:http2";
import { connect } from "node:net";
import { connect as connectTls } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { servedCountry } from "../../../support/country/ask-country.ts";
import { callJson } from "../../../support/country/serve-country.ts";
import { postOver } from "../../../support/wire/open-stream.ts";
import { exchange, requestBytes } from "../../../support/wire/raw-http.ts";
import { closed, dribble } from "../../../support/wire/sockets.ts";
import { FILTER_PATH, localhostPair, serveWire } from "../../../support/wire/wire-server.ts";

const INDEX = "/shorts.v1alpha1.HousingService/GetSuburbIndex";
const JSON_HEADERS = { "Content-Type": "application/json", "User-Agent": "terrace-tests/1" };
const MEBIBYTE = 2 ** 20;

const serving = servedCountry({
  // Short for a client that sends a byte now and then, long for a whole request on a busy machine.
  config: { headersTimeoutMs: 1500, bodyTimeoutMs: 3000, maxHeaderBytes: 16_384 },
});
let port: number;
beforeAll(async () => {
  port = Number(new URL(serving.url).port);
});
afterAll(async () => {
  // After all these attacks the server still answers.
  expect((await callJson(serving.url, INDEX.slice(1), { stateCode: "ACT" })).status).toBe(200);
});

// Tests that wait for a timeout run concurrently.
describe("limitSessions", () => {
  it.concurrent("closes a connection that sends the head of a request byte by byte", async () => {
    const bytes = requestBytes({ path: INDEX, headers: { ...JSON_HEADERS, "X-Slow": "x".repeat(500) } });
    const { sentBytes, reply } = await dribble(port, bytes, 5);
    expect(sentBytes).toBeLessThan(bytes.byteLength);
    expect(reply).toMatch(/^(HTTP\/1.1 408|$)/);
  });

  it.concurrent("closes a connection that sends the body byte by byte", async () => {
    const head = requestBytes({ path: INDEX, headers: { ...JSON_HEADERS, "Content-Length": "100000" } });
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write(head);
    const timer = setInterval(() => socket.write(" "), 5);
    await closed(socket);
    clearInterval(timer);
  });

  it.concurrent("closes connections that say nothing, or only how HTTP/2 begins", async () => {
    const sockets = ["P", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "G"].map((bytes) => {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => {});
      socket.resume();
      socket.write(bytes);
      return socket;
    });
    await Promise.all(sockets.map(closed));
  });

  it.concurrent("closes an HTTP/2 call whose body does not come, and keeps its connection", async () => {
    const session = connectHttp2(serving.url);
    const head = { ":method": "POST", ":path": INDEX, "content-type": "application/json" };
    const stream = session.request(head);
    stream.on("error", () => {});
    const timer = setInterval(() => stream.write(" "), 5);
    await closed(stream);
    clearInterval(timer);
    expect(stream.rstCode).toBe(constants.NGHTTP2_CANCEL);
    const next = session.request(head);
    next.end('{"stateCode":"ACT"}');
    const [headers] = await once(next, "response");
    expect(headers[":status"]).toBe(200);
    session.destroy();
  });

  it("reads and drops what a caller sends after its answer: the other calls of its connection go on", async () => {
    // No timeouts in this test: unread bytes would fill the connection's window forever.
    const never = 3_600_000;
    const server = await serveWire({ limits: { bodyTimeoutMs: never, afterAnswerMs: never } });
    const session = connectHttp2(server.url);
    const ask = (contentType: string, body: string | Uint8Array) => {
      const stream = postOver(session, FILTER_PATH, body, { "content-type": contentType }).resume();
      return { stream, response: once(stream, "response"), isClosed: closed(stream) };
    };
    const status = async ({ response }: { response: Promise<unknown[]> }) =>
      ((await response)[0] as Record<string, number>)[":status"];
    // Answered after the five bytes that announce a frame of four gibibytes.
    const early = Array.from({ length: 8 }, () =>
      ask("application/grpc+proto", Buffer.alloc(MEBIBYTE, 0xff)),
    );
    for (const call of early) expect(await status(call)).toBe(200);
    expect(await status(ask("application/json", Buffer.alloc(MEBIBYTE + 1, " ")))).toBe(429);
    const last = Buffer.from(`{"stateCode":"ACT"}${" ".repeat(MEBIBYTE / 32)}`);
    expect(await status(ask("application/json", last))).toBe(200);
    for (const { stream, isClosed } of early) {
      await isClosed;
      expect(stream.rstCode).toBe(constants.NGHTTP2_NO_ERROR);
    }
    session.destroy();
  });

  it("closes connections that are silent, or slow with a head or a body, over TLS too", async () => {
    const tls = localhostPair();
    const server = await serveWire({ tls, limits: { headersTimeoutMs: 300, bodyTimeoutMs: 600 } });
    const silent = connect(server.port, "127.0.0.1").resume();
    const secure = (protocol: string) =>
      connectTls({ port: server.port, host: "127.0.0.1", ca: tls.cert, ALPNProtocols: [protocol] }).resume();
    const slow = secure("http/1.1");
    slow.write("GET /health HTTP/1.1\r\n");
    const timer = setInterval(() => slow.writable && slow.write("X-Slow: x\r\n"), 5);
    const bodiless = secure("http/1.1");
    bodiless.write(requestBytes({ path: FILTER_PATH, headers: { ...JSON_HEADERS, "Content-Length": "9" } }));
    await Promise.all([silent, secure("http/1.1"), secure("h2"), slow, bodiless].map(closed));
    clearInterval(timer);
  });

  it("refuses a flood of headers with 431, and in HTTP/2 by ending the call", async () => {
    const flood = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`X-Flood-${i}`, "x".repeat(50)]));
    const request = { path: INDEX, headers: { ...JSON_HEADERS, ...flood }, body: "{}" };
    expect((await exchange(port, requestBytes(request))).status).toBe(431);
    const session = connectHttp2(serving.url);
    session.on("error", () => {});
    const stream = session.request({ ":method": "POST", ":path": INDEX, ...flood });
    const failed = await new Promise((resolve) => {
      stream.on("error", resolve);
      stream.on("response", () => resolve(undefined));
    });
    expect(failed).toBeInstanceOf(Error);
    session.destroy();
  });
});
