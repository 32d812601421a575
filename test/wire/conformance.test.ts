import { describe, expect, it } from "vitest";
import { opened } from "../support/run/fixtures.ts";
import { exchangeHttp2, framed } from "../support/wire/raw-http.ts";
import { FILTER_PATH, startWireServer } from "../support/wire/wire-server.ts";

/**
 * Requirements of the protocols for any server with unary methods, tested with raw HTTP, as client libraries
 * never send most of this. Connect answers by status and JSON, gRPC by trailers, gRPC-Web by trailers within
 * the body.
 */
const server = opened(() => startWireServer());

const UNIMPLEMENTED = 12;
const INTERNAL = 13;
const INVALID_ARGUMENT = 3;
const UNKNOWN_OR_LIKE = [2, UNIMPLEMENTED, INTERNAL];

const message = (flags: number, ...bytes: number[]) => framed(Uint8Array.from(bytes), flags);
/** `state_code: "NSW"`. */
const ASKED = [0x0a, 3, 0x4e, 0x53, 0x57];

async function exchange(headers: Record<string, string>, body: Buffer) {
  const reply = await exchangeHttp2(server.url, { path: FILTER_PATH, headers, body });
  const received: Record<string, unknown> = { ...Object.fromEntries(reply.headers), ":status": reply.status };
  return { headers: received, body: reply.body };
}

/** Status of a gRPC call: from trailers, gRPC-Web's body, or as clients infer it from HTTP's status. */
function statusOf({ headers, body }: Awaited<ReturnType<typeof exchange>>): number {
  const grpcStatus = headers["grpc-status"] ?? /grpc-status: ?(\d+)/i.exec(body.toString("latin1"))?.[1];
  if (grpcStatus !== undefined) return Number(grpcStatus);
  return headers[":status"] === 404 ? UNIMPLEMENTED : 2;
}

const GRPC_RULES: readonly [
  what: string,
  headers: Record<string, string>,
  body: Buffer,
  codes: readonly number[],
][] = [
  ["one message", {}, message(0, ...ASKED), [0]],
  ["no message", {}, Buffer.alloc(0), [UNIMPLEMENTED]],
  ["two messages", {}, Buffer.concat([message(0, ...ASKED), message(0, ...ASKED)]), [UNIMPLEMENTED]],
  ["another verb", { ":method": "DELETE" }, message(0, ...ASKED), UNKNOWN_OR_LIKE],
  ["an unknown method", { ":path": "/no.Service/Method" }, message(0), [UNIMPLEMENTED]],
  ["an unknown encoding", { "grpc-encoding": "foo" }, message(1, ...ASKED), [UNIMPLEMENTED]],
  ["a compressed message and no encoding", { "grpc-encoding": "identity" }, message(1, ...ASKED), [INTERNAL]],
  ["a message that ends early", {}, Buffer.from([0, 0, 0, 0, 10, 1, 2]), [INTERNAL, INVALID_ARGUMENT]],
  ["a prefix that ends early", {}, Buffer.from([0, 0, 0]), [INTERNAL, INVALID_ARGUMENT]],
  ["a timeout that is none", { "grpc-timeout": "soon" }, message(0, ...ASKED), [INVALID_ARGUMENT]],
  ["a timeout that has passed", { "grpc-timeout": "0n" }, message(0, ...ASKED), [4]],
];

describe.each([
  "application/grpc",
  "application/grpc+proto",
  "application/grpc-web",
  "application/grpc-web+proto",
])("a call of type %s", (type) => {
  it.each(GRPC_RULES)(
    "with %s has the status that the protocol demands",
    async (_what, headers, body, codes) => {
      const answer = await exchange({ "content-type": type, te: "trailers", ...headers }, body);
      expect(codes).toContain(statusOf(answer));
    },
  );

  it("with an unknown codec is refused", async () => {
    const answer = await exchange(
      { "content-type": `${type.replace("+proto", "")}+foo`, te: "trailers" },
      message(0, ...ASKED),
    );
    expect(UNKNOWN_OR_LIKE).toContain(statusOf(answer));
  });
});

describe("a gRPC call that cannot be answered", () => {
  const call = async (headers: Record<string, string>) =>
    (await exchange({ "content-type": "application/grpc+proto", te: "trailers", ...headers }, message(0)))
      .headers;

  it("gets the encodings there are when it names another", async () => {
    expect(await call({ "grpc-encoding": "zstd" })).toMatchObject({
      ":status": 200,
      "grpc-status": "12",
      "grpc-accept-encoding": "gzip,br,identity",
      "grpc-message": expect.stringContaining("zstd"),
    });
  });

  it.each(["application/grpc", "application/grpc+proto", "application/grpc-web+proto"])(
    "of type %s gets the name of the method that was meant, in its own protocol",
    async (type) => {
      const path = FILTER_PATH.slice(0, -1);
      expect(await call({ ":path": path, "content-type": type })).toMatchObject({
        ":status": 200,
        "content-type": type,
        "grpc-status": "12",
        "grpc-message": expect.stringContaining(`did you mean "${FILTER_PATH}"?`),
      });
    },
  );

  it("gets HTTP's own status at such a path when it is not gRPC", async () => {
    const { headers } = await exchange(
      { ":path": "/no.Service/Method", "content-type": "text/plain" },
      message(0),
    );
    expect(headers[":status"]).toBe(404);
  });
});
