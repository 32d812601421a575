import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { servedCountry } from "../support/country/ask-country.ts";
import { eventually } from "../support/run/fixtures.ts";
import { exchange, type RawReply, requestBytes } from "../support/wire/raw-http.ts";
import { receivedBy } from "../support/wire/sockets.ts";

const INDEX = "/shorts.v1alpha1.HousingService/GetSuburbIndex";
const ASK = '{"stateCode":"ACT"}';
const JSON_TYPE = { "Content-Type": "application/json" };
const PLAIN_PATHS = [
  "/v1/latest",
  "/v1/snapshots",
  "/v1/sources",
  "/health",
  "/api/health",
  "/docs",
  "/docs.md",
  "/openapi.json",
  "/llms.txt",
];

const serving = servedCountry();
let port: number;
beforeAll(async () => {
  port = Number(new URL(serving.url).port);
});

const headerOf = ({ headers }: RawReply, name: string) =>
  headers.find(([key]) => key.toLowerCase() === name)?.[1];

const messageOf = ({ body }: RawReply) => JSON.parse(body.toString()) as { code: string; message: string };

const post = (headers: Record<string, string>, body: string | Uint8Array = ASK, path = INDEX) =>
  exchange(port, requestBytes({ path, headers, body }));

/** Sends raw lines, which an HTTP library would correct. */
const sendLines = (lines: readonly string[], body = "") =>
  exchange(port, Buffer.from([...lines, "", body].join("\r\n"), "latin1"));

/** What an open connection has sent once it contains the string. */
async function readUntil(socket: Socket, text: string): Promise<string> {
  const received = receivedBy(socket);
  await eventually(() => expect(received()).toContain(text));
  return received();
}

describe("a request to upgrade to HTTP/2 in the clear", () => {
  it.each([
    ["POST", INDEX, ASK, "indexVersion"],
    ["GET", "/health", "", "\r\n\r\nOK"],
  ])("is answered over HTTP/1.1, and its connection goes on: %s %s", async (method, path, body, text) => {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    const upgrade = {
      ...JSON_TYPE,
      Connection: "Upgrade, HTTP2-Settings",
      Upgrade: "h2c",
      "HTTP2-Settings": "AAMAAABkAAQCAAAAAAIAAAAA",
    };
    for (let i = 0; i < 2; i++) {
      socket.write(requestBytes({ method, path, headers: upgrade, body }));
      const received = await readUntil(socket, text);
      expect(received).toMatch(/^HTTP\/1\.1 200 /);
      socket.removeAllListeners("data");
    }
    socket.destroy();
  });
});

describe("a verb that a path does not have", () => {
  it.each(["PUT", "PATCH", "DELETE", "TRACE", "OPTIONS"])(
    "is 405 with the verbs it has: %s",
    async (method) => {
      for (const path of [INDEX, ...PLAIN_PATHS]) {
        const reply = await exchange(port, requestBytes({ method, path }));
        expect([path, reply.status]).toEqual([path, 405]);
        expect(headerOf(reply, "allow")).toBe(path === INDEX ? "GET, POST" : "GET, HEAD");
        expect(reply.body.toString()).toContain(`${method} is not offered here; allowed are GET`);
      }
    },
  );

  it("is HEAD at every plain path, which has it, and not at a method", async () => {
    for (const path of PLAIN_PATHS) {
      const reply = await exchange(port, requestBytes({ method: "HEAD", path }));
      expect([path, reply.status, reply.body.byteLength]).toEqual([path, 200, 0]);
    }
    expect((await exchange(port, requestBytes({ method: "HEAD", path: INDEX }))).status).toBe(405);
  });
});

