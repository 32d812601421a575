import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect as connectHttp2 } from "node:http2";
import { request as requestHttps } from "node:https";
import type { Socket } from "node:net";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import { eventually } from "../../../support/run/fixtures.ts";
import { exchangeHttp2, requestBytes } from "../../../support/wire/raw-http.ts";
import type { WireServer } from "../../../support/wire/wire-server.ts";
import { FILTER_PATH, startWireServer, waitingSignals } from "../../../support/wire/wire-server.ts";

const HEADERS = { "Content-Type": "application/json" };
const OPEN_REQUEST = { path: FILTER_PATH, headers: { ...HEADERS, Connection: "keep-alive" }, body: "{}" };

let server: WireServer;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close(0);
});

async function open(): Promise<Socket> {
  const socket = connect(server.port, "127.0.0.1");
  socket.on("error", () => {});
  sockets.push(socket);
  await once(socket, "connect");
  return socket;
}

async function nextStatus(socket: Socket): Promise<string> {
  const [chunk] = (await once(socket, "data")) as [Buffer];
  return chunk.toString("latin1", 0, 12);
}

/** Writes bytes and gives the server a turn to read them before anything follows. */
async function sendApart(socket: Socket, bytes: Buffer): Promise<void> {
  await new Promise((resolve) => socket.write(bytes, resolve));
  await new Promise(setImmediate);
}

/** Starts a call that ends only when it is aborted, and resolves when it has reached the method. */
async function startWaitingCall(timeoutMs: number): Promise<Socket> {
  const before = waitingSignals.length;
  const socket = await open();
  const headers = { ...OPEN_REQUEST.headers, "Connect-Timeout-Ms": String(timeoutMs) };
  socket.write(requestBytes({ path: FILTER_PATH, headers, body: '{"stateCode":"wait"}' }));
  await eventually(() => expect(waitingSignals.length).toBe(before + 1));
  return socket;
}

describe("listen", () => {
  it("serves HTTP/1.1 and HTTP/2 with prior knowledge on one port", async () => {
    server = await startWireServer({ ownUnaryRoute: true });
    const socket = await open();
    socket.write(requestBytes(OPEN_REQUEST));
    expect(await nextStatus(socket)).toBe("HTTP/1.1 200");
    const reply = await exchangeHttp2(server.url, { path: FILTER_PATH, headers: HEADERS, body: "{}" });
    expect(reply.status).toBe(200);
  });

  it("tells the protocols apart when the first bytes come one by one", async () => {
    server = await startWireServer({ ownUnaryRoute: true });
    const socket = await open();
    socket.setNoDelay(true);
    for (const byte of requestBytes(OPEN_REQUEST).subarray(0, 6)) {
      await sendApart(socket, Buffer.of(byte));
    }
    socket.write(requestBytes(OPEN_REQUEST).subarray(6));
    expect(await nextStatus(socket)).toBe("HTTP/1.1 200");

    const http2 = await open();
    http2.setNoDelay(true);
    for (const part of ["P", "R", "I", " * HTTP/2.0\r\n\r\nSM\r\n\r\n"]) {
      await sendApart(http2, Buffer.from(part));
    }
    http2.write(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]));
    const [settings] = (await once(http2, "data")) as [Buffer];
    // The server's first frame is SETTINGS, type 4.
    expect(settings[3]).toBe(4);
  });

  it("answers several requests of one connection in their order", async () => {
    server = await startWireServer({ ownUnaryRoute: true });
    const socket = await open();
    const bodies = ["first", "big", "third"].map((stateCode) => JSON.stringify({ stateCode }));
    const requests = bodies.map((body) => requestBytes({ ...OPEN_REQUEST, body }));
    let received = "";
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
    });
    socket.write(Buffer.concat(requests));
    await eventually(() => expect(received).toContain("third"));
    expect(received.indexOf("first")).toBeLessThan(received.indexOf("20000"));
    expect(received.indexOf("20000")).toBeLessThan(received.indexOf("third"));
  });

  it("closes idle connections at once and lets a call in flight finish", async () => {
    server = await startWireServer({ ownUnaryRoute: true });
    const idle = await open();
    idle.write(requestBytes(OPEN_REQUEST));
    await nextStatus(idle);
    const silent = await open();
    const session = connectHttp2(server.url);
    await once(session, "connect");
    const busy = await startWaitingCall(2000);
    const closed = server.close(120_000);
    await Promise.all([once(idle, "close"), once(silent, "close"), once(session, "close")]);
    expect(await nextStatus(busy)).toBe("HTTP/1.1 504");
    expect(await closed).toBe(true);
    await expect(open()).rejects.toThrow("ECONNREFUSED");
  });

  it("cuts off what has not finished in time and says so", async () => {
    server = await startWireServer({ ownUnaryRoute: true });
    const busy = await startWaitingCall(3_600_000);
    const closed = server.close(30);
    await once(busy, "close");
    expect(await closed).toBe(false);
    await eventually(() => expect(waitingSignals.at(-1)?.aborted).toBe(true));
  });

  it("speaks TLS with HTTP/2 and HTTP/1.1 by ALPN when given a key", async () => {
    const [key, cert] = await Promise.all(
      ["localhost-key.pem", "localhost-cert.pem"].map((name) =>
        readFile(new URL(`../../../fixtures/tls/${name}`, import.meta.url), "utf8"),
      ),
    );
    server = await startWireServer({ ownUnaryRoute: true, tls: { key, cert } });
    expect(server.url).toMatch(/^https:/);

    const session = connectHttp2(server.url, { ca: cert });
    const stream = session.request({
      ":method": "POST",
      ":path": FILTER_PATH,
      "content-type": "application/json",
    });
    stream.end('{"stateCode":"NSW"}');
    expect(JSON.parse(await text(stream))).toEqual({ indexVersion: "NSW" });

    const https = requestHttps(`${server.url}${FILTER_PATH}`, {
      method: "POST",
      ca: cert,
      agent: false,
      headers: { "content-type": "application/json" },
    });
    https.end('{"stateCode":"VIC"}');
    const [reply] = await once(https, "response");
    expect(reply.httpVersion).toBe("1.1");
    expect(JSON.parse(await text(reply))).toEqual({ indexVersion: "VIC" });
    expect(await server.close(120_000)).toBe(true);
  });
});
