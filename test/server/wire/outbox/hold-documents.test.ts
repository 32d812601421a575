import { once } from "node:events";
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  constants,
  type Http2ServerRequest,
} from "node:http2";
import { Readable } from "node:stream";
import { create } from "@bufbuild/protobuf";
import type { onRequestHookHandler } from "fastify";
import { describe, expect, it, vi } from "vitest";
import {
  FilterSuburbsResponseSchema,
  HousingService,
} from "../../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { unaryMethod } from "../../../../src/rpc/unary-method.ts";
import type { ServerOptions } from "../../../../src/server/start/create-server.ts";
import type { FinishedCall } from "../../../../src/server/telemetry/call-record.ts";
import { UnreadAnswers, type UnreadLimits } from "../../../../src/server/wire/outbox/unread-answers.ts";
import { eventually } from "../../../support/run/fixtures.ts";
import { getRequest, HTTP2_PREFACE, resetCall, widestWindows } from "../../../support/wire/http2-frames.ts";
import { textOf } from "../../../support/wire/lazy-readers.ts";
import { openSession, postOver } from "../../../support/wire/open-stream.ts";
import { requestBytes } from "../../../support/wire/raw-http.ts";
import { closed, socketForTest } from "../../../support/wire/sockets.ts";
import { FILTER_PATH, serveWire } from "../../../support/wire/wire-server.ts";

const PIECES = 40;
const PIECE_BYTES = 64 * 1024;
/** Small: Node closes a connection once 10 MB of it were discarded. */
const DOCUMENT = Buffer.alloc(512, "d");
const EMPTY_MESSAGE = Buffer.alloc(5);
const LIST_SERVICES = Buffer.from([0, 0, 0, 0, 2, 0x3a, 0]);

/** A server with every kind of route that counts every response. */
async function serve(limits: Partial<UnreadLimits>, options: Partial<ServerOptions> = {}) {
  const late = Promise.withResolvers<void>();
  const quiet: Readable[] = [];
  const unread = new UnreadAnswers(limits);
  const { url } = await serveWire({
    unread,
    requestTimeoutMs: 10_000,
    ...options,
    plainRoutes: (scope) => {
      scope.get("/document", (_request, reply) => reply.send(DOCUMENT));
      scope.get("/late", async (request, reply) => {
        await once(request.raw, "close");
        reply.send(DOCUMENT);
        late.resolve();
        return reply;
      });
      scope.get("/stream", (_request, reply) =>
        reply.send(Readable.from(Array.from({ length: PIECES }, () => Buffer.alloc(PIECE_BYTES, "a")))),
      );
      scope.get("/quiet", (_request, reply) => {
        const stream = quietAfter("first words");
        quiet.push(stream);
        return reply.send(stream);
      });
    },
  });
  return { url, unread, quiet, late: late.promise };
}

/** A stream that sends no more and does not end. */
function quietAfter(text: string): Readable {
  const stream = new Readable({ read() {} });
  stream.push(text);
  return stream;
}

function get(session: ClientHttp2Session, path: string): ClientHttp2Stream {
  return session.request({ ":path": path });
}

const post = (session: ClientHttp2Session, path: string, type: string, body: string | Uint8Array) =>
  postOver(session, path, body, { "content-type": type });

const ROUTES: readonly [string, (session: ClientHttp2Session) => ClientHttp2Stream][] = [
  ["a health route", (session) => get(session, "/health")],
  ["a path that is not there", (session) => get(session, "/not/here")],
  ["a stream", (session) => get(session, "/stream")],
  ["a call in Connect", (session) => post(session, FILTER_PATH, "application/json", "{}")],
  ["a call by GET", (session) => get(session, `${FILTER_PATH}?encoding=json&message=%7B%7D`)],
  [
    "a call in gRPC",
    (session) => post(session, "/grpc.health.v1.Health/Check", "application/grpc+proto", EMPTY_MESSAGE),
  ],
  [
    "reflection",
    (session) =>
      post(
        session,
        "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
        "application/grpc+proto",
        LIST_SERVICES,
      ),
  ],
];