describe("a slip of the pen", () => {
  it("in the content type is told what would do", async () => {
    for (const type of [
      "application/x-www-form-urlencoded",
      "text/plain",
      "application/grpc-web-text",
      ";",
    ]) {
      const reply = await post({ "Content-Type": type });
      expect([type, reply.status]).toEqual([type, 415]);
      expect(headerOf(reply, "accept-post")).toContain("application/json");
      expect(messageOf(reply)).toEqual({
        code: "unimplemented",
        message: `the content type "${type}" is not understood; send application/json or another of Accept-Post`,
      });
    }
    expect(messageOf(await post({})).message).toContain("a request without a Content-Type");
  });

  it("in a method's name is told the name", async () => {
    for (const path of [`${INDEX}es`, INDEX.toLowerCase(), `${INDEX}/`, "/housing/GetSubrubIndex"]) {
      const reply = await post(JSON_TYPE, ASK, path);
      expect(reply.status).toBe(404);
      expect(messageOf(reply).message).toBe(`nothing at POST "${path}"; did you mean "${INDEX}"?`);
    }
    for (const path of ["/nope", "/a.b/SomethingElse", `/${"a".repeat(5000)}`]) {
      const { code, message } = messageOf(await post(JSON_TYPE, ASK, path));
      expect([code, message]).toEqual([
        "unimplemented",
        `nothing at POST "${path}"; /docs lists what there is`,
      ]);
    }
  });

  it("in a URL is told so in the words of every other refusal", async () => {
    for (const path of ["/%zz", "/%", "/%ff"]) {
      const reply = await exchange(port, requestBytes({ method: "GET", path }));
      expect([path, reply.status, messageOf(reply).code]).toEqual([path, 400, "invalid_argument"]);
      expect(messageOf(reply).message).toContain(`"${path}" is not a URL`);
    }
    // Syntax of route patterns, whose regular expressions would be compiled: unclosed, unsafe, with many
    // references.
    for (const path of ["/:a(", "/:a((x*)*)", "/*", "/:a/:b(", "/v1/:x("]) {
      for (const method of ["GET", "POST"]) {
        const reply = await exchange(port, requestBytes({ method, path }));
        expect([method, path, reply.status]).toEqual([method, path, 404]);
      }
    }
    const references = `/:a(${"\\89".repeat(10_000)})`;
    expect((await exchange(port, requestBytes({ method: "POST", path: references }))).status).toBe(404);
    const tooLong = await exchange(port, requestBytes({ method: "GET", path: `/${"a".repeat(40_000)}` }));
    expect(tooLong.status).toBe(431);
  });
});

describe("HTTP as few speak it", () => {
  it("works: absolute targets, HTTP/1.0, an encoded path, a byte order mark, trailers", async () => {
    const length = `Content-Length: ${ASK.length}`;
    const type = "Content-Type: application/json";
    const replies = [
      await post(JSON_TYPE, ASK, `http://127.0.0.1:${port}${INDEX}`),
      await sendLines([`POST ${INDEX} HTTP/1.0`, "Host: x", type, length], ASK),
      await post(JSON_TYPE, ASK, INDEX.replace("G", "%47")),
      await post(JSON_TYPE, `\uFEFF${ASK}`),
      await sendLines(
        [`POST ${INDEX} HTTP/1.1`, "Host: x", type, "Connection: close", "Transfer-Encoding: chunked"],
        `${ASK.length.toString(16)}\r\n${ASK}\r\n0\r\nX-Checksum: 1\r\n\r\n`,
      ),
    ];
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  });

  it("is told to go on when it asks first, and sent away when it expects anything else", async () => {
    const asked = await post({ ...JSON_TYPE, Expect: "100-continue" });
    expect(asked.status).toBe(100);
    expect(asked.body.toString("latin1")).toMatch(/^HTTP\/1\.1 200 /);
    expect((await post({ ...JSON_TYPE, Expect: "miracles" })).status).toBe(417);
  });

  it("gets every answer of a pipeline and of a connection that is closed on one side", async () => {
    const request = requestBytes({
      path: INDEX,
      headers: { ...JSON_TYPE, Connection: "keep-alive" },
      body: ASK,
    });
    const socket = connect(port, "127.0.0.1");
    const received = receivedBy(socket);
    socket.end(Buffer.concat([request, request, request]));
    await once(socket, "close");
    expect(received().match(/HTTP\/1\.1 200 /g)).toHaveLength(3);
    expect(received().match(/"indexVersion"/g)).toHaveLength(3);
  });

  it("is refused where two readers could differ about what it says", async () => {
    const head = [`POST ${INDEX} HTTP/1.1`, "Host: x", "Connection: close", "Content-Type: application/json"];
    for (const lines of [
      ["Content-Length: 19", "Content-Length: 18"],
      ["Content-Length: 19", "Transfer-Encoding: chunked"],
      ["Transfer-Encoding: chunked, identity"],
      ["Content-Length: 19", "X-A : b"],
      ["Content-Length: 19", "X-A: b\0c"],
      ["Content-Length: 19", "X-A: b", " folded"],
      ["Content-Length: +19"],
      ["Content-Length: 0x13"],
    ]) {
      expect([lines, (await sendLines([...head, ...lines], ASK)).status]).toEqual([lines, 400]);
    }
    expect((await exchange(port, Buffer.from(head.join("\n")))).status).toBe(400);
  });

  it("is refused when it is none: TLS, SSH, an unknown verb, HTTP of another age", async () => {
    for (const bytes of [
      Buffer.from("1603010200010001fc0303", "hex"),
      Buffer.from("SSH-2.0-OpenSSH_9\r\n"),
      Buffer.from("BREW /pot HTTP/1.1\r\nHost: x\r\n\r\n"),
      Buffer.from("GET /health HTTP/3.0\r\n\r\n"),
      Buffer.from("GET health HTTP/1.1\r\nHost: x\r\n\r\n"),
    ]) {
      expect((await exchange(port, bytes)).status).toBe(400);
    }
  });
});
