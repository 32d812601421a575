import { once } from "node:events";
import { connect as connectHttp2 } from "node:http2";
import { request as requestHttps } from "node:https";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { eventually } from "../../../support/run/fixtures.ts";
import { postOver } from "../../../support/wire/open-stream.ts";
import { requestBytes } from "../../../support/wire/raw-http.ts";
import { socketForTest } from "../../../support/wire/sockets.ts";
import type { WireServer } from "../../../support/wire/wire-server.ts";
import { FILTER_PATH, localhostPair, serveWire, waitingSignals } from "../../../support/wire/wire-server.ts";

const HEADERS = { "Content-Type": "application/json" };
const OPEN_REQUEST = { path: FILTER_PATH, headers: { ...HEADERS, Connection: "keep-alive" }, body: "{}" };

async function open({ port }: WireServer): Promise<Socket> {
  const socket = socketForTest(port);
  await once(socket, "connect");
  return socket;
}

async function nextStatus(socket: Socket): Promise<string> {
  const [chunk] = (await once(socket, "data")) as [Buffer];
  return chunk.toString("latin1", 0, 12);
}

/** Writes bytes and lets the server read them before anything follows. */
async function sendApart(socket: Socket, bytes: Buffer): Promise<void> {
  await new Promise((resolve) => socket.write(bytes, resolve));
  await new Promise(setImmediate);
}

/** Starts a call that ends only when it is aborted; resolves when it has reached the method. */
async function startWaitingCall(server: WireServer, timeoutMs: number): Promise<Socket> {
  const before = waitingSignals.length;
  const socket = await open(server);
  const headers = { ...OPEN_REQUEST.headers, "Connect-Timeout-Ms": String(timeoutMs) };
  socket.write(requestBytes({ path: FILTER_PATH, headers, body: '{"stateCode":"wait"}' }));
  await eventually(() => expect(waitingSignals.length).toBe(before + 1));
  return socket;
}

describe("listen", () => {
  it("tells the protocols apart when the first bytes come one by one", async () => {
    const server = await serveWire();
    const socket = await open(server);
    socket.setNoDelay(true);
    for (const byte of requestBytes(OPEN_REQUEST).subarray(0, 6)) {
      await sendApart(socket, Buffer.of(byte));
    }
    socket.write(requestBytes(OPEN_REQUEST).subarray(6));
    expect(await nextStatus(socket)).toBe("HTTP/1.1 200");

    const http2 = await open(server);
    http2.setNoDelay(true);
    for (const part of ["P", "R", "I", " * HTTP/2.0\r\n\r\nSM\r\n\r\n"]) {
      await sendApart(http2, Buffer.from(part));
    }
    http2.write(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]));
    const [settings] = (await once(http2, "data")) as [Buffer];
    // The server's first frame is SETTINGS, type 4.
    expect(settings[3]).toBe(4);
  });

  it("closes idle connections at once and lets a call in flight finish", async () => {
    const server = await serveWire();
    const idle = await open(server);
    idle.write(requestBytes(OPEN_REQUEST));
    await nextStatus(idle);
    const silent = await open(server);
    const session = connectHttp2(server.url);
    await once(session, "connect");
    const busy = await startWaitingCall(server, 2000);
    const closed = server.close(120_000);
    await Promise.all([once(idle, "close"), once(silent, "close"), once(session, "close")]);
    expect(await nextStatus(busy)).toBe("HTTP/1.1 504");
    expect(await closed).toBe(true);
    await expect(open(server)).rejects.toThrow("ECONNREFUSED");
  });

  it("cuts off what has not finished in time and says so", async () => {
    const server = await serveWire();
    const busy = await startWaitingCall(server, 3_600_000);
    const closed = server.close(30);
    await once(busy, "close");
    expect(await closed).toBe(false);
    await eventually(() => expect(waitingSignals.at(-1)?.aborted).toBe(true));
  });

  it("speaks TLS with HTTP/2 and HTTP/1.1 by ALPN when given a key", async () => {
    const tls = localhostPair();
    const server = await serveWire({ tls });
    expect(server.url).toMatch(/^https:/);

    const session = connectHttp2(server.url, { ca: tls.cert });
    const stream = postOver(session, FILTER_PATH, '{"stateCode":"NSW"}');
    expect(JSON.parse(await text(stream))).toEqual({ indexVersion: "NSW" });

    const https = requestHttps(`${server.url}${FILTER_PATH}`, {
      method: "POST",
      ca: tls.cert,
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
