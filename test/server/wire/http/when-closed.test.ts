import { once } from "node:events";
import { connect as connectHttp2, constants } from "node:http2";
import { connect } from "node:net";
import { fastify } from "fastify";
import { describe, expect, it, onTestFinished } from "vitest";
import { whenClosed } from "../../../../src/server/wire/http/when-closed.ts";
import { listen } from "../../../../src/server/wire/port/listen.ts";
import { eventually } from "../../../support/run/fixtures.ts";

/** A server that counts ended responses; it starts a response after its client has left. */
async function serve() {
  const seen = { asked: 0, settled: 0 };
  const server = fastify();
  server.get("/", async (request, reply) => {
    seen.asked++;
    await once(request.raw.httpVersionMajor === 1 ? request.raw.socket : request.raw, "close");
    whenClosed(reply, () => seen.settled++);
    return reply.send("late");
  });
  const { port, url, close } = await listen(server, { host: "127.0.0.1", port: 0 });
  onTestFinished(() => close(0).then(() => {}));
  return { port, url, seen };
}

describe("whenClosed", () => {
  it("calls back for an HTTP/2 call that was given up before", async () => {
    const { url, seen } = await serve();
    const session = connectHttp2(url);
    onTestFinished(() => session.destroy());
    const call = session.request({ ":path": "/" });
    await eventually(() => expect(seen.asked).toBe(1));
    call.close(constants.NGHTTP2_CANCEL);
    await eventually(() => expect(seen.settled).toBe(1));
  });

  it("calls back for an HTTP/1.1 call whose connection was closed before", async () => {
    const { port, seen } = await serve();
    const socket = connect(port, "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await eventually(() => expect(seen.asked).toBe(1));
    socket.destroy();
    await eventually(() => expect(seen.settled).toBe(1));
  });
});
