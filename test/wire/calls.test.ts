import { once } from "node:events";
import { constants } from "node:http2";
import { connect } from "node:net";
import { beforeEach, describe, expect, it } from "vitest";
import { isTerraceError } from "../../src/runtime/errors.ts";
import { eventually, opened } from "../support/run/fixtures.ts";
import { openSession, postOver } from "../support/wire/open-stream.ts";
import { exchange, requestBytes } from "../support/wire/raw-http.ts";
import { FILTER_PATH, startWireServer, waitingSignals } from "../support/wire/wire-server.ts";

const HEADERS = { "Content-Type": "application/json" };
const WAIT = { path: FILTER_PATH, headers: HEADERS, body: '{"stateCode":"wait"}' };
const MEBIBYTE = 1024 * 1024;

function nextSignal(): Promise<AbortSignal> {
  return eventually(() => waitingSignals[0] ?? expect.fail("no call has come"));
}

async function reasonOf(signal: AbortSignal): Promise<unknown> {
  if (!signal.aborted) await once(signal, "abort");
  return signal.reason;
}

describe.each([true, false])("createServer with ownUnaryRoute %s", (ownUnaryRoute) => {
  const server = opened(() => startWireServer({ ownUnaryRoute }));
  beforeEach(() => {
    waitingSignals.length = 0;
    server.log.length = 0;
  });

  it("aborts a call whose caller resets its HTTP/2 stream", async () => {
    const stream = postOver(openSession(server.url), FILTER_PATH, WAIT.body);
    const signal = await nextSignal();
    stream.close(constants.NGHTTP2_CANCEL);
    expect(isTerraceError(await reasonOf(signal), "canceled")).toBe(true);
  });

  it("aborts a call when its deadline passes", async () => {
    // Long enough to reach the method first on a busy machine.
    const headers = { ...HEADERS, "Connect-Timeout-Ms": "2000" };
    const reply = await exchange(server.port, requestBytes({ ...WAIT, headers }));
    expect(reply.status).toBe(504);
    expect(isTerraceError(await reasonOf(await nextSignal()), "deadline_exceeded")).toBe(true);
  });

  it("does not ask the method when no time is left", async () => {
    const headers = { ...HEADERS, "Connect-Timeout-Ms": "0" };
    const reply = await exchange(server.port, requestBytes({ ...WAIT, headers }));
    expect(reply.status).toBe(504);
    expect(waitingSignals).toEqual([]);
  });

  it("stays up when callers hang up in the middle of their body", async () => {
    for (let i = 0; i < 20; i++) {
      const socket = connect(server.port, "127.0.0.1");
      socket.write(requestBytes(WAIT).subarray(0, -5));
      await once(socket, "connect");
      socket.resetAndDestroy();
    }
    const reply = await exchange(server.port, requestBytes({ ...WAIT, body: "{}" }));
    expect(reply.status).toBe(200);
  });

  it("answers a body far over the limit and closes the connection", async () => {
    const head = requestBytes({
      path: FILTER_PATH,
      headers: { ...HEADERS, Connection: "keep-alive", "Content-Length": String(64 * MEBIBYTE) },
    });
    // Slightly more than is read and discarded: bytes beyond the system's buffers fail at the sender, which
    // then misses the response.
    const body = Buffer.alloc(8 * MEBIBYTE + 64 * 1024);
    const reply = await exchange(server.port, Buffer.concat([head, body]));
    expect(reply.status).toBe(429);
    expect(JSON.parse(reply.body.toString()).code).toBe("resource_exhausted");
  });

  it("takes the next request after a body over the limit", async () => {
    const headers = { ...HEADERS, Connection: "keep-alive" };
    const first = requestBytes({ path: FILTER_PATH, headers, body: "{}".padEnd(MEBIBYTE + 1) });
    const second = requestBytes({ path: FILTER_PATH, headers: HEADERS, body: '{"stateCode":"second"}' });
    const { status, body } = await exchange(server.port, Buffer.concat([first, second]));
    expect(status).toBe(429);
    expect(body.toString("latin1")).toContain('{"indexVersion":"second"}');
  });

  it("logs the caller's mistakes for debugging only", async () => {
    await exchange(server.port, requestBytes({ ...WAIT, body: '{"stateCode":"invalid_argument"}' }));
    await exchange(server.port, requestBytes({ ...WAIT, body: "{" }));
    expect(server.log.map(({ level, code }) => [level, code])).toEqual([[20, "invalid_argument"]]);
  });
});
