import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect as connectHttp2,
  constants,
} from "node:http2";
import { connect } from "node:net";
import { resolve } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { create, toBinary } from "@bufbuild/protobuf";
import { afterEach, describe, expect, it } from "vitest";
import { FilterSuburbsRequestSchema } from "../../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { postJson } from "../../../support/country/call-json.ts";
import { eventually } from "../../../support/run/fixtures.ts";
import { watchPeak } from "../../../support/run/resident-memory.ts";
import { isDeepRun, someOf } from "../../../support/run/test-form.ts";
import { postOver } from "../../../support/wire/open-stream.ts";
import { framed } from "../../../support/wire/raw-http.ts";
import { closed, deaf, receivedBy } from "../../../support/wire/sockets.ts";
import { FILTER_PATH } from "../../../support/wire/wire-server.ts";

const LIST_PATH = "/shorts.v1alpha1.HousingService/ListStateSuburbs";
const MEBIBYTE = 2 ** 20;
const BUDGET = 40 * MEBIBYTE;
/** Long for a client that reads at all, short for a test. */
const TIMEOUT_MS = 3000;
const CALLERS = 200;
const DEAF_CALLS = 96;
/** Mebibytes of a response that exceeds what the system buffers for a connection. */
const LARGE = 8;
const MAX_GROWTH_MB = 256;

interface Counts {
  readonly byteLength: number;
  readonly count: number;
  readonly cut: { readonly time: number; readonly budget: number };
  readonly peakByteLength: number;
  /** Bytes that wait to be compressed. */
  readonly waitingBytes: number;
  readonly encoded: number;
  /** Calls in progress, and the most at once so far. */
  readonly working: number;
  readonly peakWorking: number;
}

let child: ChildProcess | undefined;
afterEach(() => {
  child?.kill("SIGKILL");
});

async function startServer(limits: Record<string, number> = {}) {
  const file = resolve(import.meta.dirname, "../../../support/wire/large-answers.ts");
  const all = { totalBytes: BUDGET, timeoutMs: TIMEOUT_MS, maxConnections: 1000, ...limits };
  const server = fork(file, [JSON.stringify(all)], {
    // A small heap with little garbage, so that growth shows what is kept.
    execArgv: ["--max-old-space-size=96", "--max-semi-space-size=4"],
  });
  child = server;
  const [{ port }] = (await once(server, "message")) as [{ port: number }];
  const counts = async (): Promise<Counts> => {
    server.send("");
    return (await once(server, "message"))[0] as Counts;
  };
  const holdCompression = async () => {
    server.send("hold");
    await once(server, "message");
  };
  return { port, url: `http://127.0.0.1:${port}`, growth: watchPeak(server.pid!), counts, holdCompression };
}

