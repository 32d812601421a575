import { create, toBinary } from "@bufbuild/protobuf";
import { Code, type ConnectError, createClient, type Transport } from "@connectrpc/connect";
import {
  compressionGzip,
  createConnectTransport,
  createGrpcTransport,
  createGrpcWebTransport,
} from "@connectrpc/connect-node";
import type { onRequestHookHandler } from "fastify";
import { afterEach, describe, expect, it } from "vitest";
import {
  FilterSuburbsResponseSchema,
  HousingService,
} from "../../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { unaryMethod } from "../../../../src/rpc/unary-method.ts";
import { compressionTurns } from "../../../../src/server/wire/compression/compression.ts";
import { UnreadAnswers } from "../../../../src/server/wire/outbox/unread-answers.ts";
import { eventually, opened } from "../../../support/run/fixtures.ts";
import { exchangeHttp2, framed } from "../../../support/wire/raw-http.ts";
import { CURRENT, FILTER_PATH, startWireServer } from "../../../support/wire/wire-server.ts";

const MASK_BYTES = 200_000;
/** JSON with spaces that no encoder writes. */
const SPACED = ' { "matchCount" : 7 } ';
const TOO_LARGE = 16 * 2 ** 20 + 1;

const large = create(FilterSuburbsResponseSchema, { matchMask: new Uint8Array(MASK_BYTES), matchCount: 7 });

/** FilterSuburbs with pre-encoded responses: only their bytes may be used. */
const filterSuburbs = unaryMethod(HousingService.method.filterSuburbs, ({ stateCode }, context) => {
  context.snapshot = CURRENT;
  if (stateCode === "plain") return large;
  return {
    binary: () =>
      stateCode === "huge" ? new Uint8Array(TOO_LARGE) : toBinary(FilterSuburbsResponseSchema, large),
    json: () => (stateCode === "huge" ? new Uint8Array(TOO_LARGE) : Buffer.from(SPACED)),
    message: () => {
      throw new Error("the answer was read");
    },
  };
});

const unread = new UnreadAnswers();
const tagged: onRequestHookHandler = (request, _reply, done) => {
  request.terraceReadHeaders = () => ({ etag: '"a tag"' });
  done();
};
const server = opened(() => startWireServer({ methods: [filterSuburbs], unread, admission: [tagged] }));

/** After each test no unread bytes may remain. */
afterEach(() => eventually(() => expect([unread.count, unread.byteLength]).toEqual([0, 0])));

function clients(useBinaryFormat: boolean): [string, Transport][] {
  const baseUrl = server.url;
  const more = { baseUrl, useBinaryFormat, acceptCompression: [compressionGzip] };
  return [
    ["GET over HTTP/1.1", createConnectTransport({ ...more, httpVersion: "1.1", useHttpGet: true })],
    ["GET over HTTP/2", createConnectTransport({ ...more, httpVersion: "2", useHttpGet: true })],
    ["gRPC", createGrpcTransport(more)],
    ["gRPC-Web over HTTP/1.1", createGrpcWebTransport({ ...more, httpVersion: "1.1" })],
    ["gRPC-Web over HTTP/2", createGrpcWebTransport({ ...more, httpVersion: "2" })],
  ];
}

/** Calls with compressed responses, by protocol. */
function leavingCalls(): [string, (signal: AbortSignal) => Promise<unknown>][] {
  const post = createConnectTransport({
    baseUrl: server.url,
    httpVersion: "2",
    acceptCompression: [compressionGzip],
  });
  const framed = clients(true).filter(([name]) => name.startsWith("gRPC"));
  return [
    // The library's client does not request compression for GET.
    ["GET", (signal) => fetch(`${server.url}${getPath({ stateCode: "plain" })}`, { signal })],
    ...[...framed, ["POST", post] as const].map(([name, transport]): ReturnType<typeof leavingCalls>[0] => [
      name,
      (signal) => createClient(HousingService, transport).filterSuburbs({ stateCode: "plain" }, { signal }),
    ]),
  ];
}

const getPath = (message: object) =>
  `${FILTER_PATH}?connect=v1&encoding=json&message=${encodeURIComponent(JSON.stringify(message))}`;

