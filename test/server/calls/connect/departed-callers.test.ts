import { type ClientHttp2Session, constants, type Http2ServerRequest } from "node:http2";
import { connect as connectTo } from "node:net";
import { gzipSync } from "node:zlib";
import type { onRequestHookHandler } from "fastify";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { FinishedCall } from "../../../../src/server/telemetry/call-record.ts";
import { acceptedCompression } from "../../../../src/server/wire/compression/compression.ts";
import { eventually } from "../../../support/run/fixtures.ts";
import { textOf } from "../../../support/wire/lazy-readers.ts";
import { openSession, postOver } from "../../../support/wire/open-stream.ts";
import { requestBytes } from "../../../support/wire/raw-http.ts";
import { FILTER_PATH, serveWire, waitingSignals } from "../../../support/wire/wire-server.ts";

/** A call that lasts until its client leaves. */
const WAIT = JSON.stringify({ stateCode: "wait" });

/** A server whose admission waits until `goOn`, and a connection to it. */
async function serve(ownUnaryRoute: boolean) {
  const { promise: came, resolve: tell } = Promise.withResolvers<Http2ServerRequest>();
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
  const admit: onRequestHookHandler = (request, _reply, done) => {
    tell(request.raw as unknown as Http2ServerRequest);
    held.then(() => done());
  };
  const { url } = await serveWire({ ownUnaryRoute, admission: [admit] });
  const session = openSession(url);
  return { session, came, goOn };
}

const post = (session: ClientHttp2Session, body: string | Buffer, headers: Record<string, string> = {}) =>
  postOver(session, FILTER_PATH, body, headers);

function get(session: ClientHttp2Session, message: string) {
  const call = session.request({
    ":path": `${FILTER_PATH}?encoding=json&message=${encodeURIComponent(message)}`,
  });
  call.on("error", () => {});
  return call;
}

describe("a caller over HTTP/2 who goes away", () => {
  it.each([
    ["by POST", true, post],
    ["by POST to the library", false, post],
    ["by GET", true, get],
  ] as const)("while it is admitted has no method run, %s", async (_how, ownUnaryRoute, ask) => {
    const { session, came, goOn } = await serve(ownUnaryRoute);
    const begun = waitingSignals.length;
    const call = ask(session, WAIT);
    const { stream } = await came;
    call.close(constants.NGHTTP2_CANCEL);
    await eventually(() => expect(stream.destroyed).toBe(true));
    goOn();
    // Once a later call has been answered, the first one has been handled.
    await textOf(ask(session, "{}"));
    expect(waitingSignals.length).toBe(begun);
  });

  it("while its request is inflated has no method run", async () => {
    const { session, came, goOn } = await serve(true);
    goOn();
    const [gzip] = acceptedCompression;
    const { promise: held, resolve: inflated } = Promise.withResolvers<void>();
    const { decompress } = gzip;
    const inflate = vi.spyOn(gzip, "decompress").mockImplementation(async (bytes, limit) => {
      const plain = await decompress(bytes, limit);
      await held;
      return plain;
    });
    onTestFinished(() => inflate.mockRestore());
    const begun = waitingSignals.length;
    const call = post(session, gzipSync(WAIT), { "content-encoding": "gzip" });
    const { stream } = await came;
    await eventually(() => expect(inflate).toHaveBeenCalled());
    call.close(constants.NGHTTP2_CANCEL);
    await eventually(() => expect(stream.destroyed).toBe(true));
    inflated();
    await textOf(post(session, "{}"));
    expect(waitingSignals.length).toBe(begun);
  });
});

/** Pipelined calls: the first, whose response is the next to be sent, and those that wait for it. */
const PIPELINED = 5;
const KEEP_ALIVE = { Connection: "keep-alive" };
const WAIT_BY_POST = requestBytes({
  path: FILTER_PATH,
  headers: { ...KEEP_ALIVE, "Content-Type": "application/json" },
  body: WAIT,
});
const WAIT_BY_GET = requestBytes({
  method: "GET",
  path: `${FILTER_PATH}?encoding=json&message=${encodeURIComponent(WAIT)}`,
  headers: KEEP_ALIVE,
});

describe("a caller over HTTP/1.1 who goes away", () => {
  it.each([
    ["by POST", true, true, WAIT_BY_POST],
    ["by POST, unobserved", true, false, WAIT_BY_POST],
    ["by POST to the library", false, true, WAIT_BY_POST],
    ["by GET", true, true, WAIT_BY_GET],
  ] as const)("ends every call of its pipeline, %s", async (_how, ownUnaryRoute, isObserved, ask) => {
    waitingSignals.length = 0;
    let inFlight = 0;
    const ended: FinishedCall[] = [];
    const observer = {
      started: () => void inFlight++,
      ended: (call: FinishedCall) => {
        inFlight--;
        ended.push(call);
      },
    };
    const server = await serveWire({ ownUnaryRoute, ...(isObserved ? { observer } : {}) });
    const socket = connectTo(server.port, "127.0.0.1");
    socket.write(Buffer.concat(Array(PIPELINED).fill(ask)));
    await eventually(() => expect(waitingSignals).toHaveLength(PIPELINED));
    expect(inFlight).toBe(isObserved ? PIPELINED : 0);
    socket.destroy();
    await eventually(() =>
      expect(waitingSignals.map(({ aborted }) => aborted)).toEqual(Array(PIPELINED).fill(true)),
    );
    await eventually(() => expect(inFlight).toBe(0));
    expect(ended.map(({ status, code }) => [status, code])).toEqual(
      Array(isObserved ? PIPELINED : 0).fill([499, "canceled"]),
    );
  });
});