describe("answers that an HTTP/2 caller does not take", () => {
  it.each(ROUTES)("are counted and given up in time, however small: %s", async (_route, ask) => {
    const { url, unread } = await serve({ timeoutMs: 300 });
    const session = openSession(url, 0);
    const calls = [ask(session), ask(session)];
    await Promise.all(calls.map(closed));
    expect(calls.map(({ rstCode }) => rstCode)).toEqual(Array(2).fill(constants.NGHTTP2_CANCEL));
    expect([unread.count, unread.byteLength, unread.cut.time]).toEqual([0, 0, 2]);
  });

  it.each(ROUTES)("count no longer when the caller gives its call up: %s", async (_route, ask) => {
    const { url, unread } = await serve({ timeoutMs: 3_600_000 });
    const call = ask(openSession(url, 0));
    await once(call, "response");
    await eventually(() => expect(unread.count).toBe(1));
    call.close(constants.NGHTTP2_CANCEL);
    await eventually(() => expect([unread.count, unread.byteLength]).toEqual([0, 0]));
    expect(unread.cut).toEqual({ time: 0, budget: 0 });
  });

  it.each(ROUTES)("count no longer when they are taken: %s", async (_route, ask) => {
    const { url, unread } = await serve({ timeoutMs: 3_600_000 });
    const call = ask(openSession(url, 16_384));
    await once(call, "response");
    await textOf(call);
    await eventually(() => expect([unread.count, unread.byteLength]).toEqual([0, 0]));
    expect(unread.cut).toEqual({ time: 0, budget: 0 });
  });
});

describe("a document that is made when its caller has gone away", () => {
  it("is not counted", async () => {
    const { url, unread, late } = await serve({ timeoutMs: 3_600_000 });
    const session = openSession(url, 0);
    const call = get(session, "/late");
    // When another request has been answered, the server has begun with this one.
    await once(get(session, "/health"), "response");
    call.close(constants.NGHTTP2_CANCEL);
    await late;
    // Only the other response is left unread.
    expect(unread.count).toBe(1);
  });
});

/** Limits that few documents reach: 192 over all connections, 16 on one. */
const NARROW = {
  timeoutMs: 3_600_000,
  totalBytes: 192 * DOCUMENT.byteLength,
  connectionBytes: 16 * DOCUMENT.byteLength,
};
/** Number of discarded documents that shows that the flood is in progress. */
const FLOODED = 100;
const LARGE_MASK_BYTES = 64 * 1024;

const largeFilter = unaryMethod(HousingService.method.filterSuburbs, () =>
  create(FilterSuburbsResponseSchema, { matchMask: new Uint8Array(LARGE_MASK_BYTES) }),
);

/**
 * Requests documents over one connection and reads none: each one above the limit discards another. Returns a
 * function for how many of 15,000 are left; Node closes a connection with slightly more discarded.
 */
function flood(url: string): () => number {
  const session = openSession(url, 0);
  let left = 15_000;
  const timer = setInterval(() => {
    void closed(get(session, "/document"));
    if (--left === 0) clearInterval(timer);
  }, 1);
  session.once("close", () => clearInterval(timer));
  return () => left;
}

describe("documents that one connection asks for in a row and does not take", () => {
  it("hold up nobody else's large answers", async () => {
    const { url, unread } = await serve(NARROW, { methods: [largeFilter] });
    const documentsLeft = flood(url);
    await eventually(() => expect(unread.cut.budget).toBeGreaterThan(FLOODED));
    const headers = { "content-type": "application/proto" };
    for (let i = 0; i < 10; i++) {
      const answer = await fetch(url + FILTER_PATH, { method: "POST", headers });
      expect([answer.status, (await answer.bytes()).byteLength]).toEqual([200, LARGE_MASK_BYTES + 4]);
    }
    // They came during the flood, not after it.
    expect(documentsLeft()).toBeGreaterThan(0);
  });

  it("are given up before the older ones of others", async () => {
    const { url, unread } = await serve(NARROW);
    const slow = openSession(url, 0);
    const call = get(slow, "/document");
    const isClosed = closed(call);
    await once(call, "response");
    flood(url);
    await eventually(() => expect(unread.cut.budget).toBeGreaterThan(FLOODED));
    // Another client exceeds the limit: the connection that holds the most has to make up for it too.
    await once(get(openSession(url, 0), "/document"), "response");
    let byteLength = 0;
    call.on("data", (piece: Buffer) => {
      byteLength += piece.byteLength;
    });
    slow.settings({ initialWindowSize: 2 ** 20 });
    await isClosed;
    expect(byteLength).toBe(DOCUMENT.byteLength);
  });
});

/** A hook that blocks the first request until `goOn`. */
function holdFirst() {
  const { promise: came, resolve: tell } = Promise.withResolvers<Http2ServerRequest>();
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
  const hook: onRequestHookHandler = (request, _reply, done) => {
    tell(request.raw as unknown as Http2ServerRequest);
    held.then(() => done());
  };
  return { came, goOn, hook };
}