/** The bytes of a request whose response has this many mebibytes. */
function requestFor(mebibytes: number): string {
  const body = JSON.stringify({ predicates: [{ min: mebibytes }] });
  return `POST ${FILTER_PATH} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

const deafSocket = (port: number, bytes: string) => deaf(connect(port, "127.0.0.1"), bytes);

async function healthyCall(url: string): Promise<number> {
  const body = JSON.stringify({ predicates: [{ min: 1 / 1024 }] });
  const response = await postJson(`${url}${FILTER_PATH}`, body);
  await response.arrayBuffer();
  return response.status;
}

/** Expects that nothing is left, and that the peak never exceeded the budget. */
async function expectAllGivenUp({ counts, growth }: Awaited<ReturnType<typeof startServer>>) {
  const end = await eventually(async () => {
    const now = await counts();
    expect([now.byteLength, now.count]).toEqual([0, 0]);
    return now;
  });
  expect(end.peakByteLength).toBeLessThanOrEqual(BUDGET);
  expect(growth()).toBeLessThan(MAX_GROWTH_MB);
  return end;
}

describe("UnreadAnswers", () => {
  it.runIf(isDeepRun)(
    "bounds what two hundred callers leave unread, closes them in time, and answers whoever reads",
    async () => {
      const server = await startServer();
      const sockets = Array.from({ length: CALLERS }, () => deafSocket(server.port, requestFor(LARGE)));
      const allClosed = Promise.all(sockets.map(closed));
      // All responses together are many times the budget: the first ones must be discarded at once.
      await eventually(async () => expect((await server.counts()).cut.budget).toBeGreaterThan(0));
      expect(await healthyCall(server.url)).toBe(200);
      await eventually(async () => {
        const { budget, time } = (await server.counts()).cut;
        expect(budget + time).toBe(CALLERS);
      });
      const { cut } = await expectAllGivenUp(server);
      for (const socket of sockets) socket.resume();
      await allClosed;
      expect(await healthyCall(server.url)).toBe(200);
      console.log(
        `${CALLERS} deaf callers: ${cut.budget} cut for room, ${cut.time} for time, ${server.growth().toFixed(0)} MiB at most`,
      );
    },
  );

  it("closes the calls of HTTP/2 connections whose window is shut", async () => {
    const server = await startServer();
    const sessions: ClientHttp2Session[] = [];
    const ends: Promise<void>[] = [];
    for (let i = 0; i < 12; i++) {
      const session = connectHttp2(server.url, { settings: { initialWindowSize: 0 } });
      session.on("error", () => {});
      sessions.push(session);
      for (let call = 0; call < 4; call++) {
        const body = JSON.stringify({ predicates: [{ min: 2 }] });
        ends.push(closed(call % 2 === 1 ? grpcCall(session, 2) : postOver(session, FILTER_PATH, body)));
      }
    }
    await Promise.all(ends);
    const { cut } = await expectAllGivenUp(server);
    for (const session of sessions) session.destroy();
    expect(cut.time + cut.budget).toBeGreaterThan(0);
    expect(await healthyCall(server.url)).toBe(200);
  });

  it.each(someOf(["application/json", "application/grpc+proto"], 1))(
    "works on few calls of %s at once, whose callers read nothing, and on none when they have left",
    async (contentType) => {
      const server = await startServer();
      const sessions = Array.from({ length: 20 }, () => {
        const session = connectHttp2(server.url, { settings: { initialWindowSize: 0 } });
        session.on("error", () => {});
        for (let call = 0; call < 28; call++) {
          const body = contentType === "application/json" ? "{}" : framed("");
          postOver(session, LIST_PATH, body, { "content-type": contentType });
        }
        return session;
      });
      await eventually(async () => expect((await server.counts()).cut.budget).toBeGreaterThan(0));
      const { peakWorking } = await server.counts();
      for (const session of sessions) session.destroy();
      await eventually(async () => {
        const { working, byteLength } = await server.counts();
        expect([working, byteLength]).toEqual([0, 0]);
      });
      // A quarter of the budget, with each response estimated as a mebibyte before the first is known.
      expect(peakWorking).toBeLessThanOrEqual(BUDGET / 4 / MEBIBYTE);
      expect(server.growth()).toBeLessThan(MAX_GROWTH_MB);
      expect(await healthyCall(server.url)).toBe(200);
    },
  );

  it.each(someOf(["gzip", "identity"], 1))(
    "encodes the many gRPC answers in %s that one connection asks for and does not read a few at a time",
    async (encoding) => {
      const server = await startServer();
      const session = connectHttp2(server.url, { settings: { initialWindowSize: 0 } });
      session.on("error", () => {});
      for (let i = 0; i < DEAF_CALLS; i++) grpcCall(session, 4, encoding);
      // Compressed, all fit. Uncompressed, the first ones are discarded at their timeout, and the next
      // follow.
      await eventually(async () => {
        const { cut, encoded } = await server.counts();
        if (encoding === "gzip") expect(encoded).toBe(DEAF_CALLS);
        else expect(cut.time).toBeGreaterThan(3);
      });
      session.destroy();
      const { peakByteLength } = await expectAllGivenUp(server);
      // A connection's limit before its other responses wait, and the one that exceeds it.
      expect(peakByteLength).toBeLessThan(13 * MEBIBYTE);
      expect(await healthyCall(server.url)).toBe(200);
      console.log(`${DEAF_CALLS} deaf calls in ${encoding}: ${server.growth().toFixed(0)} MiB at most`);
    },
  );

  it.runIf(isDeepRun)(
    "forgets the answers of callers who reset their calls while these wait to be compressed",
    async () => {
      const server = await startServer();
      await server.holdCompression();
      const sessions = Array.from({ length: 12 }, () => connectHttp2(server.url));
      for (const session of sessions) session.on("error", () => {});
      const calls = sessions.flatMap((session) => [1, 2].map(() => grpcCall(session, 15, "gzip")));
      await eventually(async () => expect((await server.counts()).waitingBytes).toBeGreaterThan(0));
      for (const call of calls) call.close(constants.NGHTTP2_CANCEL);
      await eventually(async () => {
        const { byteLength, count, waitingBytes } = await server.counts();
        expect([byteLength, count, waitingBytes]).toEqual([0, 0, 0]);
      });
      for (const session of sessions) session.destroy();
      expect(await healthyCall(server.url)).toBe(200);
    },
  );

  it.runIf(isDeepRun)(
    "begins few requests of a pipeline at once, and the others as their answers are taken",
    async () => {
      const server = await startServer();
      const deaf = deafSocket(server.port, requestFor(1).repeat(3000));
      const isClosed = closed(deaf);
      await eventually(async () => expect((await server.counts()).cut.time).toBe(1));
      const { cut, peakByteLength } = await expectAllGivenUp(server);
      expect([cut.time, cut.budget]).toEqual([1, 0]);
      // A connection's limit before its other responses wait, and the one that exceeds it.
      expect(peakByteLength).toBeLessThan(10 * MEBIBYTE);
      deaf.resume();
      await isClosed;
    },
  );

  it("answers every request of a pipeline to a caller who reads, in order", async () => {
    const server = await startServer();
    const socket = connect(server.port, "127.0.0.1");
    const received = receivedBy(socket);
    const sizes = Array.from({ length: 3000 }, (_, i) => (i % 7) / 65_536);
    socket.write(sizes.map(requestFor).join(""));
    await eventually(() => expect(received().match(/HTTP\/1\.1 200/g)?.length).toBe(sizes.length));
    expect(received().match(/\{.*\}/g)).toEqual(
      sizes.map((size) => `{"matchMask":"${"A".repeat(size * MEBIBYTE)}","matchCount":1}`),
    );
    socket.destroy();
  });

  it.runIf(isDeepRun)(
    "answers every request of a pipeline with large answers to a caller who reads slowly, in order",
    async () => {
      const server = await startServer({ timeoutMs: 600_000 });
      const sizes = [5, 3, 6, 2, 5, 4, 1, 6];
      const requests = sizes.map(requestFor);
      requests.push(requests.pop()!.replace("Host: a", "Host: a\r\nConnection: close"));
      const socket = deafSocket(server.port, requests.join(""));
      // Reads nothing before the connection has reached its limit: the others wait.
      await eventually(async () => {
        expect((await server.counts()).byteLength).toBeGreaterThanOrEqual(8 * MEBIBYTE);
      });
      const pieces: Buffer[] = [];
      for await (const piece of socket) {
        pieces.push(piece);
        await nextTurn();
      }
      const answers = Buffer.concat(pieces).toString("latin1").split('","matchCount":1}');
      expect(answers.pop()).toBe("");
      expect(answers.every((answer) => answer.startsWith("HTTP/1.1 200"))).toBe(true);
      const lengths = answers.map((answer) => answer.length - answer.lastIndexOf('"') - 1);
      expect(lengths.map((length) => length / MEBIBYTE)).toEqual(sizes);
      const { cut, peakByteLength } = await server.counts();
      expect(cut).toEqual({ time: 0, budget: 0 });
      expect(peakByteLength).toBeLessThan((8 + Math.max(...sizes) + 1) * MEBIBYTE);
    },
  );

  it.runIf(isDeepRun)("cuts connections whose pipelines are more than all may have waiting", async () => {
    const server = await startServer({ timeoutMs: 600_000 });
    const flood = `${requestFor(LARGE)}${"GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(20_000)}`;
    const sockets = Array.from({ length: 8 }, () => deafSocket(server.port, flood));
    const oneClosed = Promise.any(sockets.map(closed));
    // Only a client that reads or writes notices that its connection is closed.
    const nudge = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write("G");
    }, 20);
    await oneClosed;
    clearInterval(nudge);
    expect(await healthyCall(server.url)).toBe(200);
    expect(server.growth()).toBeLessThan(MAX_GROWTH_MB);
    for (const socket of sockets) socket.destroy();
  });

  it("closes a connection that reads a byte now and then when the time is over", async () => {
    const server = await startServer();
    const socket = deafSocket(server.port, requestFor(LARGE));
    const isClosed = closed(socket);
    let bytes = 0;
    const sip = setInterval(() => {
      if (socket.read(1) !== null) bytes++;
    }, 100);
    await eventually(async () => {
      expect((await server.counts()).cut.time).toBe(1);
      expect(bytes).toBeGreaterThan(0);
    });
    clearInterval(sip);
    socket.resume();
    await isClosed;
  });

  it("closes connections over the most that may be open, as they come", async () => {
    const { port, url } = await startServer({ maxConnections: 5 });
    const sockets = Array.from({ length: 5 }, () => deafSocket(port, "G"));
    await Promise.all(sockets.map((socket) => once(socket, "connect")));
    const sixth = connect(port, "127.0.0.1");
    sixth.resume();
    await closed(sixth);
    for (const socket of sockets) socket.destroy();
    await eventually(async () => expect(await healthyCall(url)).toBe(200));
  });
});

/** A gRPC call for this many mebibytes that accepts an encoding. */
function grpcCall(session: ClientHttp2Session, mebibytes: number, encoding = "identity"): ClientHttp2Stream {
  const asked = create(FilterSuburbsRequestSchema, { predicates: [{ min: mebibytes }] });
  const body = framed(toBinary(FilterSuburbsRequestSchema, asked));
  const type = { "content-type": "application/grpc+proto", te: "trailers" };
  return postOver(session, FILTER_PATH, body, { ...type, "grpc-accept-encoding": encoding });
}
