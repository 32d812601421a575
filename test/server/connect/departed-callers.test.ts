import { type ClientHttp2Session, connect, constants, type Http2ServerRequest } from "node:http2";
import { gzipSync } from "node:zlib";
import type { onRequestHookHandler } from "fastify";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { acceptedCompression } from "../../../src/server/http/compression.ts";
import { eventually } from "../../support/run/eventually.ts";
import { textOf } from "../../support/wire/lazy-readers.ts";
import { FILTER_PATH, startWireServer, waitingSignals } from "../../support/wire/wire-server.ts";

/** Asks for what lasts as long as its caller. */
const WAIT = JSON.stringify({ stateCode: "wait" });

/** A server that admits nobody until it is told to go on, and a connection to it. */
async function serve(ownUnaryRoute: boolean) {
  const { promise: came, resolve: tell } = Promise.withResolvers<Http2ServerRequest>();
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
  const admit: onRequestHookHandler = (request, _reply, done) => {
    tell(request.raw as unknown as Http2ServerRequest);
    held.then(() => done());
  };
  const { url, close } = await startWireServer({ ownUnaryRoute, admission: [admit] });
  onTestFinished(() => close(0).then(() => {}));
  const session = connect(url);
  session.on("error", () => {});
  onTestFinished(() => session.destroy());
  return { session, came, goOn };
}

function post(session: ClientHttp2Session, body: string | Buffer, headers: Record<string, string> = {}) {
  const head = { ":method": "POST", ":path": FILTER_PATH, "content-type": "application/json", ...headers };
  const call = session.request(head);
  call.on("error", () => {});
  call.end(body);
  return call;
}

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
    // Whoever comes after is answered after.
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
