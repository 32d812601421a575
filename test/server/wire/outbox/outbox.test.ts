import { once } from "node:events";
import { createServer as createHttp1, type IncomingMessage, type ServerResponse } from "node:http";
import { constants, createServer, type Http2ServerRequest } from "node:http2";
import { describe, expect, it } from "vitest";
import { UnreadAnswers } from "../../../../src/server/wire/outbox/unread-answers.ts";
import { Pipelines } from "../../../../src/server/wire/port/pipelines.ts";
import { eventually } from "../../../support/run/fixtures.ts";
import { openSession } from "../../../support/wire/open-stream.ts";
import { listenForTest, socketForTest } from "../../../support/wire/sockets.ts";

const MEBIBYTE = 2 ** 20;

/** Calls of one HTTP/2 connection, from both ends. */
async function callsOfOneConnection(count: number) {
  const server = createServer();
  const session = openSession(`http://127.0.0.1:${await listenForTest(server)}`);
  const calls: { asked: Http2ServerRequest; caller: ReturnType<typeof session.request> }[] = [];
  for (let i = 0; i < count; i++) {
    const caller = session.request({ ":path": `/${i}` });
    caller.on("error", () => {});
    const [asked] = (await once(server, "request")) as [Http2ServerRequest];
    calls.push({ asked, caller });
  }
  return calls;
}

/** Pipelined calls of one HTTP/1.1 connection, and the client's socket. */
async function pipelinedCalls(count: number) {
  const calls: { request: IncomingMessage; response: ServerResponse }[] = [];
  const { take } = new Pipelines((request, response) => void calls.push({ request, response }), count);
  const caller = socketForTest(await listenForTest(createHttp1(take))).resume();
  caller.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(count));
  await eventually(() => expect(calls).toHaveLength(count));
  return { calls, caller };
}

describe("Outbox", () => {
  it("lets a call go whose caller gives it up while the connection's answers are unread", async () => {
    const unread = new UnreadAnswers({ connectionBytes: MEBIBYTE });
    const [deaf, gone, patient] = await callsOfOneConnection(3);
    const hold = unread.hold(deaf.asked, MEBIBYTE);
    const waits = [gone, patient].map(({ asked }) => unread.room(asked, false));
    gone.caller.close(constants.NGHTTP2_CANCEL);
    // Nothing was released meanwhile: this one stops waiting, the other still waits.
    await expect(waits[0]).rejects.toMatchObject({ code: "canceled" });
    expect(unread.count).toBe(1);
    hold.release();
    await waits[1];
  });

  it("lets a call go whose caller gives it up before its turn", async () => {
    const unread = new UnreadAnswers();
    const [first, gone, patient] = await callsOfOneConnection(3);
    gone.caller.close(constants.NGHTTP2_CANCEL);
    await once(gone.asked, "close");
    // As much as one turn sends.
    unread.hold(first.asked, 16 * MEBIBYTE).release();
    const waits = [gone, patient].map(({ asked }) => unread.room(asked, true));
    await expect(waits[0]).rejects.toMatchObject({ code: "canceled" });
    await waits[1];
  });

  it("lets a call of a pipeline go on when its turn comes, though what is behind it is unread", async () => {
    const unread = new UnreadAnswers({ connectionBytes: MEBIBYTE });
    const { calls } = await pipelinedCalls(3);
    const [first, second, last] = calls;
    const hold = unread.hold(last.request, MEBIBYTE);
    expect(unread.room(first.request, false)).toBeUndefined();
    const waiting = unread.room(second.request, false);
    expect(waiting).toBeInstanceOf(Promise);
    first.response.end();
    await waiting;
    expect(unread.room(second.request, false)).toBeUndefined();
    expect(unread.count).toBe(1);
    hold.release();
  });

  it("lets a call of a pipeline go on when there is room, and lets those go whose caller leaves", async () => {
    const unread = new UnreadAnswers({ connectionBytes: MEBIBYTE });
    const { calls, caller } = await pipelinedCalls(4);
    const [first, second, third, last] = calls;
    const hold = unread.hold(first.request, MEBIBYTE);
    const waiting = unread.room(second.request, false);
    hold.release();
    await waiting;
    unread.hold(second.request, MEBIBYTE);
    const waits = [third, last].map(({ request }) => expect(unread.room(request, false)).rejects);
    const ends = waits.map((wait) => wait.toMatchObject({ code: "canceled" }));
    caller.destroy();
    await Promise.all(ends);
  });
});
