import { once } from "node:events";
import { connect, constants, createServer, type Http2ServerRequest } from "node:http2";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { UnreadAnswers } from "../../../src/server/port/unread-answers.ts";

const MEBIBYTE = 2 ** 20;

/** Calls of one HTTP/2 connection, from both of its ends. */
async function callsOfOneConnection(count: number) {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    session.destroy();
    server.close();
  });
  const calls: { asked: Http2ServerRequest; caller: ReturnType<typeof session.request> }[] = [];
  for (let i = 0; i < count; i++) {
    const caller = session.request({ ":path": `/${i}` });
    caller.on("error", () => {});
    const [asked] = (await once(server, "request")) as [Http2ServerRequest];
    calls.push({ asked, caller });
  }
  return calls;
}

describe("WaitingCalls", () => {
  it("lets a call go whose caller gives it up while the connection's answers are unread", async () => {
    const unread = new UnreadAnswers({ connectionBytes: MEBIBYTE });
    const [deaf, gone, patient] = await callsOfOneConnection(3);
    const hold = unread.hold(deaf.asked, MEBIBYTE);
    const waits = [gone, patient].map(({ asked }) => unread.room(asked, false));
    gone.caller.close(constants.NGHTTP2_CANCEL);
    // Nothing was released meanwhile: the one waits no longer, the other still does.
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
    // As much as one turn takes.
    unread.hold(first.asked, 16 * MEBIBYTE).release();
    const waits = [gone, patient].map(({ asked }) => unread.room(asked, true));
    await expect(waits[0]).rejects.toMatchObject({ code: "canceled" });
    await waits[1];
  });
});