async function callFramed(type: string, message: object): Promise<Buffer> {
  const body = framed(JSON.stringify(message));
  return (await exchangeHttp2(server.url, { path: FILTER_PATH, headers: { "content-type": type }, body }))
    .body;
}

describe("preEncodedAnswer", () => {
  it("sends JSON that is ready as it is, by GET, gRPC and gRPC-Web", async () => {
    expect(await (await fetch(`${server.url}${getPath({})}`)).text()).toBe(SPACED);
    for (const type of ["application/grpc+json", "application/grpc-web+json", "application/grpc+JSON"]) {
      const body = await callFramed(type, {});
      expect(body.readUInt32BE(1)).toBe(SPACED.length);
      expect(body.subarray(5, 5 + SPACED.length).toString()).toBe(SPACED);
    }
  });

  it.each([true, false])("sends messages that are not encoded yet, binary %s", async (useBinaryFormat) => {
    for (const [name, transport] of clients(useBinaryFormat)) {
      const answer = await createClient(HousingService, transport).filterSuburbs({ stateCode: "plain" });
      expect([name, answer.matchCount, answer.matchMask.byteLength]).toEqual([name, 7, MASK_BYTES]);
    }
  });

  it.each([true, false])(
    "refuses what is too large before anybody reads it, binary %s",
    async (useBinaryFormat) => {
      for (const [name, transport] of clients(useBinaryFormat)) {
        const call = createClient(HousingService, transport).filterSuburbs({ stateCode: "huge" });
        const error = await call.then(
          () => undefined,
          (reason: ConnectError) => reason,
        );
        expect([name, error?.code, error?.rawMessage]).toEqual([
          name,
          Code.ResourceExhausted,
          expect.stringContaining(`the answer has ${TOO_LARGE} bytes`),
        ]);
      }
    },
  );

  it("counts nothing for an answer that its caller holds already", async () => {
    const response = await fetch(`${server.url}${getPath({ stateCode: "plain" })}`, {
      headers: { "if-none-match": "*" },
    });
    expect(response.status).toBe(304);
  });
});

describe("answerCompression", () => {
  it("sends answers as they are while too much waits to be compressed, and says so in every protocol", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = Array.from({ length: 34 }, () => compressionTurns.run(2 ** 20, () => promise));
    try {
      expect(compressionTurns.hasRoomFor(MASK_BYTES)).toBe(false);
      for (const useBinaryFormat of [true, false]) {
        for (const [name, transport] of clients(useBinaryFormat)) {
          const answer = await createClient(HousingService, transport).filterSuburbs({ stateCode: "plain" });
          expect([name, answer.matchCount, answer.matchMask.byteLength]).toEqual([name, 7, MASK_BYTES]);
        }
      }
      const response = await fetch(`${server.url}${getPath({ stateCode: "plain" })}`, {
        headers: { "accept-encoding": "gzip" },
      });
      expect(response.headers.get("content-encoding")).toBeNull();
      expect(Number(response.headers.get("content-length"))).toBe((await response.text()).length);
    } finally {
      resolve();
      await Promise.all(waiting);
    }
    const response = await fetch(`${server.url}${getPath({ stateCode: "plain" })}`, {
      headers: { "accept-encoding": "gzip" },
    });
    expect(response.headers.get("content-encoding")).toBe("gzip");
    expect(await response.json()).toMatchObject({ matchCount: 7 });
  });

  it("forgets an answer that waits to be compressed when its caller goes away, in every protocol", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const running = [1, 2].map(() => compressionTurns.run(2 ** 20, () => promise));
    try {
      for (const [name, ask] of leavingCalls()) {
        const leaver = new AbortController();
        const end = ask(leaver.signal).then(
          () => "answered",
          () => "gone",
        );
        await eventually(() => expect(compressionTurns.waitingBytes, name).toBeGreaterThan(MASK_BYTES));
        expect(unread.byteLength, name).toBeGreaterThan(MASK_BYTES);
        leaver.abort();
        expect(await end, name).toBe("gone");
        await eventually(() => expect(compressionTurns.waitingBytes, name).toBe(0));
        await eventually(() => expect(unread.byteLength, name).toBe(0));
      }
    } finally {
      resolve();
      await Promise.all(running);
    }
  });
});