describe("an HTTP/2 caller who is gone before its answer is made", () => {
  it.each(ROUTES)("leaves nothing that counts: %s", async (_route, ask) => {
    const { came, goOn, hook } = holdFirst();
    const { url, unread } = await serve({ timeoutMs: 3_600_000 }, { firstHooks: [hook] });
    const session = openSession(url, 16_384);
    const call = ask(session);
    const { stream } = await came;
    call.close(constants.NGHTTP2_CANCEL);
    await eventually(() => expect(stream.destroyed).toBe(true));
    goOn();
    // Once a later call has been answered, the first one has been handled.
    const next = ask(session);
    await once(next, "response");
    await textOf(next);
    await eventually(() => expect([unread.count, unread.byteLength]).toEqual([0, 0]));
  });

  it("has nothing encoded or counted when it goes while the method works", async () => {
    const { promise: came, resolve: tell } = Promise.withResolvers<void>();
    const { promise: answer, resolve: goOn } = Promise.withResolvers<void>();
    const json = vi.fn(() => Buffer.from('{"matchCount":7}'));
    const method = unaryMethod(HousingService.method.filterSuburbs, async () => {
      tell();
      await answer;
      return { json, binary: json, message: () => create(FilterSuburbsResponseSchema) };
    });
    const { promise: closing, resolve: ended } = Promise.withResolvers<void>();
    const observer = { started: () => {}, ended: () => ended() };
    const { url, unread } = await serve({ timeoutMs: 3_600_000 }, { methods: [method], observer });
    const session = openSession(url, 16_384);
    const call = post(session, FILTER_PATH, "application/json", "{}");
    await came;
    call.close(constants.NGHTTP2_CANCEL);
    await closing;
    goOn();
    const next = post(session, FILTER_PATH, "application/json", "{}");
    expect(await textOf(next)).toBe('{"matchCount":7}');
    await eventually(() => expect([unread.count, unread.byteLength]).toEqual([0, 0]));
    expect(json).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["as canceled", constants.NGHTTP2_CANCEL],
    ["without an error", constants.NGHTTP2_NO_ERROR],
  ])("is seen to go when it resets its call %s with its request", async (_how, code) => {
    const ended: number[] = [];
    const observer = { started: () => {}, ended: (call: FinishedCall) => ended.push(call.status) };
    const { url, unread } = await serve({ timeoutMs: 3_600_000 }, { observer });
    const socket = socketForTest(Number(new URL(url).port)).resume();
    socket.write(Buffer.concat([HTTP2_PREFACE, widestWindows(), getRequest("/health"), resetCall(code)]));
    await eventually(() => expect(ended).toEqual([499]));
    expect([unread.count, unread.byteLength]).toEqual([0, 0]);
  });
});

describe("answers behind one that is not ready, when their HTTP/1.1 caller goes away", () => {
  it("count no longer, and their streams are closed", async () => {
    const { url, unread, quiet } = await serve({ timeoutMs: 3_600_000 }, { requestTimeoutMs: 3_600_000 });
    const socket = socketForTest(Number(new URL(url).port));
    const headers = { "Content-Type": "application/json", Connection: "keep-alive" };
    const call = (body: string) => requestBytes({ path: FILTER_PATH, headers, body });
    const read = (path: string) => requestBytes({ method: "GET", path, headers });
    // Few bytes: Node stops reading a connection while many wait.
    socket.write(Buffer.concat([call('{"stateCode":"wait"}'), call("{}"), read("/quiet")]));
    await eventually(() => expect([unread.count, quiet.length]).toEqual([2, 1]));
    socket.destroy();
    await eventually(() => expect([unread.count, unread.byteLength]).toEqual([0, 0]));
    await eventually(() => expect(quiet[0].destroyed).toBe(true));
    expect(unread.cut).toEqual({ time: 0, budget: 0 });
  });
});

describe("a stream that its caller reads", () => {
  it("comes whole however often its time begins anew, and counts as one answer meanwhile", async () => {
    const { url, unread } = await serve({ timeoutMs: 3_600_000 });
    const call = get(openSession(url, 16_384), "/stream");
    let byteLength = 0;
    let most = 0;
    for await (const chunk of call) {
      byteLength += (chunk as Buffer).byteLength;
      most = Math.max(most, unread.count);
    }
    expect([byteLength, most]).toEqual([PIECES * PIECE_BYTES, 1]);
  });

  it("is left alone when nothing is there to read and its time is over", async () => {
    const { url, unread } = await serve({ timeoutMs: 100 });
    const call = get(openSession(url, 16_384), "/quiet");
    const [words] = await once(call, "data");
    expect(String(words)).toBe("first words");
    await eventually(() => expect(unread.count).toBe(0));
    expect([call.closed, unread.cut.time]).toEqual([false, 0]);
  });
});
